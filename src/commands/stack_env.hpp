// SPDX-License-Identifier: MIT
// The environment of the ruling versions: what `exec` runs in and `env` prints. Made by
// hot::make_delta, as the shims and the prompt hook do.
#pragma once

#include "base/result.hpp"
#include "commands/ruling.hpp"
#include "hot/delta.hpp"

namespace cudaenv::commands {

struct StackDelta {
    hot::Delta delta;
    std::vector<hot::ActivePrefix> prefixes;
};

// Errors: damaged (an activation file).
Result<StackDelta> stack_delta(const World& world, const std::vector<hot::Found>& versions,
                               const std::string& ccbin, bool clean_ld);

// The change that takes everything of ours away.
Result<hot::Delta> undo_delta(const World& world);

// The world's environment after the change. Under plain `system` the shims folders leave PATH.
Result<sys::Env> stack_env(const World& world, const Ruling& ruling, bool clean_ld);

}  // namespace cudaenv::commands
