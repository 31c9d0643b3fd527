// SPDX-License-Identifier: MIT
// Comparing an installed stack with its file list, and putting back what is wrong.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/file_list.hpp"

namespace cudaenv::store {

struct Damage {
    enum class Kind { missing, content, kind, target, mode };
    Kind kind = Kind::missing;
    FileRow row;
    std::string found;  // digest, target, …
};

struct VerifyOutcome {
    std::uint64_t files = 0, bytes = 0;
    std::vector<Damage> damages;
    std::vector<std::string> extra;  // not in the list: a note, never a damage
};

// Hashes every file of the prefix. `on_file` may be empty. Errors: damaged (no readable receipt or
// list, or the list's own digest differs), interrupted.
Result<VerifyOutcome> verify(const std::string& prefix,
                             const std::function<void(std::string_view path)>& on_file = {});

struct RepairOutcome {
    std::vector<std::string> repaired;
    std::vector<FileRow> unrepaired;  // their bytes are nowhere in the store or other stacks
};
// Puts back damaged entries whose bytes are in the store or in another stack, each checked by its
// hash; removes nothing. The caller holds the stack's lock and repairs the rest from archives.
Result<RepairOutcome> repair(const base::Layout& layout, std::string_view stack,
                             const std::vector<Damage>& damages);

}  // namespace cudaenv::store
