// SPDX-License-Identifier: MIT
// Writing version files (.cuda-version, the global `version`): the one place that does.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cudaenv::commands {

// Replaces the line of requests in the version file at `path`, or makes the file; comments and
// pairs in it stay. `requests` = requests separated by blanks. Errors: usage (the file is over
// 64 KiB or no regular file), those of files.
Result<void> write_pin(const std::string& path, std::string_view requests);

}  // namespace cudaenv::commands
