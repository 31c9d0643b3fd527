// SPDX-License-Identifier: MIT
// The few calls of SQLite that database.cpp needs, with Results and RAII. Included by .cpp
// files of this folder only. Errors: space, read_only, permission, locked, damaged, files; `at` is
// the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/handle.hpp"
#include "base/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace cudaenv::store {

void close_connection(sqlite3* connection);
void close_statement(sqlite3_stmt* statement);

// A prepared statement, used again and again: bind, step, reset. Columns and parameters count as in
// SQLite (columns from 0, parameters from 1). A failed bind shows at the next step.
class Statement {
  public:
    explicit Statement(sqlite3_stmt* raw) : raw_(raw) {}

    Statement& bind(int parameter, std::int64_t value);
    // The text must live until the next reset.
    Statement& bind(int parameter, std::string_view text);
    Statement& bind_blob(int parameter, std::string_view bytes);

    // True: a row is there to be read. False: done, and the statement is ready to be bound again.
    Result<bool> step();
    // For statements that give no rows.
    Result<void> run();
    // Ends a reading before its last row.
    void reset();

    std::int64_t number(int column) const;
    std::string text(int column) const;  // also blobs

  private:
    base::Handle<sqlite3_stmt, close_statement> raw_;
    int bind_error_ = 0;
};

class Connection {
  public:
    // Opens for reading and writing, made if absent. ":memory:" is SQLite's own.
    static Result<Connection> open(const std::string& path);

    Result<Statement> prepare(std::string_view sql) const;
    // Statements without parameters, one after another; rows that they give are passed over.
    Result<void> run(std::string_view sql) const;
    // The first column of the first row; nullopt if there is no row.
    Result<std::optional<std::int64_t>> ask_number(std::string_view sql) const;
    std::int64_t last_row_id() const;

  private:
    // The first statement of `sql`, which is cut to what follows it; empty when only blanks are
    // left.
    Result<std::optional<Statement>> next(std::string_view& sql) const;
    explicit Connection(sqlite3* raw) : raw_(raw) {}
    base::Handle<sqlite3, close_connection> raw_;
};

// BEGIN IMMEDIATE; rolled back by the destructor unless committed.
class Transaction {
  public:
    static Result<Transaction> begin(const Connection& connection);
    Transaction(Transaction&& other) noexcept
        : connection_(std::exchange(other.connection_, nullptr)) {}
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();
    Result<void> commit();

  private:
    explicit Transaction(const Connection& connection) : connection_(&connection) {}
    const Connection* connection_;
};

}  // namespace cudaenv::store
