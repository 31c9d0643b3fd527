// SPDX-License-Identifier: MIT
// What lies at a path. Sizes in bytes, modes as in chmod.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace cudaenv::sys {

enum class FileKind { none, file, folder, link, other };

struct FileInfo {
    FileKind kind = FileKind::none;
    std::uint64_t size_bytes = 0;
    std::uint32_t mode = 0;   // permission bits only
    std::uint64_t links = 0;  // hard links
    std::uint64_t device = 0, inode = 0;
    std::uint32_t owner = 0;
    std::int64_t mtime_s = 0;           // seconds since 1970
    std::uint64_t allocated_bytes = 0;  // st_blocks * 512
};

// kind none if nothing is there. Errors other than absence are returned.
Result<FileInfo> info(const std::string& path);            // the link itself
Result<FileInfo> info_following(const std::string& path);  // what the link leads to
bool exists(const std::string& path);                      // follows; false also on error
bool is_folder(const std::string& path);                   // follows
bool is_executable_file(const std::string& path);          // follows; regular and X_OK

}  // namespace cudaenv::sys
