// SPDX-License-Identifier: MIT
#include "cli/about.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/help.hpp"
#include "cli/plugins.hpp"
#include "cli/verb.hpp"
#include "commands/json.hpp"

namespace cudaenv::cli {
namespace {

using commands::Report;
using commands::World;

struct HelpRequest {
    std::optional<std::string> verb;
    bool usage = false;
};
struct CommandsRequest {
    bool sh = false, no_sh = false;
};

// The only verb that must change the calling shell.
constexpr std::string_view kShellVerb = "shell";

Result<Report> help(const HelpRequest& request, const World& world) {
    if (!request.verb) return text_report(request.usage ? usage_text() : help_text());
    if (const Verb* verb = find_verb(*request.verb))
        return text_report(request.usage ? usage_text(*verb) : help_text(*verb));
    const std::string plugin = find_plugin(world, *request.verb);
    if (!plugin.empty()) return run_plugin(world, plugin, {"--help"});
    return tl::unexpected(unknown_verb(world, *request.verb));
}

Result<Report> list_commands(const CommandsRequest& request, const World& world) {
    if (request.sh && request.no_sh) return fail(Code::usage, "one of --sh and --no-sh");
    std::vector<std::string> plugins = list_plugins(world);
    std::vector<std::string> names = plugins;
    for (const Verb* verb : all_verbs()) names.emplace_back(verb->name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    Report report;
    for (const std::string& name : names) {
        const bool needs_shell = name == kShellVerb;
        if (!(request.sh && !needs_shell) && !(request.no_sh && needs_shell))
            report.out += name + "\n";
    }
    report.json = commands_json(plugins);
    return report;
}

}  // namespace

Report text_report(std::string text) {
    Report report;
    report.json = commands::json_text({{"text", text}});
    report.out = std::move(text);
    return report;
}

Command define_help(Options& options) {
    auto request = std::make_shared<HelpRequest>();
    options.flag("--usage", request->usage, "the usage lines only");
    options.optional("COMMAND", request->verb);
    return {request, help};
}

Command define_commands(Options& options) {
    auto request = std::make_shared<CommandsRequest>();
    options.flag("--sh", request->sh, "those that need the shell function");
    options.flag("--no-sh", request->no_sh, "the others");
    return {request, list_commands};
}

}  // namespace cudaenv::cli
