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

    void begin_stack(std::string_view stack);
    void finish_stack(const store::Receipt& receipt, const std::vector<store::FileRow>& rows);
    void drop_stack(std::string_view stack);
    void add_history(std::string_view action, std::string_view stack, std::string_view detail);
    void reconcile();

  private:
    store::Database* open();
    void check(const Result<void>& result);
    std::string now() const;

    const Settings& settings_;
    Observer& observer_;
    bool is_given_up_ = false;
    std::optional<store::Database> database_;
};

}  // namespace cudaenv::execute
