// SPDX-License-Identifier: MIT
// Whole files: read into memory, replaced in one step. Brings the rest of the disk's headers along:
// descriptors, file_info, tree, links, file_system. Sizes in bytes, modes as in chmod. Errors
// everywhere: not_found (ENOENT, ENOTDIR), permission (EACCES, EPERM), read_only (EROFS), space
// (ENOSPC, EDQUOT), files (all else). No function follows a symbolic link at the last part of a
// path unless it says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "sys/fd.hpp"
#include "sys/file_info.hpp"
#include "sys/file_system.hpp"
#include "sys/links.hpp"
#include "sys/tree.hpp"

namespace cudaenv::sys {

// The whole of a regular file. More than `limit` bytes: Code::usage, naming the limit. Refuses
// folders and devices. Follows links.
Result<std::string> read_file(const std::string& path, std::size_t limit = 64U << 20U);

struct WriteOptions {
    std::uint32_t mode = 0644;  // less umask; a file that is there keeps its own
    bool sync = false;          // fsync the file before the rename and the folder after it
};
// Writes a temporary name beside `path`, then renames: a reader sees the old or the new text.
// A link at `path` is followed, so that dotfiles kept as links stay links.
Result<void> write_file(const std::string& path, std::string_view text, WriteOptions options = {});

// A name beside `path` that nobody has: hidden, with random letters at its end. Nothing is made.
std::string temporary_name(const std::string& path);

// The folder that `path` lies in: "/a/b" gives "/a", "b" gives ".", "/" gives "/".
std::string parent_folder(const std::string& path);

}  // namespace cudaenv::sys
