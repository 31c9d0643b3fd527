// SPDX-License-Identifier: MIT
// state.db: stacks, artifacts, file lists and history in SQLite. A copy of what the folders say
// (and they are the truth): lost or damaged, it is rebuilt from the receipts, only history is lost.
// Only commands that change things open it. One thread. Errors: files, space, read_only,
// permission, locked, damaged.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/file_list.hpp"
#include "store/receipt.hpp"
#include "sys/lock.hpp"

namespace cudaenv::store {

struct HistoryRow {
    std::string at;      // UTC
    std::string action;  // install, uninstall, repair, adopt, gc, rebuild
    std::string stack;
    std::string detail;
    friend bool operator==(const HistoryRow&, const HistoryRow&) = default;
};

class Database {
  public:
    // Opens or makes it. What is damaged, not ours, or a link to nothing is renamed to
    // state.db.damaged-TIME and made anew from the receipts; that takes the whole store (`lock`),
    // so open it before taking stacks' locks. A database of a newer cudaenv stays as it is: this
    // object then works in memory, and the newer cudaenv will follow the receipts when it comes
    // back.
    static Result<Database> open(const base::Layout& layout, const sys::LockOptions& lock = {});
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    bool was_rebuilt() const;  // damaged or lost although there were receipts
    bool is_newer() const;     // the file belongs to a newer cudaenv: nothing is recorded

    // installing -> ready or dropped; one transaction each. A stack that is ready stays so while it
    // is installed again. finish and drop write the history of a stack that was or becomes ready.
    Result<void> begin_stack(std::string_view stack, std::string_view at);
    Result<void> finish_stack(const Receipt& receipt, const std::vector<FileRow>& rows);
    Result<void> drop_stack(std::string_view stack, std::string_view at);
    Result<void> add_history(const HistoryRow& row);

    // Names by state ("ready", "installing"), sorted by their bytes.
    Result<std::vector<std::string>> stacks(std::string_view state) const;
    // Oldest first.
    Result<std::vector<HistoryRow>> history() const;
    // The file list of a ready stack; empty if it is not known.
    Result<std::vector<FileRow>> files(std::string_view stack) const;

    // Makes the rows follow the receipts in versions/. Passes over stacks whose lock is held: who
    // changes them records it; but does those in `ours`, whose locks the caller holds.
    Result<void> reconcile(const base::Layout& layout, std::string_view at,
                           const std::vector<std::string>& ours = {});

  private:
    struct State;
    explicit Database(std::unique_ptr<State> state);
    Result<void> rebuild(const base::Layout& layout, bool was_damaged);
    Result<void> follow(const base::Layout& layout, const std::string& stack, std::string_view at);
    std::unique_ptr<State> state_;
};

}  // namespace cudaenv::store
