// SPDX-License-Identifier: MIT
// A call under a tool's name: find the ruling stack, set its environment, become its program.
#pragma once

#include <string>

#include "hot/env_view.hpp"

namespace cudaenv::shim {

struct Call {
    std::string tool;  // nvcc
    char** arguments;  // argv of the process, ends with a null pointer
    hot::EnvView env;
};

// Returns only on failure, which is then told: the exit code.
int run_tool(const Call& call);

}  // namespace cudaenv::shim
