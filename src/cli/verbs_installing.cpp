// SPDX-License-Identifier: MIT
#include <array>

#include "cli/verb.hpp"
#include "commands/adopt.hpp"
#include "commands/fetch.hpp"
#include "commands/gc.hpp"
#include "commands/install.hpp"
#include "commands/outdated.hpp"
#include "commands/prune.hpp"
#include "commands/uninstall.hpp"
#include "commands/update.hpp"
#include "commands/upgrade.hpp"
#include "commands/verify.hpp"

namespace cudaenv::cli {
namespace {

void define_transfer(Options& options, commands::TransferOptions& transfer) {
    options.number("--jobs", "N", transfer.jobs, "parallel downloads");
    options.number("--timeout", "S", transfer.timeout_s, "seconds to wait without a byte");
    options.number("--retries", "N", transfer.retries, "further tries of a download");
    options.pick("--ipv4", transfer.ip, fetch::IpVersion::v4, "use IPv4 only");
    options.pick("--ipv6", transfer.ip, fetch::IpVersion::v6, "use IPv6 only");
}

void define_parts(Options& options, commands::PartOptions& parts) {
    options.choice("--profile", "minimal|runtime|devel|full", parts.profile,
                   "which components: a compiler, libraries, both, everything");
    options.list("--only", "C,...", parts.only, "these components and what they need");
    options.list("--with", "C,...", parts.with, "these besides; cudnn@9.1 is a companion");
    options.list("--without", "C,...", parts.without, "all but these");
    options.choice("--source", "runfile|redist|auto", parts.source,
                   "the whole installer file, or archives of single components");
}

void define_target(Options& options, commands::InstallRequest& request) {
    options.flag("--build-only", request.build_only,
                 "it shall not run here: driver and GPU rules become notes");
    options.value("--target-driver", "V", request.target_driver, "judge for this driver");
    options.value("--target-cc", "X.Y,...", request.target_cc,
                  "judge for GPUs of these compute capabilities");
    options.choice("--target-arch", "x86_64|sbsa|aarch64|ppc64le", request.target_arch,
                   "take and judge the archives of this architecture");
    options.value("--target-glibc", "V", request.target_glibc, "judge for this C library");
    options.flag("--strict", request.strict, "warnings become refusals");
}

Command define_install(Options& options) {
    auto request = std::make_shared<commands::InstallRequest>();
    options.flag("-l,--list", request->list, "list the known versions (that match PATTERN)");
    options.flag("--refresh", request->refresh,
                 "not in this release: ask the network for newer ones");
    options.flag("-s,--skip-existing", request->skip_existing, "done if it is installed");
    options.flag("-f,--force", request->force, "install again; override a refusal");
    options.flag("-n,--dry-run", request->dry_run, "print the plan and stop");
    options.flag("--dry-run-code", request->dry_run_code,
                 "the same, exit 1 if there is something to do");
    define_parts(options, request->parts);
    options.flag("--add", request->parts.add, "add components to an installed version");
    options.flag("--repair", request->repair, "put damaged files back");
    define_target(options, *request);
    options.flag("--locked", request->locked, "not in this release: from cudaenv.lock only");
    options.value("--from", "PATH", request->from, "archives from this folder or file");
    define_transfer(options, request->transfer);
    options.flag("--keep-archives", request->keep_archives, "keep downloads in the cache");
    options.flag("--no-cache", request->no_cache, "neither use nor keep cached downloads");
    options.flag("--accept-eula", request->accept_eula, "accept NVIDIA's licence");
    options.flag("--global", request->global, "select it everywhere afterwards");
    options.flag("--local", request->local, "select it in this folder afterwards");
    options.flag("--shell", request->shell, "select it in this shell afterwards");
    options.many("VERSION", request->requests);
    return {request, commands::install};
}

Command define_uninstall(Options& options) {
    auto request = std::make_shared<commands::UninstallRequest>();
    options.flag("-f,--force", request->force, "ask nothing; no error if it is absent");
    options.flag("-n,--dry-run", request->dry_run, "print the plan and stop");
    options.many("VERSION", request->requests, true);
    return {request, commands::uninstall};
}

Command define_verify(Options& options) {
    auto request = std::make_shared<commands::VerifyRequest>();
    options.flag("--all", request->all, "every installed version");
    options.flag("--repair", request->repair, "put damaged files back");
    define_transfer(options, request->transfer);
    options.many("VERSION", request->requests);
    return {request, commands::verify};
}

Command define_fetch(Options& options) {
    auto request = std::make_shared<commands::FetchRequest>();
    define_parts(options, request->parts);
    define_transfer(options, request->transfer);
    options.many("VERSION", request->requests, true);
    return {request, commands::fetch};
}

Command define_adopt(Options& options) {
    auto request = std::make_shared<commands::AdoptRequest>();
    options.value("--as", "NAME", request->name, "the name to select it by");
    options.optional("PATH", request->path);
    return {request, commands::adopt};
}

Command define_update(Options& /*options*/) {
    return {std::make_shared<commands::UpdateRequest>(), commands::update};
}

Command define_outdated(Options& options) {
    auto request = std::make_shared<commands::OutdatedRequest>();
    options.flag("--exit-code", request->exit_code, "exit code 1 if there is any");
    return {request, commands::outdated};
}

Command define_upgrade(Options& options) {
    auto request = std::make_shared<commands::UpgradeRequest>();
    options.flag("-n,--dry-run", request->dry_run, "print the plans and stop");
    define_transfer(options, request->transfer);
    options.flag("--accept-eula", request->accept_eula, "accept NVIDIA's licence");
    options.many("VERSION", request->requests);
    return {request, commands::upgrade};
}

Command define_prune(Options& options) {
    auto request = std::make_shared<commands::PruneRequest>();
    options.flag("-n,--dry-run", request->dry_run, "tell what would go");
    options.flag("--partial", request->partial, "what was broken off");
    options.flag("--cache", request->cache, "downloads beyond cache.max_size, oldest first");
    options.number("--unused-days", "N", request->unused_days,
                   "versions that nobody used for so long");
    options.flag("--superseded", request->superseded, "patches that have a newer one beside them");
    return {request, commands::prune};
}

Command define_gc(Options& options) {
    auto request = std::make_shared<commands::GcRequest>();
    options.flag("-n,--dry-run", request->dry_run, "tell what would go");
    return {request, commands::gc};
}

constexpr std::array kVerbs{
    Verb{"install", Group::installing,
         "install [OPTIONS] [VERSION...]\n"
         "install --list [PATTERN]",
         "Install a CUDA toolkit",
         "Downloads the toolkit from NVIDIA, verifies it and unpacks it into the root folder. "
         "Needs no root\n"
         "rights, runs no vendor installer, touches no driver. Without a version it installs what "
         "the\n"
         "project's version file asks for. Interrupted, the next run goes on where it stopped.\n"
         "\n"
         "What this machine's driver or GPU cannot run is refused before any download, exit code\n"
         "4. --force overrides that; --build-only says that it shall run elsewhere, --target-…\n"
         "that another machine counts.",
         define_install},
    Verb{
        "uninstall", Group::installing, "uninstall [-f] [-n] VERSION...",
        "Remove an installed version",
        "Takes exact versions and aliases only. Of an adopted toolkit the link goes, nothing else.",
        define_uninstall},
    Verb{"verify", Group::installing, "verify [--repair] [VERSION... | --all]",
         "Compare installed files with what was installed",
         "Exit code 6 if anything is damaged. Without a version the selected one is verified.",
         define_verify},
    Verb{"fetch", Group::installing, "fetch [OPTIONS] VERSION...",
         "Download and verify, install nothing",
         "The archives lie in the cache afterwards; `install` takes them from there.",
         define_fetch},
    Verb{"adopt", Group::installing, "adopt [PATH [--as NAME]]",
         "List the toolkits found here, or register one",
         "An adopted toolkit can be selected by its name. It is never copied, changed or removed.",
         define_adopt},
    Verb{"update", Group::installing, "update", "Learn of releases newer than this program",
         "Asks NVIDIA's own indexes, or those of the configured mirrors. What is new is marked as "
         "not\n"
         "reviewed; `[data] unreviewed = \"deny\"` keeps it from being used. Prints a line for "
         "each.",
         define_update},
    Verb{"outdated", Group::installing, "outdated [--exit-code]",
         "List installed versions that have a newer patch",
         "Each with the newest patch of its line and the newest release of all that is known.",
         define_outdated},
    Verb{"upgrade", Group::installing, "upgrade [OPTIONS] [VERSION...]",
         "Install the newest patch of the installed lines",
         "With the same components and companions. The old patch stays until `cudaenv prune`.",
         define_upgrade},
    Verb{"prune", Group::installing,
         "prune [-n] [--partial] [--cache] [--superseded] [--unused-days N]",
         "Remove what nobody needs any more",
         "Without options: what was broken off, superseded patches, downloads beyond "
         "cache.max_size. A\n"
         "version stays that the global choice, an alias or a project seen within N days (30) "
         "names, or\n"
         "that was used within them.",
         define_prune},
    Verb{"gc", Group::installing, "gc [-n]", "Drop stored files that no version uses", "",
         define_gc},
};

}  // namespace

std::span<const Verb> installing_verbs() {
    return kVerbs;
}

}  // namespace cudaenv::cli
