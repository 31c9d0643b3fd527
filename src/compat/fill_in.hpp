// SPDX-License-Identifier: MIT
// What the tables know of a machine that its probe could not tell.
#pragma once

#include "compat/tables.hpp"
#include "probe/machine.hpp"

namespace cudaenv::compat {

// Names, compute capabilities and classes of GPUs, by their PCI ids or product names; the highest
// CUDA of a driver by its branch. What the machine told itself stays.
void fill_in(probe::Machine& machine, const Tables& tables);

}  // namespace cudaenv::compat
