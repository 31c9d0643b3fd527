// SPDX-License-Identifier: MIT
// `cudaenv install`: resolve among known releases, judge, plan, ask for the EULA once, run the
// plan, select it if asked to. Also lists what can be installed (-l) and puts back damaged files
// (--repair).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/parts.hpp"
#include "commands/report.hpp"
#include "commands/transfer.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

// One field for each option of cli.md section 6; empty or false = not given.
struct InstallRequest {
    std::vector<std::string> requests;  // as written; none = the project's version file
    bool list = false;                  // -l: then `requests` holds at most the PATTERN
    bool skip_existing = false;         // -s
    bool force = false;                 // -f
    bool dry_run = false;               // -n
    bool dry_run_code = false;          // --dry-run-code: as -n, exit 1 if there is something to do
    bool repair = false;                // --repair
    bool build_only = false;            // --build-only: driver and GPU rules become notes
    bool accept_eula = false;           // --accept-eula
    bool keep_archives = false;         // --keep-archives; neither = cache.keep_archives
    bool no_cache = false;              // --no-cache: neither use nor keep cached archives
    std::string from;                   // --from DIR|FILE
    TransferOptions transfer;
    bool local = false, global = false, shell = false;  // select it afterwards
    bool is_upgrade = false;  // of a stack that is selected already: no word on how to

    bool strict = false;                                              // --strict
    std::string target_driver, target_cc, target_arch, target_glibc;  // this machine's: empty

    PartOptions parts;                     // --profile, --only, --with, --without, --add, --source
    bool locked = false, refresh = false;  // refused: not in this release
};

// stdout: -l and -n only. What this machine cannot run is refused before any download: the report's
// error. Errors: usage, unknown_release, nothing_selected, refused, those of find_grounds,
// plan::make and execute::run.
Result<Report> install(const InstallRequest& request, const World& world);

}  // namespace cudaenv::commands
