// SPDX-License-Identifier: MIT
#include <cstdio>
#include <exception>

#include "cli/app.hpp"

int main(int argc, char** argv) {
    try {
        return cudaenv::cli::run(argc, argv);
    } catch (const std::exception& error) {
        static_cast<void>(std::fprintf(
            stderr, "cudaenv: error: internal error: %s\n  note:  please report this\n",
            error.what()));
        return 1;
    }
}
