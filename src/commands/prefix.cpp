// SPDX-License-Identifier: MIT
#include "commands/prefix.hpp"

#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/ruling.hpp"

namespace cudaenv::commands {
namespace {

Result<std::vector<hot::Found>> chosen(const PrefixRequest& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    if (!request.requests.empty()) return resolve_all(lookup, request.requests);
    CUDAENV_TRY(Ruling ruling, find_whole_ruling(world, lookup));
    return std::move(ruling.found);
}

// The folder of the version that the request asks for.
Result<std::string> folder_of(const PrefixRequest& request, const hot::Found& found) {
    if (found.prefix.empty())
        return fail(Code::not_found, "the system has no CUDA toolkit").try_("cudaenv versions");
    if (request.include) return base::Layout::join(found.prefix, "include");
    if (!request.bin && !request.lib) return found.prefix;
    CUDAENV_TRY(const hot::Activation activation, hot::read_activation(found.prefix));
    const auto& folders = request.bin ? activation.bin : activation.lib;
    if (folders.empty())
        return fail(Code::not_found,
                    request.bin ? "no folder of programs" : "no folder of libraries")
            .at(found.prefix);
    return base::Layout::join(found.prefix, folders.front());
}

}  // namespace

Result<Report> prefix(const PrefixRequest& request, const World& world) {
    if (int{request.bin} + int{request.lib} + int{request.include} > 1)
        return fail(Code::usage, "one of --bin, --lib and --include");
    CUDAENV_TRY(const auto versions, chosen(request, world));
    std::vector<std::string> folders;
    for (const hot::Found& version : versions) {
        CUDAENV_TRY(std::string folder, folder_of(request, version));
        folders.push_back(std::move(folder));
    }
    Report report;
    report.out = base::join(folders, ":") + "\n";
    report.json = json_text({{"prefixes", folders}});
    return report;
}

Result<Report> root(const RootRequest& /*request*/, const World& world) {
    Report report;
    report.out = world.layout.root() + "\n";
    report.json = json_text({{"root", world.layout.root()}});
    return report;
}

}  // namespace cudaenv::commands
