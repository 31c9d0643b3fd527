// SPDX-License-Identifier: MIT
#include "shims/tool.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/layout.hpp"
#include "hot/program.hpp"
#include "hot/quote.hpp"
#include "hot/read_file.hpp"
#include "hot/ruling.hpp"
#include "hot/undo.hpp"
#include "shims/guard.hpp"
#include "shims/home.hpp"
#include "shims/message.hpp"

namespace cudaenv::shim {

namespace {

// What a call is about: everything that is read before anything is decided.
struct Scene {
    const Call& call;
    base::Layout layout;
    hot::Conf conf;
    hot::Ruling ruling;
};

struct Target {
    hot::Program program;
    bool is_systems = false;
};

// PATH without anything of ours; shims folders are left in, they know each other.
std::string path_without_us(const Scene& scene) {
    std::vector<std::string_view> roots{scene.layout.root()};
    roots.insert(roots.end(), scene.conf.system_roots.begin(), scene.conf.system_roots.end());
    auto path = hot::Undo(scene.call.env, roots).list("PATH");
    return path ? *std::move(path) : std::string(hot::kDefaultPath);
}

// Of the system's toolkit first, as `cudaenv which` has it; what that lacks is looked for on PATH.
std::optional<Target> find_in_system(const Scene& scene) {
    const hot::Aliases none;
    const hot::Found toolkit = hot::find_system({scene.call.env, scene.layout, scene.conf, none});
    std::string path = path_without_us(scene);
    if (!toolkit.prefix.empty()) path.insert(0, base::Layout::join(toolkit.prefix, "bin:"));
    auto program = hot::find_on_path(path, scene.call.tool);
    if (!program) return std::nullopt;
    return Target{*std::move(program), true};
}

// In the order of the versions; what none of them has is asked of the system.
std::optional<Target> find_target(const Scene& scene) {
    auto prefix = scene.ruling.prefixes.begin();
    std::optional<Target> found;
    for (const hot::Found& stack : scene.ruling.stacks) {
        if (stack.prefix.empty()) {
            found = find_in_system(scene);
        } else if (auto program = hot::find_in_prefix(*prefix++, scene.call.tool)) {
            found = Target{*std::move(program), false};
        }
        if (found) return found;
    }
    return find_in_system(scene);
}

Error no_command(const Scene& scene) {
    const std::string& tool = scene.call.tool;
    const std::string names = hot::names_of(scene.ruling);
    const std::string origin = hot::to_string(scene.ruling.selection.origin);
    auto failure = names == "system" ? fail(Code::no_command, tool + " is not in the system")
                                     : fail(Code::no_command,
                                            tool + " is not in " + names + ", nor in the system");
    Error& error = failure.value();
    error.found = names + (origin.empty() ? " (nothing is selected)" : " (set by " + origin + ")");
    const auto installed = hot::list_installed(scene.layout, scene.conf);
    std::string having;
    for (const hot::Found& each : installed ? *installed : std::vector<hot::Found>{}) {
        auto activation = hot::read_activation(each.prefix);
        if (!activation) continue;
        if (!hot::find_in_prefix({each.prefix, *std::move(activation)}, tool)) continue;
        having += (having.empty() ? "" : ", ") + each.name;
        error.try_ = {hot::as_word(tool) + " +" + each.name,
                      "cudaenv local " + hot::as_word(each.name)};
    }
    error.notes.push_back(having.empty() ? "no installed version has it" : having + " has it");
    return std::move(error);
}

// Why execve came back.
Error not_started(const std::string& path, int error) {
    switch (error) {
        case E2BIG:
            return fail(Code::not_executable,
                        "environment and arguments are too long to start " + path)
                .at(path)
                .found(std::strerror(error))
                .why("the kernel limits their size; a very long PATH is the usual cause")
                .value();
        case ENOENT:
            return fail(Code::not_executable, "its interpreter or loader is missing")
                .at(path)
                .value();
        default:
            return fail(Code::not_executable, "cannot be executed")
                .at(path)
                .found(std::strerror(error))
                .value();
    }
}

// A script without a `#!` line is the shell's, as execvp has it.
void start_as_script(const std::vector<const char*>& arguments, const char* const* environment) {
    static constexpr const char* kShell = "/bin/sh";
    std::vector<const char*> shell{kShell};
    shell.insert(shell.end(), arguments.begin(), arguments.end());
    execve(kShell, const_cast<char* const*>(shell.data()), const_cast<char* const*>(environment));
}

// nvcc finds its root through argv[0]: the absolute path stands there too.
Error start(const std::string& path, char** arguments,
            const std::vector<const char*>& environment) {
    std::vector<const char*> argv{path.c_str()};
    for (; *arguments != nullptr; ++arguments) argv.push_back(*arguments);
    argv.push_back(nullptr);
    execve(path.c_str(), const_cast<char* const*>(argv.data()),
           const_cast<char* const*>(environment.data()));
    if (errno == ENOEXEC) start_as_script(argv, environment.data());
    return not_started(path, errno);
}

Result<void> set_guard(hot::Delta& delta, const Scene& scene, const Target& target) {
    if (!target.is_systems) {
        if (scene.call.env.find(kGuard)) delta.emplace_back(kGuard, std::nullopt);
        return {};
    }
    const int depth = next_depth(scene.call.env);
    if (depth >= kDeepest) {
        return fail(Code::bug, scene.call.tool + " of the system calls the shim again and again")
            .at(target.program.path)
            .needs("a program, not a wrapper that looks for " + scene.call.tool + " on PATH");
    }
    delta.emplace_back(kGuard, guard_value(depth));
    return {};
}

Result<void> become(Scene& scene, const Target& target, char** arguments) {
    if (!target.program.is_executable) {
        return tl::unexpected(not_started(target.program.path, EACCES));
    }
    hot::Delta delta = hot::make_delta({.env = scene.call.env,
                                        .root = scene.layout.root(),
                                        .roots = scene.conf.system_roots,
                                        .conf = scene.conf,
                                        .ccbin = scene.ruling.selection.file.ccbin,
                                        .prefixes = std::move(scene.ruling.prefixes),
                                        .program = target.program.path});
    CUDAENV_TRY(set_guard(delta, scene, target));
    std::vector<std::string> storage;
    const auto environment = hot::apply_in_place(scene.call.env, delta, storage);
    return tl::unexpected(start(target.program.path, arguments, environment));
}

// `+V` counts only as the first argument.
Result<std::string_view> take_version(char**& arguments) {
    if (*arguments == nullptr || **arguments != '+') return std::string_view();
    const std::string_view version(*arguments + 1);
    if (version.empty()) {
        return fail(Code::usage, "`+` without a version").needs("as in +12.4");
    }
    ++arguments;
    return version;
}

Result<void> run(const Call& call) {
    char** arguments = call.arguments;
    if (*arguments != nullptr) ++arguments;
    CUDAENV_TRY(const std::string_view version, take_version(arguments));
    CUDAENV_TRY(std::string root, find_root(call.env));
    Scene scene{call, base::Layout(std::move(root)), {}, {}};
    CUDAENV_TRY(scene.conf, hot::read_conf(scene.layout.hot_conf()));
    scene.ruling = hot::find_ruling({call.env, scene.layout, scene.conf, version});
    for (const std::string& note : scene.ruling.selection.notes) print_error(note_text(note));
    if (scene.ruling.error) return tl::unexpected(*std::move(scene.ruling.error));
    const auto target = find_target(scene);
    if (!target) return tl::unexpected(no_command(scene));
    return become(scene, *target, arguments);
}

}  // namespace

int run_tool(const Call& call) {
    const auto outcome = run(call);
    print_error(to_text(outcome.error()));
    return exit_code(outcome.error().code);
}

}  // namespace cudaenv::shim
