// SPDX-License-Identifier: MIT
// Other programs: run one and collect what it says, become one, ask which run from a folder.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sys/env.hpp"

namespace cudaenv::sys {

struct RunRequest {
    std::vector<std::string> argv;  // argv[0] is a path, or a name looked up on env's PATH
    Env env;
    std::chrono::milliseconds timeout{10'000};
    std::size_t output_limit_bytes = 1U << 20U;  // of stdout and of stderr; the rest is dropped
    std::string folder;                          // working folder; empty = ours
};

struct RunOutput {
    int exit_code = 0;  // 128 + signal if killed
    bool timed_out = false;
    std::string out, err;
};

// Runs to the end, stdin from /dev/null, nothing else of ours open; a program that outlives the
// timeout, or a signal to us, is killed with its process group. What it leaves running behind it is
// not waited for. Errors: not_found, not_executable, files, interrupted, terminated.
Result<RunOutput> run(const RunRequest& request);

// The injected form: nvidia-smi, compilers and `nvcc --version` are asked through it.
using Runner = std::function<Result<RunOutput>(const RunRequest&)>;

// Replaces this process. Returns only on failure: not_found, not_executable, files (E2BIG says so).
Error become(const std::string& path, const std::vector<std::string>& argv, const Env& env);

// Pids, in order, of running processes whose executable or a mapped library lies below `folder`
// (Linux /proc; only those that we may see).
std::vector<int> processes_below(const std::string& folder);

}  // namespace cudaenv::sys
