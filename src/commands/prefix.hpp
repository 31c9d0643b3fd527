// SPDX-License-Identifier: MIT
// `cudaenv prefix` and `root`: where things lie.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct PrefixRequest {
    std::vector<std::string> requests;               // none: the selected versions
    bool bin = false, lib = false, include = false;  // at most one: that folder of each
};
struct RootRequest {};

// Paths joined by ':'. Errors: usage, not_installed, not_found (`system` has no toolkit).
Result<Report> prefix(const PrefixRequest& request, const World& world);
Result<Report> root(const RootRequest& request, const World& world);

}  // namespace cudaenv::commands
