// SPDX-License-Identifier: MIT
#include <array>

#include "cli/verb.hpp"
#include "commands/compat.hpp"
#include "commands/info.hpp"
#include "commands/latest.hpp"
#include "commands/prefix.hpp"
#include "commands/shims.hpp"
#include "commands/status.hpp"
#include "commands/version.hpp"
#include "commands/version_file.hpp"
#include "commands/versions.hpp"
#include "commands/which.hpp"

namespace cudaenv::cli {
namespace {

Command define_version(Options& options) {
    auto request = std::make_shared<commands::VersionRequest>();
    options.flag("--bare", request->bare, "print the name only");
    return {request, commands::version};
}

Command define_current(Options& /*options*/) {
    auto request = std::make_shared<commands::VersionRequest>();
    request->bare = true;
    return {request, commands::version};
}

Command define_version_name(Options& /*options*/) {
    return {std::make_shared<commands::VersionNameRequest>(), commands::version_name};
}

Command define_version_origin(Options& /*options*/) {
    return {std::make_shared<commands::VersionOriginRequest>(), commands::version_origin};
}

Command define_version_file(Options& options) {
    auto request = std::make_shared<commands::VersionFileRequest>();
    options.optional("DIR", request->folder);
    return {request, commands::version_file};
}

Command define_version_file_read(Options& options) {
    auto request = std::make_shared<commands::VersionFileReadRequest>();
    options.required("FILE", request->file);
    return {request, commands::version_file_read};
}

Command define_version_file_write(Options& options) {
    auto request = std::make_shared<commands::VersionFileWriteRequest>();
    options.flag("-f,--force", request->force, "also a version that is not installed");
    options.required("FILE", request->file);
    options.many("VERSION", request->requests, true);
    return {request, commands::version_file_write};
}

Command define_versions(Options& options) {
    auto request = std::make_shared<commands::VersionsRequest>();
    options.flag("--bare", request->bare, "print the names only, without `system`");
    options.flag("--system", request->system, "list `system` in any case");
    options.flag("--size", request->size, "tell how much of the disk each takes");
    return {request, commands::versions};
}

Command define_latest(Options& options) {
    auto request = std::make_shared<commands::LatestRequest>();
    options.flag("-k,--known", request->known, "of all known versions, not the installed ones");
    options.optional("REQUEST", request->request);
    return {request, commands::latest};
}

Command define_which(Options& options) {
    auto request = std::make_shared<commands::WhichRequest>();
    options.flag("--nosystem", request->nosystem, "only in the selected versions");
    options.flag("--all", request->all, "every one, in order of precedence");
    options.required("COMMAND", request->command);
    return {request, commands::which};
}

Command define_whence(Options& options) {
    auto request = std::make_shared<commands::WhenceRequest>();
    options.flag("--path", request->path, "print paths, not versions");
    options.required("COMMAND", request->command);
    return {request, commands::whence};
}

Command define_prefix(Options& options) {
    auto request = std::make_shared<commands::PrefixRequest>();
    options.flag("--bin", request->bin, "its folder of programs");
    options.flag("--lib", request->lib, "its folder of libraries");
    options.flag("--include", request->include, "its folder of headers");
    options.many("VERSION", request->requests);
    return {request, commands::prefix};
}

Command define_root(Options& /*options*/) {
    return {std::make_shared<commands::RootRequest>(), commands::root};
}

Command define_shims(Options& options) {
    auto request = std::make_shared<commands::ShimsRequest>();
    options.flag("--short", request->short_names, "names without the folder");
    return {request, commands::shims};
}

Command define_status(Options& /*options*/) {
    return {std::make_shared<commands::StatusRequest>(), commands::status};
}

void define_targets(Options& options, commands::Targets& targets) {
    options.value("--target-driver", "V", targets.driver, "judge for this driver");
    options.value("--target-cc", "X.Y,...", targets.cc, "judge for GPUs of these capabilities");
    options.choice("--target-arch", "x86_64|sbsa|aarch64|ppc64le", targets.arch,
                   "judge for a machine of this kind");
    options.value("--target-glibc", "V", targets.glibc, "judge for this C library");
}

Command define_compat(Options& options) {
    auto request = std::make_shared<commands::CompatRequest>();
    options.value("--html", "FILE", request->html, "write the table as a page of its own");
    options.choice("--use", "run|run-ptx|build|build-extension", request->use,
                   "what it is for; `run` if nothing is said");
    options.value("--framework", "F", request->framework,
                  "also judge a wheel: torch==2.4.0+cu124, jax[cuda13]==0.8.0");
    options.value("--python", "V", request->python, "the Python that shall run it");
    options.value("--compat-package", "P", request->compat_package,
                  "as if this were in use: cuda-compat-13-0");
    define_targets(options, request->targets);
    options.many("REQUEST", request->requests);
    return {request, commands::compat};
}

Command define_info(Options& options) {
    auto request = std::make_shared<commands::InfoRequest>();
    options.value("--against", "REQUEST", request->against, "only what differs, side by side");
    options.required("REQUEST", request->request);
    return {request, commands::info};
}

constexpr std::array kVerbs{
    Verb{"version", Group::asking, "version [--bare]", "Show the selected version and what set it",
         "One line for each, if several are selected. Exit code 3 if one of them is not installed.",
         define_version},
    Verb{"versions", Group::asking, "versions [--bare] [--system] [--size]",
         "List the installed versions", "The selected ones are marked with a star.",
         define_versions},
    Verb{"current", Group::asking, "current", "Show the name of the selected version",
         "The same as `version --bare`.", define_current},
    Verb{"version-name", Group::asking, "version-name", "Show the selected versions on one line",
         "Joined by colons.", define_version_name},
    Verb{"version-origin", Group::asking, "version-origin", "Show what sets the version", "",
         define_version_origin},
    Verb{"version-file", Group::asking, "version-file [DIR]", "Show the file that sets the version",
         "With DIR: the nearest version file at or above that folder.", define_version_file},
    Verb{"version-file-read", Group::asking, "version-file-read FILE",
         "Show the versions in a version file", "", define_version_file_read},
    Verb{"version-file-write", Group::asking, "version-file-write [-f] FILE VERSION...",
         "Write versions into a version file", "", define_version_file_write},
    Verb{"latest", Group::asking, "latest [-k] [REQUEST]",
         "Show the newest version that a request means", "", define_latest},
    Verb{"status", Group::asking, "status", "Show driver, GPUs, version, compiler and verdict",
         "Five lines: what this machine has, what is selected here, and whether they fit.",
         define_status},
    Verb{"compat", Group::asking, "compat [--use USE] [--framework F] [--html FILE] [REQUEST...]",
         "Judge versions for this machine",
         "One REQUEST: what was found, and exit code 4 if it cannot work. None or several: a\n"
         "table of releases. The answer does not depend on [check] of the config.",
         define_compat},
    Verb{"info", Group::asking, "info [--against REQUEST] REQUEST",
         "Show what is known of a release",
         "What it needs of driver, GPU, compiler and C library, the companions that fit, and its\n"
         "components, from NVIDIA's list of them: from the cache, or fetched.",
         define_info},
    Verb{"which", Group::asking, "which [--nosystem] [--all] COMMAND",
         "Show the program that a name runs here",
         "Exit code 127 if there is none; then it tells which versions have it.", define_which},
    Verb{"whence", Group::asking, "whence [--path] COMMAND",
         "List the versions that have a program", "", define_whence},
    Verb{"prefix", Group::asking, "prefix [--bin | --lib | --include] [VERSION...]",
         "Show the folder of a version",
         "Several are joined by colons. Without a version: of the selected ones.", define_prefix},
    Verb{"root", Group::asking, "root", "Show the root folder", "", define_root},
    Verb{"shims", Group::asking, "shims [--short]", "List the shims", "", define_shims},
};

}  // namespace

std::span<const Verb> asking_verbs() {
    return kVerbs;
}

}  // namespace cudaenv::cli
