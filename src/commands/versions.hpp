// SPDX-License-Identifier: MIT
// `cudaenv versions`: what is installed, the ruling ones marked, and the machine's own toolkit.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct VersionsRequest {
    bool bare = false;    // --bare: names only, without `system`
    bool system = false;  // --system: with --bare, name `system` too; else show it also if absent
    bool size = false;    // --size: bytes on disk
};

// Lists stacks with a receipt and adopted links, nothing else of versions/. A ruling version that
// is not installed is the report's error, after the list. Errors: those of hot::select.
Result<Report> versions(const VersionsRequest& request, const World& world);

}  // namespace cudaenv::commands
