// SPDX-License-Identifier: MIT
// `cudaenv update`: learn of releases that are newer than this program from NVIDIA's own indexes.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct UpdateRequest {};

// stdout: one line for each release that was learned. What an index says that cannot be right is
// left out with a warning; what was learned before stays. Offline nothing is asked and nothing
// changes. Errors: refused (no mirror that may be asked), locked, interrupted, those of files;
// those of the network if no index could be read.
Result<Report> update(const UpdateRequest& request, const World& world);

}  // namespace cudaenv::commands
