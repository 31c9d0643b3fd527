// SPDX-License-Identifier: MIT
// The way from the front to the main program.
#pragma once

namespace cudaenv::front {

// The main program of the same installation, with these arguments and this environment. Returns
// only if it cannot be started, which is then told: the exit code.
int become_main(char** arguments, char** environment);

}  // namespace cudaenv::front
