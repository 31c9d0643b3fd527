// SPDX-License-Identifier: MIT
#include "commands/which.hpp"

#include "commands/hook_scripts.hpp"
#include "commands/json.hpp"
#include "commands/programs.hpp"

namespace cudaenv::commands {
namespace {

Result<void> check_name(std::string_view name) {
    if (!name.empty() && name.find('/') == std::string_view::npos) return {};
    return fail(Code::usage, "not the name of a program").found(name);
}

}  // namespace

Result<Report> which(const WhichRequest& request, const World& world) {
    CUDAENV_TRY(check_name(request.command));
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const Ruling ruling, find_whole_ruling(world, lookup));
    const hot::Found& first = ruling.found.front();
    const HookEvent event{"which", first.name, first.prefix};
    CUDAENV_TRY(run_hooks(world, HookTime::before, event));
    CUDAENV_TRY(const Programs programs,
                find_programs(world, ruling.found, request.command, !request.nosystem));
    if (programs.found.empty() && !programs.dead.empty())
        return fail(Code::not_executable, request.command + ": cannot be executed")
            .at(programs.dead.front());
    if (programs.found.empty()) return tl::unexpected(no_command(world, request.command));
    Report report;
    auto paths = nlohmann::json::array();
    for (const Program& program : programs.found) {
        report.out += program.path + "\n";
        paths.push_back({{"path", program.path}, {"version", program.version}});
        if (!request.all) break;
    }
    report.json = json_text({{"programs", paths}});
    report.messages = messages_of(ruling.selection);
    CUDAENV_TRY(run_hooks(world, HookTime::after, event));
    return report;
}

Result<Report> whence(const WhenceRequest& request, const World& world) {
    CUDAENV_TRY(check_name(request.command));
    CUDAENV_TRY(const auto having, versions_having(world, request.command));
    if (having.empty()) return fail(Code::not_found, "no installed version has " + request.command);
    Report report;
    auto list = nlohmann::json::array();
    for (const Program& program : having) {
        report.out += (request.path ? program.path : program.version) + "\n";
        list.push_back({{"version", program.version}, {"path", program.path}});
    }
    report.json = json_text({{"versions", list}});
    return report;
}

}  // namespace cudaenv::commands
