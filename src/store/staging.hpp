// SPDX-License-Identifier: MIT
// A prefix in the making: staging/STACK.RANDOM. Built, synced and moved into versions/ by one
// rename; dropped by the destructor unless committed. Errors: those of files; damaged never comes
// from here. The caller holds the stack's lock throughout.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/file_list.hpp"
#include "store/object_store.hpp"
#include "store/receipt.hpp"
#include "store/temporary_folder.hpp"

namespace cudaenv::store {

// How folders are moved. Left as it is by all but tests.
struct MoveOptions {
    // Told after each step that a power cut may come behind; a test ends its process there.
    std::function<void(std::string_view step)> on_step;
    bool can_exchange = true;        // false: as on a file system without renameat2
    bool can_move_installed = true;  // false: as a lower layer of an overlay, which answers EXDEV
};

class Staging {
  public:
    // Makes the folders. Files of this stack that an earlier, now dead run left in staging/ are
    // removed first. Errors: usage (no name of a stack), and those of files.
    static Result<Staging> begin(const base::Layout& layout, std::string_view stack,
                                 MoveOptions options = {});

    const std::string& prefix() const { return prefix_.path(); }    // where the tree is built
    const std::string& scratch() const { return scratch_.path(); }  // for an ObjectStore

    // Lays the rows out as hard links to their objects. Errors: integrity (see check_rows).
    Result<void> link(const std::vector<FileRow>& rows, const ObjectStore& objects);
    // Writes `files` and `activate`, syncs, writes the receipt (its files_sha256 is filled in),
    // syncs, and renames to versions/STACK; an existing stack there is exchanged and removed.
    // Returns the receipt as written. Errors: usage (an adopted toolkit has the name).
    Result<Receipt> commit(const std::vector<FileRow>& rows, std::string_view activation,
                           Receipt receipt);

  private:
    Staging(base::Layout layout, std::string stack, MoveOptions options)
        : layout_(std::move(layout)), stack_(std::move(stack)), options_(std::move(options)) {}
    Result<void> write_meta(const std::string& list, std::string_view activation) const;
    Result<void> move_into_place();
    Result<void> replace(const std::string& target);
    Result<void> finish_exchange();

    base::Layout layout_;
    std::string stack_;
    MoveOptions options_;
    TemporaryFolder prefix_, scratch_;
};

// Takes a stack, or what is left of one, away: receipt, rename into staging/, the rest (deletes in
// place where the rename gives EXDEV). Errors: not_installed, usage (an adopted toolkit).
Result<void> remove_stack(const base::Layout& layout, std::string_view stack,
                          const MoveOptions& options = {});

// The STACK of a name STACK.RANDOM in staging/; empty if it is no such name.
std::string_view stack_of_staging(std::string_view name);

}  // namespace cudaenv::store
