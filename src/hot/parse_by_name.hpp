// SPDX-License-Identifier: MIT
// A version file of any of the three kinds, told apart by its name.
#pragma once

#include <string_view>

#include "hot/version_file.hpp"

namespace cudaenv::hot {

// Errors: usage, as of the parser that the name stands for.
Result<VersionFile> parse_by_name(std::string_view path, std::string_view text);

}  // namespace cudaenv::hot
