// SPDX-License-Identifier: MIT
// What the readers of version files share: the values that a version file may hold, checked.
#pragma once

#include <cstddef>
#include <string_view>

#include "hot/version_file.hpp"

namespace cudaenv::hot {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Whether the word is a product that may stand as `cudnn 9.1` or in `with`. One that is not known
// here still goes on line one, as +name.
bool is_companion_name(std::string_view word);

// Requests separated by blanks; `recommended` is refused.
Result<void> set_requests(VersionFile& file, std::string_view text);
Result<void> set_ccbin(VersionFile& file, std::string_view path);

// The failure of a line, counted from 1.
tl::unexpected<Error> at_line(Error error, std::size_t line);

}  // namespace cudaenv::hot
