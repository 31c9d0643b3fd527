// SPDX-License-Identifier: MIT
#include "commands/exec.hpp"

#include <filesystem>

#include "base/text.hpp"
#include "commands/auto_install.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/programs.hpp"
#include "commands/seen.hpp"
#include "commands/stack_env.hpp"
#include "sys/attached.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

// The ruling with everything in it installed: what is missing may be installed now.
Result<Ruling> whole_ruling(const ExecRequest& request, const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(Ruling ruling, find_ruling(world, lookup, request.version));
    if (!ruling.error) return ruling;
    for (const base::Request& wanted : ruling.selection.file.requests) {
        if (!lookup.resolve(wanted)) CUDAENV_TRY(auto_install(wanted, *ruling.error, world));
    }
    return find_whole_ruling(world, lookup, request.version);
}

// A path is taken as it is; a name is looked up in the versions, then on PATH.
Result<std::string> program_path(const std::string& name, const Ruling& ruling,
                                 const World& world) {
    if (name.find('/') != std::string::npos) {
        if (sys::is_executable_file(name)) return name;
        if (!sys::exists(name)) return fail(Code::no_command, "no such program").at(name);
        return fail(Code::not_executable, "cannot be executed").at(name);
    }
    CUDAENV_TRY(const Programs programs, find_programs(world, ruling.found, name, true));
    if (!programs.found.empty()) return programs.found.front().path;
    if (programs.dead.empty()) return tl::unexpected(no_command(world, name));
    return fail(Code::not_executable, name + ": cannot be executed").at(programs.dead.front());
}

// What is in use is not pruned: the stacks, and the project whose file rules.
void note_use(const Ruling& ruling, const World& world) {
    for (const hot::Found& found : ruling.found) {
        if (found.kind != hot::Found::Kind::stack) continue;
        const auto read = hot::read_activation_file(found.prefix);
        if (read) hot::touch_activation(found.prefix, read->modified_seconds);
    }
    if (ruling.selection.origin.kind != hot::Origin::Kind::file) return;
    std::vector<std::string> requests;
    for (const base::Request& one : ruling.selection.file.requests)
        requests.push_back(as_written(one));
    const std::filesystem::path file(ruling.selection.origin.path);
    note_project(world, file.parent_path().string(), base::join(requests, " "));
}

}  // namespace

Result<Report> exec(const ExecRequest& request, const World& world) {
    CUDAENV_TRY(const Ruling ruling, whole_ruling(request, world));
    CUDAENV_TRY(const std::string path, program_path(request.command.front(), ruling, world));
    const hot::Found& first = ruling.found.front();
    const HookEvent event{"exec", first.name, first.prefix};
    CUDAENV_TRY(run_hooks(world, HookTime::before, event));
    CUDAENV_TRY(sys::Env env, stack_env(world, ruling, request.clean_ld));
    note_use(ruling, world);
    // nvcc finds its toolkit through argv[0]: a bare name there would make it search PATH.
    Become become{path, request.command, std::move(env)};
    become.argv.front() = path;
    Report report;
    report.messages = messages_of(ruling.selection);
    if (hook_scripts(world, "exec", HookTime::after).empty()) {
        report.become = std::move(become);
        return report;
    }
    CUDAENV_TRY(report.exit, sys::run_attached({become.path, become.argv, become.env, false}));
    CUDAENV_TRY(run_hooks(world, HookTime::after, event));
    return report;
}

}  // namespace cudaenv::commands
