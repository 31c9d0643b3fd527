// SPDX-License-Identifier: MIT
#include "commands/alias.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "commands/shims.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

using Entry = hot::Aliases::value_type;

Report list(const hot::Aliases& aliases) {
    Report report;
    auto json = nlohmann::json::object();
    for (const auto& [name, request] : aliases) {
        report.out += name + " " + request + "\n";
        json[name] = request;
    }
    report.json = json_text({{"aliases", json}});
    return report;
}

base::Failure no_alias(const std::string& name, const hot::Aliases& aliases) {
    std::vector<std::string> names;
    for (const Entry& entry : aliases) names.push_back(entry.first);
    base::Failure failure = fail(Code::not_found, "no alias " + name);
    for (const std::string& near : base::near_names(name, names))
        failure.value().notes.push_back("did you mean " + near + "?");
    return failure;
}

// Whether following the request's name ends where it began.
bool leads_back(const std::string& name, const std::string& request, const hot::Aliases& aliases) {
    std::string at = request;
    for (std::size_t step = 0; step <= aliases.size(); ++step) {
        const auto parsed = base::parse_request(at);
        if (!parsed || parsed->kind != base::Request::Kind::name) return false;
        if (parsed->text == name) return true;
        const auto next = std::ranges::find(aliases, parsed->text, &Entry::first);
        if (next == aliases.end()) return false;
        at = next->second;
    }
    return true;
}

Result<void> check(const std::string& name, const std::string& request, const hot::Aliases& aliases,
                   const World& world) {
    if (!base::is_valid_name(name))
        return fail(Code::usage, "this cannot be the name of an alias")
            .values(name, "a letter, then letters, digits, `-`, `_`, `.`; no word of the grammar");
    CUDAENV_TRY(const base::Request parsed, base::parse_request(request));
    if (parsed.kind == base::Request::Kind::recommended)
        return fail(Code::usage, "`recommended` stands on the command line only");
    CUDAENV_TRY(const sys::FileInfo there, sys::info(world.layout.prefix(name)));
    if (there.kind != sys::FileKind::none)
        return fail(Code::usage, "an installed version has this name").found(name);
    if (leads_back(name, request, aliases))
        return fail(Code::usage, "this alias would lead back to itself").found(request);
    return {};
}

Result<void> write(const hot::Aliases& aliases, const World& world) {
    CUDAENV_TRY(sys::make_folders(world.layout.root()));
    CUDAENV_TRY(sys::write_file(world.layout.aliases(), hot::to_text(aliases)));
    CUDAENV_TRY(renew_shims(world));
    return raise_generation(world);
}

}  // namespace

Result<Report> alias(const AliasRequest& request, const World& world) {
    CUDAENV_TRY(hot::Aliases aliases, hot::read_aliases(world.layout.aliases()));
    if (!request.name) return list(aliases);
    const auto entry = std::ranges::find(aliases, *request.name, &Entry::first);
    if (!request.request) {
        if (entry == aliases.end()) return no_alias(*request.name, aliases);
        Report report;
        report.out = entry->second + "\n";
        report.json = json_text({{"aliases", {{entry->first, entry->second}}}});
        return report;
    }
    CUDAENV_TRY(check(*request.name, *request.request, aliases, world));
    if (entry == aliases.end())
        aliases.emplace_back(*request.name, *request.request);
    else
        entry->second = *request.request;
    CUDAENV_TRY(write(aliases, world));
    return Report{};
}

Result<Report> unalias(const UnaliasRequest& request, const World& world) {
    CUDAENV_TRY(hot::Aliases aliases, hot::read_aliases(world.layout.aliases()));
    const auto entry = std::ranges::find(aliases, request.name, &Entry::first);
    if (entry == aliases.end()) return no_alias(request.name, aliases);
    aliases.erase(entry);
    CUDAENV_TRY(write(aliases, world));
    return Report{};
}

}  // namespace cudaenv::commands
