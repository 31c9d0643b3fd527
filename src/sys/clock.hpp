// SPDX-License-Identifier: MIT
// Time as injected functions and its one text form.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace cudaenv::sys {

using Now = std::function<std::chrono::system_clock::time_point()>;

// 2026-05-04T10:00:00Z
std::string to_utc_text(std::chrono::system_clock::time_point time);

}  // namespace cudaenv::sys
