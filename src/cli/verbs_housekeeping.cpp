// SPDX-License-Identifier: MIT
#include <array>

#include "cli/about.hpp"
#include "cli/verb.hpp"
#include "commands/cache.hpp"
#include "commands/configure.hpp"
#include "commands/hooks.hpp"
#include "commands/init.hpp"
#include "commands/self_uninstall.hpp"
#include "commands/shims.hpp"

namespace cudaenv::cli {
namespace {

Command define_init(Options& options) {
    auto request = std::make_shared<commands::InitRequest>();
    options.flag("--no-hook", request->hook, "no hook at the prompt", false);
    options.flag("--no-rehash", request->rehash, "accepted for pyenv's sake", false);
    options.flag("--path", request->path_only, "print the change of PATH only");
    options.flag("--install", request->install, "add our lines to your start files");
    options.flag("--uninstall", request->uninstall, "take them away");
    options.flag("--detect-shell", request->detect_shell, "tell the shell and its start files");
    options.many("[-] SHELL", request->words);
    return {request, commands::init};
}

Command define_rehash(Options& /*options*/) {
    return {std::make_shared<commands::RehashRequest>(), commands::rehash};
}

Command define_completions(Options& options) {
    auto request = std::make_shared<commands::CompletionsRequest>();
    options.required("SHELL", request->shell);
    return {request, commands::completions};
}

Command define_config(Options& options) {
    auto request = std::make_shared<commands::ConfigRequest>();
    options.optional("ACTION", request->action);
    options.optional("KEY", request->key);
    options.optional("VALUE", request->value);
    return {request, commands::configure};
}

Command define_cache(Options& options) {
    auto request = std::make_shared<commands::CacheRequest>();
    options.word("dir|size|clear", request->action);
    return {request, commands::cache};
}

Command define_hooks(Options& options) {
    auto request = std::make_shared<commands::HooksRequest>();
    options.required("COMMAND", request->verb);
    return {request, commands::hooks};
}

Command define_self(Options& options) {
    auto request = std::make_shared<commands::SelfRequest>();
    options.flag("-f,--force", request->force, "also while a program of ours is running");
    options.required("uninstall", request->action);
    return {request, commands::self};
}

constexpr std::array kVerbs{
    Verb{"init", Group::housekeeping,
         "init - [SHELL] [--no-hook] [--no-rehash] [--path]\n"
         "init [SHELL]\n"
         "init --install | --uninstall [SHELL]\n"
         "init --detect-shell",
         "Connect your shell with cudaenv",
         "With `-` it prints what the shell evaluates; without, it tells where to put the line. "
         "Shells:\n"
         "bash, zsh, fish, sh, pwsh, nu, elvish.",
         define_init},
    Verb{"rehash", Group::housekeeping, "rehash", "Renew the shims",
         "`install` and `uninstall` do it by themselves.", define_rehash},
    Verb{"completions", Group::housekeeping, "completions SHELL",
         "Print the completion script of a shell", "", define_completions, true},
    Verb{"config", Group::housekeeping,
         "config [list]\n"
         "config [get] KEY\n"
         "config [set] KEY VALUE\n"
         "config unset KEY\n"
         "config path",
         "Show or change settings",
         "Changes go into your config.toml; comments and everything else in it stay.",
         define_config, true},
    Verb{"cache", Group::housekeeping, "cache [dir | size | clear]",
         "Show or clear the cache of downloads", "", define_cache},
    Verb{"hooks", Group::housekeeping, "hooks COMMAND", "List the hook scripts of a command", "",
         define_hooks},
    Verb{"commands", Group::housekeeping, "commands [--sh | --no-sh]", "List all commands",
         "With --json it tells their options, too.", define_commands, true},
    Verb{"help", Group::housekeeping, "help [--usage] [COMMAND]", "Show help", "", define_help,
         true},
    Verb{"self", Group::housekeeping, "self uninstall [-f]",
         "Remove cudaenv with all installed versions",
         "Asks first. Adopted toolkits and files of others stay.", define_self},
};

}  // namespace

std::span<const Verb> housekeeping_verbs() {
    return kVerbs;
}

}  // namespace cudaenv::cli
