// SPDX-License-Identifier: MIT
// libcurl, loaded when the first URL is looked at (sys/late.hpp says why).
#pragma once

#include "base/result.hpp"

namespace cudaenv::fetch {

// Comes before any use of curl in each public function of this folder that uses it. Errors:
// files (no libcurl on this machine). Threads: any.
Result<void> load_curl();

}  // namespace cudaenv::fetch
