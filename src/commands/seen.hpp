// SPDX-License-Identifier: MIT
// state/seen.json: the projects where a version was chosen or used, and when, so that `prune` keeps
// what they need; and what each was told already. Best effort: a state folder that cannot be
// written is no failure of the command.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "commands/world.hpp"

namespace cudaenv::commands {

// Notes the folder and its line of requests. An entry that says the same and is younger than a day
// is left as it is.
void note_project(const World& world, const std::string& folder, std::string_view requests);

// Those of `keys` that this folder (empty = the whole root) is told for the first time; they are
// remembered.
std::vector<std::string> tell_once(const World& world, const std::string& folder,
                                   const std::vector<std::string>& keys);

// The folders that were noted at or after `since` (seconds since 1970), sorted; none if nothing can
// be read.
std::vector<std::string> seen_projects(const World& world, std::int64_t since = 0);

}  // namespace cudaenv::commands
