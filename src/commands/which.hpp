// SPDX-License-Identifier: MIT
// `cudaenv which` and `whence`: the program that a name runs here, and the versions that have it.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct WhichRequest {
    std::string command;
    bool nosystem = false;  // --nosystem: only in the selected versions
    bool all = false;       // --all: every one, in order of precedence
};
struct WhenceRequest {
    std::string command;
    bool path = false;  // --path: paths in place of versions
};

// Errors: not_installed (a selected version is missing), not_executable, no_command.
Result<Report> which(const WhichRequest& request, const World& world);
// Errors: not_found, if no installed version has it.
Result<Report> whence(const WhenceRequest& request, const World& world);

}  // namespace cudaenv::commands
