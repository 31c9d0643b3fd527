// SPDX-License-Identifier: MIT
#include "execute/ledger.hpp"

#include <utility>

namespace cudaenv::execute {

Ledger::Ledger(const Settings& settings, Observer& observer)
    : settings_(settings), observer_(observer) {}

std::string Ledger::now() const {
    return sys::to_utc_text(settings_.now());
}

void Ledger::check(const Result<void>& result) {
    if (result.has_value() || std::exchange(is_given_up_, true)) return;
    observer_.warned("state.db is not up to date (" + result.error().what +
                     "); the next command that changes something puts it right");
}

void Ledger::open() {
    if (database_) return;
    database_ = store::Database::open(settings_.layout, settings_.lock);
    if (database_->has_value() && (*database_)->was_rebuilt()) {
        observer_.said("state.db was rebuilt from the receipts");
    }
}

// Null, and told once, if there is none to write to.
store::Database* Ledger::database() {
    CUDAENV_CHECK(database_.has_value());  // open() comes before the steps
    if (is_given_up_) return nullptr;
    if (database_->has_value()) return &**database_;
    check(tl::unexpected(database_->error()));
    return nullptr;
}

void Ledger::begin_stack(std::string_view stack) {
    if (store::Database* rows = database()) check(rows->begin_stack(stack, now()));
}

void Ledger::finish_stack(const store::Receipt& receipt, const std::vector<store::FileRow>& rows) {
    if (store::Database* opened = database()) check(opened->finish_stack(receipt, rows));
}

void Ledger::drop_stack(std::string_view stack) {
    if (store::Database* rows = database()) check(rows->drop_stack(stack, now()));
}

void Ledger::add_history(std::string_view action, std::string_view stack, std::string_view detail) {
    store::Database* rows = database();
    if (rows == nullptr) return;
    check(rows->add_history({.at = now(),
                             .action = std::string(action),
                             .stack = std::string(stack),
                             .detail = std::string(detail)}));
}

void Ledger::reconcile(const std::vector<std::string>& ours) {
    if (store::Database* rows = database()) {
        check(rows->reconcile(settings_.layout, now(), ours));
    }
}

}  // namespace cudaenv::execute
