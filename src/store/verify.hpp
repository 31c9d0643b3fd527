// SPDX-License-Identifier: MIT
// Comparing an installed stack with its file list, and putting back what is wrong. Sizes in bytes;
// paths relative to the prefix.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/file_list.hpp"

namespace cudaenv::store {

struct Damage {
    enum class Kind {
        missing,
        content,  // size or digest differs
        kind,     // a folder, link or file stands where another kind should
        target,   // a link leads elsewhere
        mode,     // a file is or is not executable, against its row
    };
    Kind kind = Kind::missing;
    FileRow row;        // as it should be
    std::string found;  // digest, size, kind, target or mode
};

struct VerifyOutcome {
    std::uint64_t files = 0, bytes = 0;  // of the list
    std::vector<Damage> damages;         // in order of path
    std::vector<std::string> extra;      // not in the list: a note, never a damage
};

// Hashes every file of the prefix, each inode once. `on_file` is told before each; it may be empty.
// A missing activation file is a damage too (its row: `.cudaenv/activate`, without a digest), which
// whoever knows the stack's receipt and rows can write again. Errors: damaged (no readable receipt
// or list, a receipt of another name than the folder's, or the list's own digest differs),
// interrupted, files.
Result<VerifyOutcome> verify(const std::string& prefix,
                             const std::function<void(std::string_view path)>& on_file = {});

struct RepairOutcome {
    std::vector<std::string> repaired;
    std::vector<FileRow> unrepaired;  // their bytes are nowhere in the store or other stacks
};
// Puts back damaged entries: folders and links as the list says, files whose bytes are in the store
// or in another stack, each checked by its hash. A file is replaced in one step, never written
// into. Removes nothing: a folder in a file's place gets `.damaged` behind its name, or
// `.damaged-2` and so on. The caller holds the stack's lock; for the rest it puts the bytes into
// the store and calls again.
Result<RepairOutcome> repair(const base::Layout& layout, std::string_view stack,
                             const std::vector<Damage>& damages);

}  // namespace cudaenv::store
