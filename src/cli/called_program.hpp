// SPDX-License-Identifier: MIT
// Which file people call: hooks, start files and scripts have to name that one.
#pragma once

#include <string>

namespace cudaenv::cli {

// The front (base/program.hpp) of the running program at `executable` (absolute, links resolved),
// if that lies where an installation has it and the front is there; else the program itself.
std::string called_program(const std::string& executable);

}  // namespace cudaenv::cli
