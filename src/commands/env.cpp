// SPDX-License-Identifier: MIT
#include "commands/env.hpp"

#include "activate/environment.hpp"
#include "commands/stack_env.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

using activate::EnvFormat;

Result<EnvFormat> format_of(const EnvRequest& request) {
    const int count = int{request.dotenv} + int{request.github} + int{request.docker} +
                      int{request.cmake} + int{!request.modulefile.empty()} +
                      int{!request.shell.empty()};
    if (count > 1) return fail(Code::usage, "one form at a time");
    if (request.dotenv) return EnvFormat::dotenv;
    if (request.docker) return EnvFormat::docker;
    if (request.cmake) return EnvFormat::cmake;
    if (request.modulefile == "lua") return EnvFormat::modulefile_lua;
    if (request.modulefile == "tcl") return EnvFormat::modulefile_tcl;
    return EnvFormat::shell;
}

Result<hot::Shell> shell_of(const EnvRequest& request, const World& world) {
    if (!request.shell.empty()) {
        const auto shell = hot::parse_shell(request.shell);
        if (shell) return *shell;
        return fail(Code::usage, "unknown shell")
            .values(request.shell, "bash, zsh, fish, sh, pwsh, nu or elvish");
    }
    const std::string path = world.env.value_or("SHELL", "");
    return hot::parse_shell(path.substr(path.rfind('/') + 1)).value_or(hot::Shell::posix);
}

Result<std::vector<hot::Found>> versions_of(const EnvRequest& request, const World& world,
                                            std::string& ccbin) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    if (request.request) return resolve_all(lookup, {*request.request});
    CUDAENV_TRY(Ruling ruling, find_whole_ruling(world, lookup));
    ccbin = ruling.selection.file.ccbin;
    return std::move(ruling.found);
}

Result<StackDelta> delta_of(const EnvRequest& request, const World& world) {
    if (request.undo) {
        if (request.request) return fail(Code::usage, "--undo takes no version");
        StackDelta undo;
        CUDAENV_TRY(undo.delta, undo_delta(world));
        return undo;
    }
    std::string ccbin;
    CUDAENV_TRY(const auto versions, versions_of(request, world, ccbin));
    return stack_delta(world, versions, ccbin, false);
}

// Other steps have written to the same file: add, never replace.
Result<void> append(const World& world, std::string_view variable, const std::string& text) {
    const std::string path = world.env.value_or(variable, "");
    if (path.empty())
        return fail(Code::usage, std::string(variable) + " is not set")
            .why("--github is for GitHub workflow steps");
    CUDAENV_TRY(const std::string present,
                sys::exists(path) ? sys::read_file(path) : Result<std::string>(""));
    CUDAENV_TRY(const sys::Fd file, sys::open_write(path));
    return sys::write_at(file.number(), present.size(), std::as_bytes(std::span(text)), path);
}

Result<Report> append_github(const StackDelta& stack, const World& world) {
    const activate::GithubFiles files = activate::render_github(stack.delta, stack.prefixes);
    CUDAENV_TRY(append(world, "GITHUB_ENV", files.env));
    CUDAENV_TRY(append(world, "GITHUB_PATH", files.path));
    return Report{};
}

}  // namespace

Result<Report> env(const EnvRequest& request, const World& world) {
    CUDAENV_TRY(const EnvFormat format, format_of(request));
    CUDAENV_TRY(const hot::Shell shell, shell_of(request, world));
    CUDAENV_TRY(const StackDelta stack, delta_of(request, world));
    if (request.github) return append_github(stack, world);
    Report report;
    report.out = activate::render(stack.delta, stack.prefixes, format, shell);
    if (world.options.json)
        report.json = activate::render(stack.delta, stack.prefixes, EnvFormat::json, shell);
    return report;
}

}  // namespace cudaenv::commands
