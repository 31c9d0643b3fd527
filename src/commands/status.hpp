// SPDX-License-Identifier: MIT
// `cudaenv status`: this machine and the selected version in five lines, and whether they fit.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct StatusRequest {};

// What was found is the report's findings, in JSON only: the text has their sum in its last line.
// A selected version that is not installed is no failure. Errors: those of hot::select, and of a
// probe file or tables that cannot be read.
Result<Report> status(const StatusRequest& request, const World& world);

}  // namespace cudaenv::commands
