// SPDX-License-Identifier: MIT
// `cudaenv outdated`: installed versions whose line has a newer patch.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct OutdatedRequest {
    bool exit_code = false;  // --exit-code: 1 if there is any
};

// stdout: those that are outdated; as JSON all. Asks nobody: `update` does. Errors: those of
// load_catalog and store::snapshot.
Result<Report> outdated(const OutdatedRequest& request, const World& world);

}  // namespace cudaenv::commands
