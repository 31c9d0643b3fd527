// SPDX-License-Identifier: MIT
// `cudaenv prune`: give back the space of what nobody needs any more.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

// Without any of the kinds: partial, superseded and cache.
struct PruneRequest {
    bool dry_run = false;
    bool partial = false;     // downloads and installations that were broken off
    bool cache = false;       // archives beyond cache.max_size, oldest first
    bool superseded = false;  // patches of which a newer one is installed with the same parts
    std::optional<unsigned> unused_days;  // stacks that nobody used for so long
};

// Never takes a stack that the global choice, an alias or the version file of a project seen within
// N days (30) names, nor one that was used within them or is in use now. Asks on a terminal; a
// "no" is exit 1. stdout: what goes, with dry_run only. Errors: those of execute::run and of files.
Result<Report> prune(const PruneRequest& request, const World& world);

}  // namespace cudaenv::commands
