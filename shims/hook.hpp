// SPDX-License-Identifier: MIT
// `cudaenv-shim --hook SHELL [SAID]`: what the prompt runs when something may have changed. Prints
// what hook_output.hpp describes.
#pragma once

#include "hot/env_view.hpp"

namespace cudaenv::shim {

// `arguments`: those behind --hook. Returns the exit code.
int run_hook(char** arguments, hot::EnvView env);

}  // namespace cudaenv::shim
