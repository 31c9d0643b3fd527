// SPDX-License-Identifier: MIT
// CUDAENV_SHIM_DEPTH, "depth:pid": how often a shim has already started a program of the system
// that called a shim again. It counts only for the process that set it and what that starts, so
// that it cannot stop a later, unrelated call in a long-lived child.
#pragma once

#include <string>
#include <string_view>

#include "hot/env_view.hpp"

namespace cudaenv::shim {

inline constexpr std::string_view kGuard = "CUDAENV_SHIM_DEPTH";
inline constexpr int kDeepest = 3;  // ends there

// The depth of a call from here: 1 where nothing counts.
int next_depth(hot::EnvView env);

// What the program that is to be started gets.
std::string guard_value(int depth);

}  // namespace cudaenv::shim
