// SPDX-License-Identifier: MIT
// The file system below a path: what it is, what room it has, and making it write. Sizes in bytes.
// Errors as in os_error.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace cudaenv::sys {

struct FileSystem {
    std::uint64_t free_bytes = 0;  // for us, not for root
    std::uint64_t total_bytes = 0;
    bool is_read_only = false;
    bool is_noexec = false;
    bool is_network = false;  // NFS, SMB, FUSE and their like: decides the kind of locks
    std::string type;         // "nfs", "fuse", "overlayfs", …, or the magic number in hex
};
// Of the nearest existing folder at or above `path`.
Result<FileSystem> file_system(const std::string& path);

Result<void> sync_file(const std::string& path);
Result<void> sync_folder(const std::string& path);
Result<void> sync_file_system(const std::string& path);  // syncfs

}  // namespace cudaenv::sys
