// SPDX-License-Identifier: MIT
// `cudaenv uninstall`: take stacks away, or the link of an adopted toolkit; never anything else.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct UninstallRequest {
    std::vector<std::string> requests;  // exact versions, aliases or adopted names; at least one
    bool force = false;                 // -f: no question, no error when absent, also while in use
    bool dry_run = false;               // -n
};

// Errors: usage (a request that is not exact, `system`), not_installed, in_use, and those of
// execute::run. A "no" to the question: exit 1.
Result<Report> uninstall(const UninstallRequest& request, const World& world);

}  // namespace cudaenv::commands
