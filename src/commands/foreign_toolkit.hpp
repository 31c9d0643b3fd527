// SPDX-License-Identifier: MIT
// Toolkit folders that cudaenv did not make: whether one is a toolkit, and which.
#pragma once

#include <string>

#include "commands/world.hpp"

namespace cudaenv::commands {

bool is_toolkit(const std::string& folder);

// The line of the toolkit in `folder` ("12.2"): from version.json or version.txt, else from cuda.h,
// else as its nvcc says, which is then run. Empty if none of them tells.
std::string version_of_toolkit(const std::string& folder, const World& world);

}  // namespace cudaenv::commands
