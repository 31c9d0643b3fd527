// SPDX-License-Identifier: MIT
// A child that shares our terminal: hook scripts, and programs after which something is left to do.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "sys/env.hpp"

namespace cudaenv::sys {

struct AttachedRequest {
    std::string path;               // absolute
    std::vector<std::string> argv;  // argv[0] included
    Env env;
    bool out_to_err = false;  // its stdout goes to our stderr: ours is for data
};

// Runs to the end with our three streams and the default action for SIGPIPE. Returns its exit code,
// 128 + signal if it was killed. Errors: not_found, not_executable, files.
Result<int> run_attached(const AttachedRequest& request);

}  // namespace cudaenv::sys
