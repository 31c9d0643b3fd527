// SPDX-License-Identifier: MIT
// state.db: stacks, artifacts, file lists and history in SQLite. A copy of what the folders say
// (and they are the truth): lost or damaged, it is rebuilt from the receipts, only history is lost.
// Only commands that change things open it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "store/file_list.hpp"
#include "store/receipt.hpp"

namespace cudaenv::store {

struct HistoryRow {
    std::string at;      // UTC
    std::string action;  // install, uninstall, repair, adopt, gc, rebuild
    std::string stack;
    std::string detail;
};

class Database {
  public:
    // Opens or makes it; a schema of another version or damage: renamed away and rebuilt from the
    // receipts in versions/ (`rebuilt` tells). Errors: files, locked, damaged.
    static Result<Database> open(const base::Layout& layout);
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    bool was_rebuilt() const;

    // installing -> ready or dropped; one transaction each.
    Result<void> begin_stack(std::string_view stack, std::string_view at);
    Result<void> finish_stack(const Receipt& receipt, const std::vector<FileRow>& rows);
    Result<void> drop_stack(std::string_view stack, std::string_view at);
    Result<void> add_history(const HistoryRow& row);

    // Names by state ("ready", "installing").
    Result<std::vector<std::string>> stacks(std::string_view state) const;
    Result<std::vector<HistoryRow>> history() const;

    // Makes the rows follow the receipts in versions/.
    Result<void> reconcile(const base::Layout& layout, std::string_view at);

  private:
    struct State;
    explicit Database(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace cudaenv::store
