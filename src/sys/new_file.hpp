// SPDX-License-Identifier: MIT
// A large file being written under a name of the caller's own: made once, with room asked for in
// advance. Sizes in bytes. Errors as in files.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "sys/files.hpp"

namespace cudaenv::sys {

// Makes the file and opens it for writing, whatever `mode` (less umask) says of later openings;
// close-on-exec. Anything that is there already is an error.
Result<Fd> create_new(const std::string& path, std::uint32_t mode);

// Asks the file system for room in one piece; the file's size stays. Advice only: what cannot be
// had shows when it is written.
void reserve(int fd, std::uint64_t size_bytes);

// Ends the file at `size_bytes` and gives back what was reserved beyond.
Result<void> cut_off(int fd, std::uint64_t size_bytes, std::string_view path);

}  // namespace cudaenv::sys
