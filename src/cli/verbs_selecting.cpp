// SPDX-License-Identifier: MIT
#include <array>

#include "cli/verb.hpp"
#include "commands/alias.hpp"
#include "commands/local.hpp"
#include "commands/shell.hpp"

namespace cudaenv::cli {
namespace {

Command define_local(Options& options) {
    auto request = std::make_shared<commands::LocalRequest>();
    options.flag("--unset", request->unset, "remove ./.cuda-version");
    options.flag("-f,--force", request->force, "also what is not installed or cannot run here");
    options.flag("--resolve", request->resolve, "write the exact version, not the request");
    options.value("--cudnn", "V", request->cudnn, "with this cuDNN");
    options.many("VERSION", request->requests);
    return {request, commands::local};
}

Command define_global(Options& options) {
    auto request = std::make_shared<commands::GlobalRequest>();
    options.flag("--unset", request->unset, "remove the global choice");
    options.flag("-f,--force", request->force, "also what is not installed or cannot run here");
    options.flag("--resolve", request->resolve, "write the exact version, not the request");
    options.many("VERSION", request->requests);
    return {request, commands::global};
}

Command define_shell(Options& options) {
    auto request = std::make_shared<commands::ShellRequest>();
    options.flag("--unset", request->unset, "let files rule again");
    options.flag("-f,--force", request->force, "also what is not installed or cannot run here");
    options.many("VERSION", request->requests);
    return {request, commands::shell};
}

Command define_alias(Options& options) {
    auto request = std::make_shared<commands::AliasRequest>();
    options.optional("NAME", request->name);
    options.optional("REQUEST", request->request);
    return {request, commands::alias};
}

Command define_unalias(Options& options) {
    auto request = std::make_shared<commands::UnaliasRequest>();
    options.required("NAME", request->name);
    return {request, commands::unalias};
}

constexpr std::array kVerbs{
    Verb{"local", Group::selecting,
         "local [-f] [--resolve] [--cudnn V] [VERSION...]\n"
         "local --unset",
         "Set or show the version of this folder",
         "Writes the version into `.cuda-version` in the current folder; it holds here and in all "
         "folders\n"
         "below. Of several versions the first is active, the programs of the others can be found, "
         "too.\n"
         "Without a version it prints what the nearest version file at or above the folder says.\n"
         "\n"
         "A version is 12.4.1, a prefix (12.4, 12), a range (>=12.1,<12.7), `system`, or an alias; "
         "with\n"
         "`+cudnn9` and the like it names a stack with companions.",
         define_local},
    Verb{"global", Group::selecting,
         "global [-f] [--resolve] [VERSION...]\n"
         "global --unset",
         "Set or show the version that holds where no other is set",
         "CUDAENV_VERSION and version files (`cudaenv help local`) come before it. Without a "
         "version it\n"
         "prints the present one, `system` if none is set.",
         define_global},
    Verb{"shell", Group::selecting,
         "shell [-f] VERSION...\n"
         "shell -\n"
         "shell --unset",
         "Set or show the version of this shell",
         "Sets CUDAENV_VERSION in the shell that calls it, which comes before all files. `-` goes "
         "back to\n"
         "the previous choice. Needs shell integration: `cudaenv init`.",
         define_shell},
    Verb{"alias", Group::selecting, "alias [NAME [REQUEST]]",
         "Give a request a name, or list the names",
         "The name can stand wherever a version can: `cudaenv alias prod 12.4+cudnn9`.",
         define_alias},
    Verb{"unalias", Group::selecting, "unalias NAME", "Forget an alias", "", define_unalias},
};

}  // namespace

std::span<const Verb> selecting_verbs() {
    return kVerbs;
}

}  // namespace cudaenv::cli
