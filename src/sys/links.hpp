// SPDX-License-Identifier: MIT
// Names of files: renamed, exchanged, linked. No link at the last part of a path is followed, but
// by real_path. Errors as in os_error.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace cudaenv::sys {

Result<void> rename(const std::string& from, const std::string& to);
// False if the file system cannot (EXDEV): another one, or a folder of a container's lower layer.
Result<bool> rename_if_possible(const std::string& from, const std::string& to);
// Swaps two paths (renameat2 RENAME_EXCHANGE). Code::files if the file system cannot.
Result<void> exchange(const std::string& left, const std::string& right);
Result<void> make_link(const std::string& target, const std::string& path);  // symbolic
Result<std::string> read_link(const std::string& path);
// Puts a symbolic link at `path` whatever file or link is there, in one step.
Result<void> replace_link(const std::string& target, const std::string& path);
Result<std::string> real_path(const std::string& path);

// Hard link, else reflink or copy where the file system has no link for us. `mode` (less umask) is
// given to a copy; `to` must not be there. A copy that fails leaves nothing.
enum class LinkOutcome { linked, cloned, copied };
Result<LinkOutcome> link_or_copy(const std::string& from, const std::string& to,
                                 std::uint32_t mode);

}  // namespace cudaenv::sys
