// SPDX-License-Identifier: MIT
// `cudaenv gc`: drop the objects of the store that no stack uses.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct GcRequest {
    bool dry_run = false;  // -n
};

// Waits until nobody else changes the store. Errors: locked, those of files.
Result<Report> gc(const GcRequest& request, const World& world);

}  // namespace cudaenv::commands
