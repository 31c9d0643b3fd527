// SPDX-License-Identifier: MIT
#include "cli/app.hpp"

#include <unistd.h>

#include <cerrno>
#include <iostream>

#include "base/program.hpp"
#include "base/text.hpp"
#include "cli/about.hpp"
#include "cli/called_program.hpp"
#include "cli/exit_code.hpp"
#include "cli/help.hpp"
#include "cli/parse.hpp"
#include "cli/plugins.hpp"
#include "cli/progress.hpp"
#include "cli/render.hpp"
#include "commands/json.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::cli {
namespace {

using commands::Report;
using commands::World;

// Bytes to a stream. A reader that went away (EPIPE) is no failure; a full disk is.
Result<void> print(int stream, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(stream, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EPIPE || stream == STDERR_FILENO)) return {};
        if (count < 0)
            return fail(errno == ENOSPC ? Code::space : Code::files, "cannot write the output")
                .at("stdout");
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

bool is_colored(const Globals& globals, const World& world) {
    if (globals.color != "auto") return globals.color == "always";
    if (!world.env.value_or("NO_COLOR", "").empty()) return false;
    if (world.env.is_on("CLICOLOR_FORCE")) return true;
    return world.terminal.err_is_tty && world.env.value_or("TERM", "") != "dumb";
}

Look look_of(const Globals& globals, const World& world) {
    Look look;
    const bool is_json = globals.shared.json || globals.format == "json";
    look.format = is_json                      ? Format::json
                  : globals.format == "github" ? Format::github
                                               : Format::text;
    look.color = is_colored(globals, world);
    look.quiet = globals.shared.quiet;
    look.verbose = globals.shared.verbose > 0;
    return look;
}

ProgressMode progress_mode(const Globals& globals, const World& world) {
    if (globals.progress == "plain") return ProgressMode::plain;
    if (globals.progress == "always") return ProgressMode::lines;
    const bool is_wanted = globals.progress == "auto" && !globals.shared.quiet;
    return is_wanted && world.terminal.err_is_tty ? ProgressMode::lines : ProgressMode::none;
}

ProgressOptions progress_options(const Globals& globals, const World& world) {
    ProgressOptions options;
    options.mode = progress_mode(globals, world);
    options.look = look_of(globals, world);
    options.columns = world.terminal.columns;
    options.now = [] { return std::chrono::steady_clock::now(); };
    options.write = [](std::string_view text) { static_cast<void>(print(STDERR_FILENO, text)); };
    return options;
}

// A yes or no of the person; no without a terminal.
bool ask(const World& world, const std::string& question) {
    if (world.options.yes) return true;
    if (!world.terminal.in_is_tty || !world.terminal.err_is_tty) return false;
    static_cast<void>(print(STDERR_FILENO, "cudaenv: " + base::printable(question) + " [y/N] "));
    std::string answer;
    std::getline(std::cin, answer);
    const std::string word = base::to_lower(base::trim(answer));
    return word == "y" || word == "yes";
}

World world_of_process() {
    World world;
    world.env = sys::Env::of_process();
    world.terminal = sys::Terminal::of_process();
    world.now = [] { return std::chrono::system_clock::now(); };
    world.runner = sys::run;
    world.executable = called_program(sys::read_link("/proc/self/exe").value_or("cudaenv"));
    return world;
}

Result<Report> run_command(const Invocation& invocation, World& world) {
    const bool tolerates = invocation.verb != nullptr && invocation.verb->tolerates_config;
    if (auto done = commands::complete(world); !done && !tolerates)
        return tl::unexpected(done.error());
    if (invocation.verb != nullptr) return invocation.command(world);
    const std::string plugin = find_plugin(world, invocation.name);
    if (plugin.empty()) return tl::unexpected(unknown_verb(world, invocation.name));
    return run_plugin(world, plugin, invocation.rest);
}

Result<Report> answer(const Invocation& invocation, World& world) {
    Report report;
    if (invocation.name.empty() && invocation.globals.version) {
        report.out = version_line();
        report.json = commands::json_text({{"version", base::kProgramVersion}});
    } else if (invocation.name.empty() && invocation.globals.help) {
        report = text_report(help_text());
    } else if (invocation.verb != nullptr && invocation.globals.help) {
        report = text_report(help_text(*invocation.verb));
    } else {
        return run_command(invocation, world);
    }
    return report;
}

int finish(const Rendered& rendered, const Look& look) {
    static_cast<void>(print(STDERR_FILENO, rendered.err));
    const auto printed = print(STDOUT_FILENO, rendered.out);
    if (printed) return rendered.exit;
    const Rendered failure = render(printed.error(), look);
    static_cast<void>(print(STDERR_FILENO, failure.err));
    return failure.exit;
}

int finish(Report report, const World& world, const Look& look) {
    for (const std::string& note : world.notes)
        report.messages.insert(report.messages.begin(), commands::Message::note(note));
    Rendered rendered = render(report, look);
    if (report.become) rendered.out.clear();  // stdout is the program's
    const int exit = finish(rendered, look);
    if (!report.become || exit != kExitDone) return exit;
    const commands::Become& next = *report.become;
    Error failure = sys::become(next.path, next.argv, next.env);
    if (failure.code == Code::not_found) failure.code = Code::no_command;
    return finish(render(failure, look), look);
}

}  // namespace

int run(int argc, char** argv) {
    sys::watch_signals();
    World world = world_of_process();
    Invocation invocation;
    const auto parsed = parse(std::vector<std::string>(argv + 1, argv + argc), invocation);
    world.options = invocation.globals.shared;
    const Look look = look_of(invocation.globals, world);
    world.options.json = look.format == Format::json;
    if (!parsed) return finish(render(parsed.error(), look), look);
    const bool is_bare =
        invocation.name.empty() && !invocation.globals.help && !invocation.globals.version;
    if (is_bare) return finish(Rendered{"", help_text(), kExitUsage}, look);
    Progress progress(progress_options(invocation.globals, world));
    world.observer = &progress;
    world.confirm = [&world](const std::string& question) { return ask(world, question); };
    const auto report = answer(invocation, world);
    progress.clear();
    return report ? finish(*report, world, look) : finish(render(report.error(), look), look);
}

}  // namespace cudaenv::cli
