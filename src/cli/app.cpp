// SPDX-License-Identifier: MIT
#include "cli/app.hpp"

namespace cudaenv::cli {

int run(int /*argc*/, char** /*argv*/) {
    return 2;
}

}  // namespace cudaenv::cli
