// SPDX-License-Identifier: MIT
// The statements behind Database: rows of stacks with their artifacts and file lists, and history.
// Transactions are the caller's. Included by .cpp files of this folder only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/database.hpp"
#include "store/sqlite.hpp"

namespace cudaenv::store {

Result<void> insert_history(const Connection& db, const HistoryRow& row);

// Whether the stack has a row, and which state it is in.
Result<std::optional<std::string>> state_of(const Connection& db, std::string_view stack);

// A stack in state `ready` in place of any row that it had.
Result<void> insert_ready(const Connection& db, const Receipt& receipt,
                          const std::vector<FileRow>& rows);
// With its artifacts and the lists that no other stack has. Absent is fine.
Result<void> delete_stack(const Connection& db, std::string_view stack);

// name -> receipt as JSON, empty while installing.
Result<std::map<std::string, std::string>> select_receipts(const Connection& db);
// Sorted by path; empty for an unknown stack.
Result<std::vector<FileRow>> select_files(const Connection& db, std::string_view stack);

}  // namespace cudaenv::store
