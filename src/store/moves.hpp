// SPDX-License-Identifier: MIT
// Taking an installed folder away so that it is at no moment half a stack with a receipt. Shared by
// the .cpp files of this folder.
#pragma once

#include <string>
#include <string_view>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/staging.hpp"

namespace cudaenv::store {

// A fresh path staging/STACK.RANDOM. Nothing is made.
std::string staging_path(const base::Layout& layout, std::string_view stack);

// A folder of ours whose content cudaenv removes by name may not be a symbolic link: behind it lies
// what is not ours. Errors: files. Absent is fine.
Result<void> refuse_link(const std::string& folder);

// Removes the receipt at `prefix`, of whatever kind, and makes that lasting before anything else
// goes. Absent is fine.
Result<void> remove_receipt(const std::string& prefix);

// Moves versions/STACK, whose receipt is gone, to a fresh path in staging/ and returns that; where
// it cannot be moved it is deleted in place, and the returned path is empty.
Result<std::string> move_aside(const base::Layout& layout, std::string_view stack,
                               const MoveOptions& options);

// What is in staging/ and no longer needed, receipt first. An empty path is fine.
Result<void> discard(const std::string& path);

inline void reached(const MoveOptions& options, std::string_view step) {
    if (options.on_step) options.on_step(step);
}

}  // namespace cudaenv::store
