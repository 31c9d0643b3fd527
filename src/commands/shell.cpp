// SPDX-License-Identifier: MIT
#include "commands/shell.hpp"

#include "base/text.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/judging_selected.hpp"
#include "commands/lookup.hpp"
#include "commands/ruling.hpp"
#include "hot/quote.hpp"

namespace cudaenv::commands {
namespace {

// Both are exported, so that the previous choice needs no memory but the environment.
constexpr std::string_view kVersion = "CUDAENV_VERSION";
constexpr std::string_view kPrevious = "CUDAENV_VERSION_OLD";

Report needs_init() {
    Message message = Message::error("shell integration is not enabled in this shell");
    message.try_ = {"cudaenv init"};
    Report report;
    report.exit = 1;
    report.messages.push_back(std::move(message));
    return report;
}

// The statement that prints one line in the shell that evaluates it.
std::string print_statement(hot::Shell shell, const std::string& text) {
    const std::string word = hot::quote(shell, text);
    switch (shell) {
        case hot::Shell::bash:
        case hot::Shell::zsh:
        case hot::Shell::posix:
            return "printf '%s\\n' " + word + "\n";
        case hot::Shell::fish:
        case hot::Shell::elvish:
            return "echo " + word + "\n";
        case hot::Shell::pwsh:
            return "Write-Output " + word + "\n";
        case hot::Shell::nu:
            return "print " + word + "\n";
    }
    return "";
}

// Sets the choice (nullopt: takes it away) and remembers the present one.
Report change(hot::Shell shell, const World& world, const std::optional<std::string>& choice) {
    Report report;
    const std::optional<std::string> present = world.env.find(kVersion);
    if (choice == present) return report;
    report.out = hot::set_statement(shell, kPrevious, present.value_or(""));
    report.out += choice ? hot::set_statement(shell, kVersion, *choice)
                         : hot::unset_statement(shell, kVersion);
    return report;
}

Result<Report> swap(hot::Shell shell, const World& world) {
    const auto previous = world.env.find(kPrevious);
    if (!previous) return fail(Code::nothing_selected, "no previous choice in this shell");
    return change(shell, world, previous->empty() ? std::nullopt : previous);
}

// The choice rules wherever this shell goes; its warnings are told once for the present folder.
Result<Opinion> opinion_on(const ShellRequest& request, const std::vector<hot::Found>& found,
                           const Lookup& lookup, const World& world) {
    SelectedRequest selected{"shell", {}, "", request.force};
    selected.project = hot::start_folder(lookup.env()).value_or("");  // gone: as everywhere
    for (std::size_t i = 0; i < found.size(); ++i)
        selected.stacks.push_back({request.requests[i], found[i]});
    return judge_selected(selected, world);
}

Result<Report> select(const ShellRequest& request, hot::Shell shell, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    const auto found = resolve_all(lookup, request.requests);
    if (!found && !(request.force && found.error().code == Code::not_installed))
        return tl::unexpected(found.error());
    CUDAENV_TRY(Opinion opinion,
                opinion_on(request, found.value_or(std::vector<hot::Found>()), lookup, world));
    HookEvent event{"select", "", ""};
    if (found) event = {"select", found->front().name, found->front().prefix};
    Report report;
    if (!opinion.refusal) {
        CUDAENV_TRY(run_hooks(world, HookTime::before, event));
        report = change(shell, world, base::join(request.requests, " "));
        CUDAENV_TRY(run_hooks(world, HookTime::after, event));
    }
    report.error = opinion.refusal;
    report.findings = to_tell(std::move(opinion), world);
    return report;
}

}  // namespace

Result<Report> shell(const ShellRequest& request, const World& world) {
    const auto name = world.env.find("CUDAENV_SHELL");
    const auto kind = name ? hot::parse_shell(*name) : std::nullopt;
    if (!kind) return needs_init();
    if (request.unset) {
        if (!request.requests.empty()) return fail(Code::usage, "--unset takes no version");
        return change(*kind, world, std::nullopt);
    }
    if (request.requests.size() == 1 && request.requests.front() == "-") return swap(*kind, world);
    if (!request.requests.empty()) return select(request, *kind, world);
    const std::string present = world.env.value_or(kVersion, "");
    if (present.empty())
        return fail(Code::nothing_selected, "no version is set for this shell")
            .try_("cudaenv shell VERSION");
    Report report;
    report.out = print_statement(*kind, present);
    return report;
}

}  // namespace cudaenv::commands
