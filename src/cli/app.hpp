// SPDX-License-Identifier: MIT
// The whole program as one chain: arguments → command object → run → print → exit code.
#pragma once

namespace cudaenv::cli {

// Returns the exit code (cli.md section 12). Prints; never throws.
int run(int argc, char** argv);

}  // namespace cudaenv::cli
