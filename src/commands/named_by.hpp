// SPDX-License-Identifier: MIT
// Which version files and aliases mean a stack: told before it is taken away.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/lookup.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

// Where `stack` is named now: the global file, the file that rules here, those of projects seen
// before, aliases; each as people read it ("~/.cudaenv/version", "alias prod"). Files that cannot
// be read name nothing. Of projects only those seen at or after `since` (seconds since 1970) count.
std::vector<std::string> named_by(const std::string& stack, const Lookup& lookup,
                                  const World& world, std::int64_t since = 0);

}  // namespace cudaenv::commands
