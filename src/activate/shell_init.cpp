// SPDX-License-Identifier: MIT
#include "activate/shell_init.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "activate/embedded.hpp"
#include "hot/delta.hpp"
#include "hot/undo.hpp"

namespace cudaenv::activate {

namespace {

using hot::Delta;
using hot::Shell;

// What takes everything of ours out of the environment.
Delta undo(const base::Layout& layout, const hot::Conf& conf, const sys::Env& env) {
    const std::vector<std::string> strings = env.to_strings();
    std::vector<const char*> entries;
    for (const std::string& entry : strings) entries.push_back(entry.c_str());
    entries.push_back(nullptr);
    return hot::make_undo({.env = hot::EnvView(entries.data()),
                           .root = layout.root(),
                           .roots = conf.system_roots,
                           .conf = conf,
                           .ccbin = {},
                           .prefixes = {}});
}

Delta::iterator find_path(Delta& delta) {
    return std::ranges::find(delta, "PATH", &Delta::value_type::first);
}

// The same, with the shims in front of PATH.
Delta fresh_start(const base::Layout& layout, const hot::Conf& conf, const sys::Env& env) {
    Delta delta = undo(layout, conf, env);
    auto path = find_path(delta);
    if (path == delta.end()) {
        path = delta.emplace(delta.end(), "PATH", env.find("PATH"));
    }
    const std::string rest = path->second.value_or(std::string(hot::kDefaultPath));
    path->second = rest.empty() ? layout.shims() : layout.shims() + ":" + rest;
    return delta;
}

struct Setting {
    std::string_view name;  // as in the shells that have capitals here
    std::string value;
};

// How a shell declares a variable of its own, not exported.
std::string declare(Shell shell, const Setting& setting) {
    const std::string word = hot::quote(shell, setting.value);
    const std::string name = "_CUDAENV_" + std::string(setting.name);
    switch (shell) {
        case Shell::bash:
        case Shell::zsh:
        case Shell::posix:
            return name + "=" + word + "\n";
        case Shell::fish:
            return "set -g " + name + " " + word + "\n";
        case Shell::pwsh:
            return "$global:" + name + " = " + word + "\n";
        case Shell::nu:
            return "const " + name + " = " + word + "\n";
        case Shell::elvish:
            return "var " + name + " = " + word + "\n";
    }
    return {};
}

std::string join_files(std::initializer_list<std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) text += embedded_file(name);
    return text;
}

std::string fixed_text(Shell shell, bool hook) {
    switch (shell) {
        case Shell::bash:
            return join_files({"shims/function.sh", "shims/complete.bash"}) +
                   (hook ? join_files({"shims/hook.sh", "shims/hook.bash"}) : "");
        case Shell::zsh:
            return join_files({"shims/function.sh"}) +
                   (hook ? join_files({"shims/hook.sh", "shims/hook.zsh"}) : "");
        case Shell::fish:
            return join_files({"shims/function.fish"}) +
                   (hook ? join_files({"shims/hook.fish"}) : "");
        case Shell::posix:
            return join_files({"shims/function.sh"});
        case Shell::pwsh:
            return join_files({"shims/init.ps1"});
        case Shell::nu:
            return join_files({"shims/init.nu"});
        case Shell::elvish:
            return join_files({"shims/init.elv"});
    }
    return {};
}

// Whatever options and aliases the person has set, zsh reads and runs the text by its own rules.
// Completion stands outside: it has to run by the rules that the completion system sets.
std::string shield(std::string_view text) {
    return "emulate zsh -o no_aliases -c " + hot::quote(Shell::zsh, text) + "\n" +
           join_files({"shims/complete.zsh"});
}

}  // namespace

Result<std::string> init_text(const base::Layout& layout, const hot::Conf& conf,
                              const sys::Env& env, const InitOptions& options) {
    const Shell shell = options.shell;
    Delta delta = fresh_start(layout, conf, env);
    if (options.path_only) {
        return hot::set_statement(shell, "PATH", *find_path(delta)->second);
    }
    const bool hook = options.hook && conf.mode != "shims";
    std::string text = shell == Shell::nu ? "" : hot::to_statements(shell, delta);
    text += declare(shell, {"PROGRAM", options.binary});
    text += declare(shell, {"ROOT", layout.root()});
    text += declare(shell, {"SHELL", std::string(hot::to_string(shell))});
    text += declare(shell, {"HOOK", hook ? "1" : ""});
    // Makes the first prompt look, also where an earlier init has been at work.
    text += declare(shell, {"KEY", ""});
    text += fixed_text(shell, hook);
    return shell == Shell::zsh ? shield(text) : text;
}

Result<std::string_view> completion_text(Shell shell) {
    switch (shell) {
        case Shell::bash:
            return embedded_file("completions/cudaenv.bash");
        case Shell::zsh:
            return embedded_file("completions/_cudaenv");
        case Shell::fish:
            return embedded_file("completions/cudaenv.fish");
        default:
            return fail(Code::usage, "no completions for this shell")
                .values(hot::to_string(shell), "bash, zsh or fish");
    }
}

}  // namespace cudaenv::activate
