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

store::Database* Ledger::open() {
    if (is_given_up_) return nullptr;
    if (database_) return &*database_;
    Result<store::Database> opened = store::Database::open(settings_.layout);
    if (!opened.has_value()) {
        check(tl::unexpected(std::move(opened).error()));
        return nullptr;
    }
    database_ = *std::move(opened);
    if (database_->was_rebuilt()) observer_.said("state.db was rebuilt from the receipts");
    return &*database_;
}

void Ledger::begin_stack(std::string_view stack) {
    if (store::Database* database = open()) check(database->begin_stack(stack, now()));
}

void Ledger::finish_stack(const store::Receipt& receipt, const std::vector<store::FileRow>& rows) {
    if (store::Database* database = open()) check(database->finish_stack(receipt, rows));
}

void Ledger::drop_stack(std::string_view stack) {
    if (store::Database* database = open()) check(database->drop_stack(stack, now()));
}

void Ledger::add_history(std::string_view action, std::string_view stack, std::string_view detail) {
    store::Database* database = open();
    if (database == nullptr) return;
    check(database->add_history({.at = now(),
                                 .action = std::string(action),
                                 .stack = std::string(stack),
                                 .detail = std::string(detail)}));
}

void Ledger::reconcile() {
    if (store::Database* database = open()) {
        check(database->reconcile(settings_.layout, now()));
    }
}

}  // namespace cudaenv::execute
