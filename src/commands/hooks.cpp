// SPDX-License-Identifier: MIT
#include "commands/hooks.hpp"

#include <algorithm>

#include "activate/shell_init.hpp"
#include "base/text.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/json.hpp"

namespace cudaenv::commands {

Result<Report> hooks(const HooksRequest& request, const World& world) {
    const auto verbs = hook_verbs();
    if (std::ranges::count(verbs, request.verb) == 0)
        return fail(Code::usage, "this command has no hooks")
            .values(request.verb, base::join(verbs, ", "));
    const auto scripts = hook_scripts(world, request.verb);
    Report report;
    for (const std::string& script : scripts) report.out += script + "\n";
    report.json = json_text({{"scripts", scripts}});
    return report;
}

Result<Report> completions(const CompletionsRequest& request, const World& /*world*/) {
    const auto shell = hot::parse_shell(request.shell);
    if (!shell)
        return fail(Code::usage, "unknown shell").values(request.shell, "bash, zsh or fish");
    CUDAENV_TRY(const std::string_view text, activate::completion_text(*shell));
    Report report;
    report.out = text;
    report.json = json_text({{"text", text}});
    return report;
}

}  // namespace cudaenv::commands
