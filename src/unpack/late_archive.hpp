// SPDX-License-Identifier: MIT
// libarchive, loaded when the first archive is opened (sys/late.hpp says why).
#pragma once

#include "base/result.hpp"

namespace cudaenv::unpack {

// Comes before any use of libarchive in each function that opens one. Errors: files (no
// libarchive on this machine). Threads: any.
Result<void> load_archive();

}  // namespace cudaenv::unpack
