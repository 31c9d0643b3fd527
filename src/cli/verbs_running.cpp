// SPDX-License-Identifier: MIT
#include <array>

#include "cli/verb.hpp"
#include "commands/env.hpp"
#include "commands/exec.hpp"

namespace cudaenv::cli {
namespace {

Command define_exec(Options& options) {
    auto request = std::make_shared<commands::ExecRequest>();
    options.value("--version", "V", request->version, "this version, not the selected one");
    options.flag("--clean-ld", request->clean_ld, "without LD_LIBRARY_PATH");
    options.command_line("COMMAND", request->command);
    return {request, commands::exec};
}

Command define_env(Options& options) {
    auto request = std::make_shared<commands::EnvRequest>();
    options.value("--shell", "SHELL", request->shell, "statements of this shell (default: yours)");
    options.flag("--dotenv", request->dotenv, "NAME=VALUE lines");
    options.flag("--github", request->github, "append to $GITHUB_ENV and $GITHUB_PATH");
    options.choice("--modulefile", "lua|tcl", request->modulefile, "an environment module");
    options.flag("--docker", request->docker, "ENV lines of a Dockerfile");
    options.flag("--cmake", request->cmake, "arguments of cmake");
    options.flag("--undo", request->undo, "the way back");
    options.optional("VERSION", request->request);
    return {request, commands::env};
}

constexpr std::array kVerbs{
    Verb{"exec", Group::running, "exec [--version V] [--clean-ld] [--] COMMAND [ARGUMENTS]",
         "Run a program with the selected version",
         "Everything behind the program's name is passed on untouched. The exit code is the "
         "program's;\n"
         "126 if it cannot be executed, 127 if there is none.",
         define_exec},
    Verb{"env", Group::running, "env [OPTIONS] [VERSION]", "Print the environment of a version",
         "Default: statements for your shell, to be evaluated.", define_env},
};

}  // namespace

std::span<const Verb> running_verbs() {
    return kVerbs;
}

}  // namespace cudaenv::cli
