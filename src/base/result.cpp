// SPDX-License-Identifier: MIT
#include "base/result.hpp"

#include <cstdio>
#include <cstdlib>

namespace cudaenv::base {

void check_failed(const char* file, int line, const char* text) {
    static_cast<void>(std::fprintf(stderr, "cudaenv: bug: %s:%d: %s\n", file, line, text));
    std::abort();
}

}  // namespace cudaenv::base
