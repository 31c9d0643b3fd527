// SPDX-License-Identifier: MIT
// The tables of state.db and whether a file is one: the user_version and application_id of its
// header, its tables, and SQLite's own check of its pages.
#pragma once

#include "base/result.hpp"
#include "store/sqlite.hpp"

namespace cudaenv::store {

enum class DatabaseKind {
    ours,     // whole, of this schema
    empty,    // a new file
    newer,    // of a later schema
    foreign,  // another program's, or damaged
};

// Errors: those of SQLite that say nothing about the file (locked, space, …).
Result<DatabaseKind> judge(const Connection& connection);

// Sets what holds for the connection only: rollback journal, foreign keys.
Result<void> prepare_connection(const Connection& connection);

// Makes the tables if the file is still empty; of several processes one does.
Result<void> make_tables(const Connection& connection);

}  // namespace cudaenv::store
