// SPDX-License-Identifier: MIT
#include "shims/hook.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "hot/python_env.hpp"
#include "hot/read_file.hpp"
#include "hot/ruling.hpp"
#include "shims/home.hpp"
#include "shims/hook_output.hpp"
#include "shims/message.hpp"

namespace cudaenv::shim {

namespace {

using Kind = hot::Origin::Kind;

struct Prompt {
    hot::EnvView env;
    base::Layout layout;
    hot::Conf conf;
    std::string generation;
    hot::Ruling ruling;
};

// The first line as the shell's `read` sees it.
std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n')));
}

void read_conf(Prompt& prompt) {
    const std::string path = prompt.layout.hot_conf();
    auto conf = hot::read_conf(path);
    if (conf) {
        prompt.conf = *std::move(conf);
    } else {
        prompt.ruling.error = std::move(conf).error();
    }
    prompt.generation = first_line(hot::read_file(path.c_str(), 1U << 20U).text);
}

Prompt look(hot::EnvView env, std::string root) {
    Prompt prompt{env, base::Layout(std::move(root)), {}, {}, {}};
    read_conf(prompt);
    // In the other mode the shims decide at each call, the prompt leaves the environment alone.
    if (prompt.ruling.error || prompt.conf.mode == "shims") return prompt;
    prompt.ruling = hot::find_ruling({env, prompt.layout, prompt.conf});
    return prompt;
}

// `system` chosen by somebody, not for want of a choice: then nothing of ours stays in PATH.
bool is_chosen_system(const hot::Ruling& ruling) {
    return !ruling.error && ruling.prefixes.empty() && !ruling.stacks.empty() &&
           ruling.selection.origin.kind != Kind::none;
}

hot::Delta change_of(const Prompt& prompt) {
    const hot::DeltaInput input{.env = prompt.env,
                                .root = prompt.layout.root(),
                                .roots = prompt.conf.system_roots,
                                .conf = prompt.conf,
                                .ccbin = prompt.ruling.selection.file.ccbin,
                                .prefixes = prompt.ruling.prefixes,
                                .with_shims = true};
    return is_chosen_system(prompt.ruling) ? hot::make_undo(input) : hot::make_delta(input);
}

// ~/work/nerf/.cuda-version
std::string short_path(hot::EnvView env, const std::string& path) {
    const auto home = env.find_filled("HOME");
    if (!home || !path.starts_with(*home) || path.substr(home->size(), 1) != "/") return path;
    return "~" + path.substr(home->size());
}

std::string origin_text(const Prompt& prompt) {
    const hot::Origin& origin = prompt.ruling.selection.origin;
    switch (origin.kind) {
        case Kind::global:
            return " (global)";
        case Kind::file:
            return " (" + short_path(prompt.env, origin.path) + ")";
        case Kind::environment:
            return " (CUDAENV_VERSION)";
        default:
            return "";
    }
}

std::string notes_of(const hot::Selection& selection) {
    std::string text;
    for (const std::string& note : selection.notes) text += note_text(note);
    for (const std::string& warning : selection.file.warnings) {
        text += "cudaenv: warning: " + base::printable(warning + " in " + selection.origin.path);
        text += '\n';
    }
    return text;
}

// Whether the environment that the shell came with holds these stacks already.
bool is_inherited(const Prompt& prompt) {
    const auto text = prompt.env.find_filled("CUDAENV_STATE");
    const auto state = text ? hot::decode(*text) : std::nullopt;
    const auto& prefixes = prompt.ruling.prefixes;
    return state && !prefixes.empty() && state->prefixes.starts_with(prefixes.front().path);
}

// On a shell's first prompt only what the folder decides is news.
bool is_news(const Prompt& prompt, std::string_view said) {
    if (!said.empty()) return first_line(said) != hot::names_of(prompt.ruling);
    return prompt.ruling.selection.origin.kind == Kind::file && !is_inherited(prompt);
}

// Says what changed, once; returns what the shell has to remember as said.
std::string speak(const Prompt& prompt, std::string_view said) {
    if (prompt.ruling.error) {
        std::string text = to_text(*prompt.ruling.error);
        if (text != said) print_error(text);
        return text;
    }
    const std::string names = hot::names_of(prompt.ruling);
    const std::string notes = notes_of(prompt.ruling.selection);
    std::string now = notes.empty() ? names : names + "\n" + notes;
    if (names.empty() || now == said) return now;
    if (!notes.empty()) print_error(notes);
    if (is_news(prompt, said)) {
        print_error("cudaenv: " + base::printable(names + origin_text(prompt)) + "\n");
    }
    return now;
}

Memory memory_of(const Prompt& prompt, std::string said) {
    const hot::Selection& selection = prompt.ruling.selection;
    Memory memory;
    if (!prompt.ruling.prefixes.empty()) memory.prefix = prompt.ruling.prefixes.front().path;
    memory.absent = selection.absent;
    for (std::string& path : hot::find_python_cuda(prompt.env).absent) {
        memory.absent.push_back(std::move(path));
    }
    memory.conf = prompt.layout.hot_conf();
    memory.generation = prompt.generation;
    memory.file = selection.origin.path;
    memory.text = selection.ruling_text.substr(0, selection.ruling_text.find('\0'));
    memory.said = std::move(said);
    return memory;
}

Result<hot::Shell> shell_of(const char* name) {
    if (name != nullptr) {
        const auto shell = hot::parse_shell(name);
        if (shell && *shell != hot::Shell::posix) return *shell;
    }
    return fail(Code::usage, "no prompt hook for this shell")
        .values(name == nullptr ? "" : name, "bash, zsh, fish, pwsh, nu or elvish");
}

Result<void> run(char** arguments, hot::EnvView env) {
    CUDAENV_TRY(const hot::Shell shell, shell_of(*arguments));
    const std::string_view said = arguments[1] == nullptr ? "" : arguments[1];
    CUDAENV_TRY(std::string root, find_root(env));
    const Prompt prompt = look(env, std::move(root));
    const hot::Delta change = change_of(prompt);
    print_output(hook_output(shell, change, memory_of(prompt, speak(prompt, said))));
    return {};
}

}  // namespace

int run_hook(char** arguments, hot::EnvView env) {
    const auto outcome = run(arguments, env);
    if (outcome) return 0;
    print_error(to_text(outcome.error()));
    return exit_code(outcome.error().code);
}

}  // namespace cudaenv::shim
