// SPDX-License-Identifier: MIT
// The machine as it was last probed, for commands that are given often and should not wait for
// compilers and the driver's library to tell their versions again. Kept as machine.json in the
// state folder; it holds until something that a probe looks at has changed: the driver, the list of
// GPUs, PATH or what lies on it, the system, the boot; and for a day at most.
#pragma once

#include <optional>

#include "commands/world.hpp"
#include "probe/machine.hpp"

namespace cudaenv::commands {

// Nothing if none is remembered, it may have changed, or the file cannot be read.
std::optional<probe::Machine> remembered_machine(const World& world);

// Best effort: a state folder that cannot be written remembers nothing.
void remember_machine(const World& world, const probe::Machine& machine);

}  // namespace cudaenv::commands
