// SPDX-License-Identifier: MIT
// Variables that hold folders joined by `:`. Bytes in, bytes out: a list that nothing was taken
// from or added to is the same text again, empty elements included.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::hot {

using Elements = std::vector<std::string_view>;  // views of the text that was split

// An empty text holds no element; ":" holds two empty ones.
Elements split_list(std::string_view text);
std::string join_list(const Elements& elements);
bool contains(const Elements& elements, std::string_view element);

}  // namespace cudaenv::hot
