// SPDX-License-Identifier: MIT
// Reading text files that cudaenv itself wrote: one that is longer than any of ours is damaged, not
// a mistake of the caller.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {

inline Result<std::string> read_ours(const std::string& path, std::size_t limit) {
    auto text = sys::read_file(path, limit);
    if (!text && text.error().code == Code::usage) text.error().code = Code::damaged;
    return text;
}

}  // namespace cudaenv::store
