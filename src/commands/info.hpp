// SPDX-License-Identifier: MIT
// `cudaenv info`: what is published of a toolkit release, whatever machine this is.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct InfoRequest {
    std::string request;
    std::optional<std::string> against;  // show what differs from this one, side by side
};

// Errors: usage, unknown_release.
Result<Report> info(const InfoRequest& request, const World& world);

}  // namespace cudaenv::commands
