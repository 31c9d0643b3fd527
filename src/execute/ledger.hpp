// SPDX-License-Identifier: MIT
// state.db as an execution sees it: a copy of what the folders say. Trouble with it is told once
// and never fails an installation, because the receipts are the truth and a later run rebuilds it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "execute/observer.hpp"
#include "execute/run.hpp"
#include "store/database.hpp"

namespace cudaenv::execute {

class Ledger {
  public:
    // Opens nothing yet. Both references outlive the ledger.
    Ledger(const Settings& settings, Observer& observer);

    // Opens the database, once. Before any stack's lock is taken: a damaged one is rebuilt alone in
    // the store, which waits until nobody holds such a lock. Trouble is told when it matters.
    void open();

    void begin_stack(std::string_view stack);
    void finish_stack(const store::Receipt& receipt, const std::vector<store::FileRow>& rows);
    void drop_stack(std::string_view stack);
    void add_history(std::string_view action, std::string_view stack, std::string_view detail);
    // Makes the rows follow the receipts; the caller holds the locks of `ours`.
    void reconcile(const std::vector<std::string>& ours);

  private:
    store::Database* database();
    void check(const Result<void>& result);
    std::string now() const;

    const Settings& settings_;
    Observer& observer_;
    bool is_given_up_ = false;
    std::optional<Result<store::Database>> database_;
};

}  // namespace cudaenv::execute
