// SPDX-License-Identifier: MIT
// Work that may hang or crash, done in a child process: other people's libraries.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#include "base/result.hpp"
#include "sys/process.hpp"

namespace cudaenv::sys {

// What is said arrives even if the work then crashes or hangs.
using Say = std::function<void(std::string_view)>;

// Runs `work` in a fork of this process: what it changes in memory is lost, its three streams lead
// nowhere, no other file of ours is open in it. `out` is what it said (at most 1 MiB), exit_code 0
// if it came to its end, 128 + signal if not. After the timeout, or a signal to us, it is killed;
// if even that fails it is left behind. Errors: files, interrupted, terminated.
Result<RunOutput> run_guarded(const std::function<void(const Say&)>& work,
                              std::chrono::milliseconds timeout);

}  // namespace cudaenv::sys
