// SPDX-License-Identifier: MIT
// Text in columns. Pure; widths are counted in bytes, so cells are ASCII.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::commands {

// One line for each row, columns two blanks apart and as wide as their widest cell; no blanks at
// the end of a line.
std::string in_columns(const std::vector<std::vector<std::string>>& rows);

// The words of `text` in lines of at most `width`; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace cudaenv::commands
