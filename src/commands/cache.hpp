// SPDX-License-Identifier: MIT
// `cudaenv cache`: where downloads lie, how much they take, away with them.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct CacheRequest {
    enum class Action { dir, size, clear };
    Action action = Action::dir;
};

// `clear` does not ask; it leaves what another process is downloading, and refuses (Code::refused)
// a folder that cudaenv did not make: it would delete somebody's files. Errors: those of files.
Result<Report> cache(const CacheRequest& request, const World& world);

}  // namespace cudaenv::commands
