// SPDX-License-Identifier: MIT
// What a symbolic link says.
#pragma once

#include <string>

namespace cudaenv::hot {

// Empty if `path` is no link or cannot be read.
std::string link_target(const std::string& path);

}  // namespace cudaenv::hot
