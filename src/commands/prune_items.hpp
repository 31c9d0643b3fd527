// SPDX-License-Identifier: MIT
// What `prune` could take away, found and measured; nothing is changed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/prune.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct PruneItem {
    enum class Kind { stack, leftover, partial, archive };
    Kind kind = Kind::stack;
    std::string name;  // of a stack or in staging/; below the cache folder
    std::string path;
    std::uint64_t bytes = 0;  // that go with it; of a stack what no other one has
    std::string reason;       // "superseded by 12.4.1"
};
std::string_view to_string(PruneItem::Kind kind);

struct Prunable {
    std::vector<PruneItem> items;
    std::vector<std::string> kept;  // "12.4.0 stays: named by ~/.cudaenv/version"
};

// Stacks of the own root that are superseded or unused, as the request says. Errors: those of
// store::snapshot and Lookup::of.
Result<Prunable> prunable_stacks(const PruneRequest& request, const World& world);

// What broken off runs left: in staging/, of stacks that nobody works on; downloads in the cache
// that are older than a day and not under way. Errors: those of files.
Result<std::vector<PruneItem>> prunable_leftovers(const World& world);

// The oldest archives, until the cache is not larger than the config allows. Errors: as above.
Result<std::vector<PruneItem>> prunable_archives(const World& world);

}  // namespace cudaenv::commands
