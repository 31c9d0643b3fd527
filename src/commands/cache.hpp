// SPDX-License-Identifier: MIT
// `cudaenv cache`: where downloads lie, how much they take, away with them.
#pragma once

#include <string>

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

// Whether a living process works on this file of the cache, or on the one that it is a part of.
bool is_being_downloaded(const std::string& path);

// Makes the cache folder and, if it was empty, marks it as one that may be cleared (CACHEDIR.TAG,
// which backup programs know, too). Called before the first download.
Result<void> mark_cache(const World& world);

}  // namespace cudaenv::commands
