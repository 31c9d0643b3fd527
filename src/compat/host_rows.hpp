// SPDX-License-Identifier: MIT
// The host side (manifests/compat/host.toml): compilers that nvcc takes, C libraries that headers
// and binaries go with.
#pragma once

#include <string>

#include "base/version.hpp"
#include "compat/rows.hpp"

namespace cudaenv::compat {

// [[compiler]]: of the rows whose `toolkit` is a prefix of a release the longest holds. Inclusive
// majors (clang before 5: major.minor); _MSC_VER: from, and below. 0 parts or 0 = not known.
struct CompilerRow {
    base::Version toolkit;
    unsigned gcc_min = 0, gcc_max = 0;
    base::Version clang_min, clang_max;
    unsigned msc_ver_from = 0, msc_ver_below = 0;
    Origin origin;
};

// [[glibc]]: bounds for the releases from `toolkit_from` (inclusive) to `toolkit_below`; either may
// have 0 parts = no bound.
struct GlibcRow {
    base::Version toolkit_from, toolkit_below;
    base::Version min;        // older ones lack what the binaries need
    base::Version warn_from;  // from here on the headers may clash
    base::Version max_below;  // from here on they do
    std::string applies_to;   // runtime, compile
    std::string reason;       // one sentence for people
    Origin origin;
};

}  // namespace cudaenv::compat
