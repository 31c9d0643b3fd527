// SPDX-License-Identifier: MIT
#include "store/schema.hpp"

namespace cudaenv::store {
namespace {

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::int64_t kApplicationId = 0x63756465;  // "cude"

// Stacks that share an artifact share its part of the file list: a part is stored once, under its
// digest. Without that, two hundred stacks on a few toolkits would be a million rows.
constexpr std::string_view kTables = R"(
CREATE TABLE stacks(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK(state IN ('installing', 'ready')),
    since TEXT NOT NULL,
    files_sha256 TEXT NOT NULL DEFAULT '',
    receipt TEXT NOT NULL DEFAULT '');
CREATE TABLE artifacts(
    stack INTEGER NOT NULL REFERENCES stacks ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, size INTEGER NOT NULL,
    sha256 TEXT NOT NULL, md5 TEXT NOT NULL, verified_by TEXT NOT NULL,
    PRIMARY KEY(stack, number)) WITHOUT ROWID;
CREATE TABLE lists(
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE);
CREATE TABLE stack_lists(
    stack INTEGER NOT NULL REFERENCES stacks ON DELETE CASCADE,
    list INTEGER NOT NULL REFERENCES lists,
    PRIMARY KEY(stack, list)) WITHOUT ROWID;
CREATE INDEX stack_lists_by_list ON stack_lists(list);
CREATE TABLE files(
    list INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
    path TEXT NOT NULL,
    kind INTEGER NOT NULL,
    mode INTEGER NOT NULL, size INTEGER NOT NULL, sha256 BLOB NOT NULL,
    artifact INTEGER NOT NULL, component TEXT NOT NULL, target TEXT NOT NULL,
    PRIMARY KEY(list, path)) WITHOUT ROWID;
CREATE TABLE history(
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL, action TEXT NOT NULL, stack TEXT NOT NULL, detail TEXT NOT NULL);
)";

Result<std::int64_t> number_of(const Connection& connection, std::string_view sql) {
    CUDAENV_TRY(const auto number, connection.ask_number(sql));
    return number.value_or(0);
}

// The text of all tables and indices: equal texts, equal schemas.
Result<std::string> schema_of(const Connection& connection) {
    CUDAENV_TRY(auto select, connection.prepare("SELECT sql FROM sqlite_schema ORDER BY name"));
    std::string schema;
    while (true) {
        CUDAENV_TRY(const bool has_row, select.step());
        if (!has_row) return schema;
        schema.append(select.text(0)).append(";");
    }
}

Result<bool> has_our_tables(const Connection& connection) {
    CUDAENV_TRY(const auto model, Connection::open(":memory:"));
    CUDAENV_TRY(model.run(kTables));
    CUDAENV_TRY(const auto needed, schema_of(model));
    CUDAENV_TRY(const auto found, schema_of(connection));
    return found == needed;
}

Result<bool> is_whole(const Connection& connection) {
    CUDAENV_TRY(auto check, connection.prepare("PRAGMA quick_check(1)"));
    CUDAENV_TRY(const bool has_row, check.step());
    return has_row && check.text(0) == "ok";
}

Result<DatabaseKind> look_at(const Connection& connection) {
    CUDAENV_TRY(const auto version, number_of(connection, "PRAGMA user_version"));
    CUDAENV_TRY(const auto application, number_of(connection, "PRAGMA application_id"));
    CUDAENV_TRY(const auto tables, number_of(connection, "SELECT count(*) FROM sqlite_schema"));
    if (version == 0 && application == 0 && tables == 0) return DatabaseKind::empty;
    if (application != kApplicationId || version < kSchemaVersion) return DatabaseKind::foreign;
    if (version > kSchemaVersion) return DatabaseKind::newer;
    CUDAENV_TRY(const bool ours, has_our_tables(connection));
    if (!ours) return DatabaseKind::foreign;
    CUDAENV_TRY(const bool whole, is_whole(connection));
    return whole ? DatabaseKind::ours : DatabaseKind::foreign;
}

}  // namespace

Result<DatabaseKind> judge(const Connection& connection) {
    auto kind = look_at(connection);
    if (!kind && kind.error().code == Code::damaged) return DatabaseKind::foreign;
    return kind;
}

Result<void> prepare_connection(const Connection& connection) {
    // Not WAL: homes are on NFS. Full syncs: history is the one thing that nobody can rebuild.
    return connection.run(
        "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
        "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192");
}

Result<void> make_tables(const Connection& connection) {
    CUDAENV_TRY(auto transaction, Transaction::begin(connection));
    CUDAENV_TRY(const auto kind, judge(connection));
    if (kind == DatabaseKind::empty) {
        CUDAENV_TRY(connection.run(kTables));
        CUDAENV_TRY(connection.run("PRAGMA user_version = " + std::to_string(kSchemaVersion)));
        CUDAENV_TRY(connection.run("PRAGMA application_id = " + std::to_string(kApplicationId)));
    }
    return transaction.commit();
}

}  // namespace cudaenv::store
