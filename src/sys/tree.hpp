// SPDX-License-Identifier: MIT
// Folders: made, listed, walked, measured and removed. Links below a folder are never followed.
// Errors as in os_error.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sys/file_info.hpp"

namespace cudaenv::sys {

// With all folders above it; mode less umask. What is there already stays as it is.
Result<void> make_folders(const std::string& path, std::uint32_t mode = 0777);
// Names in the folder without . and .., sorted by bytes. An absent folder gives not_found. Follows
// a link at `path` itself.
Result<std::vector<std::string>> list_folder(const std::string& path);
// Removes a file, link or whole tree; makes folders writable on the way; an absent path is fine.
// Does not follow links, does not cross into other file systems. Half removed on failure. Goes on
// after an interrupt: it is how an interrupted run cleans up.
Result<void> remove_tree(const std::string& path);
Result<void> remove_file(const std::string& path);  // absent is fine

// Calls `visit` for each entry below `folder` (not the folder itself), parents before children,
// names sorted by bytes; rel_path is relative to `folder`. Stops at the first error. An entry that
// vanishes meanwhile is left out.
Result<void> walk(
    const std::string& folder,
    const std::function<Result<void>(const std::string& rel_path, const FileInfo&)>& visit);

// Sum of allocated bytes below `path`, each inode once.
Result<std::uint64_t> disk_usage(const std::string& path);

}  // namespace cudaenv::sys
