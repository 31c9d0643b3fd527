// SPDX-License-Identifier: MIT
// How the installed stacks stand to what is known: whether their line has a newer patch.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "base/version.hpp"
#include "commands/world.hpp"
#include "store/snapshot.hpp"

namespace cudaenv::commands {

struct Standing {
    store::InstalledStack stack;
    base::Version toolkit;
    base::Version newest_patch;  // of its line; its own where nothing newer is known
    base::Version newest;        // of all, for its platform
    // There is a newer patch, and it is not installed with the same companions.
    bool is_outdated = false;
};

// The name that the stack has with its newest patch: 12.4.1+cudnn8.9.7.
std::string newest_name(const Standing& standing);

// All stacks with a receipt, those of shared roots too, in order of version. Errors: those of
// load_catalog and store::snapshot.
Result<std::vector<Standing>> standings(const World& world);

}  // namespace cudaenv::commands
