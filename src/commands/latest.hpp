// SPDX-License-Identifier: MIT
// `cudaenv latest`: the newest installed, or with -k known, version that a request means.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct LatestRequest {
    std::string request = "latest";
    bool known = false;  // -k
};

// Errors: usage, not_installed, unknown_release.
Result<Report> latest(const LatestRequest& request, const World& world);

}  // namespace cudaenv::commands
