// SPDX-License-Identifier: MIT
// A prefix in the making: staging/STACK.RANDOM. Built, synced and moved into versions/ by one
// rename; dropped by the destructor unless committed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/file_list.hpp"
#include "store/object_store.hpp"
#include "store/receipt.hpp"

namespace cudaenv::store {

class Staging {
  public:
    // Makes the folder. The caller holds the stack's lock. Files of this stack that an earlier, now
    // dead run left in staging/ are removed first.
    static Result<Staging> begin(const base::Layout& layout, std::string_view stack);
    Staging(Staging&&) noexcept;
    Staging& operator=(Staging&&) noexcept;
    ~Staging();

    const std::string& prefix() const { return prefix_; }    // where the tree is built
    const std::string& scratch() const { return scratch_; }  // for unfinished objects

    // Lays the rows out as hard links to their objects. Rows are sorted, parents before children.
    Result<void> link(const std::vector<FileRow>& rows, const ObjectStore& objects);
    // Writes `files` and `activate`, syncs, writes the receipt (its files_sha256 is filled in),
    // syncs, and renames to versions/STACK; an existing stack there is exchanged and removed.
    Result<void> commit(const std::vector<FileRow>& rows, std::string_view activation,
                        Receipt receipt);

  private:
    Staging(base::Layout layout, std::string stack, std::string prefix, std::string scratch);
    base::Layout layout_;
    std::string stack_, prefix_, scratch_;
};

// Takes a stack away: receipt, rename into staging/, the rest (delete in place where the rename
// gives EXDEV). The caller holds the stack's lock.
Result<void> remove_stack(const base::Layout& layout, std::string_view stack);

}  // namespace cudaenv::store
