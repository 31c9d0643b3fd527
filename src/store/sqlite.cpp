// SPDX-License-Identifier: MIT
#include "store/sqlite.hpp"

#include <sqlite3.h>

namespace cudaenv::store {
namespace {

constexpr int kBusyTimeoutMs = 30'000;

Code code_of(int result) {
    switch (result & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return Code::locked;
        case SQLITE_FULL:
            return Code::space;
        case SQLITE_READONLY:
            return Code::read_only;
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return Code::permission;
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return Code::damaged;
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:
            return Code::files;
        default:
            // A table or column that is not there: the schema is not ours.
            return result == SQLITE_ERROR ? Code::damaged : Code::bug;
    }
}

base::Failure failure(sqlite3* db, int result) {
    const char* path = db == nullptr ? nullptr : sqlite3_db_filename(db, "main");
    return fail(code_of(result), "the database of cudaenv's state cannot be used")
        .at(path == nullptr ? "" : path)
        .why(db == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(db));
}

}  // namespace

void close_connection(sqlite3* connection) {
    static_cast<void>(sqlite3_close_v2(connection));
}

void close_statement(sqlite3_stmt* statement) {
    static_cast<void>(sqlite3_finalize(statement));
}

Statement& Statement::bind(int parameter, std::int64_t value) {
    if (const int result = sqlite3_bind_int64(raw_.get(), parameter, value)) bind_error_ = result;
    return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
    if (const int result = sqlite3_bind_text64(raw_.get(), parameter, text.data(), text.size(),
                                               SQLITE_STATIC, SQLITE_UTF8)) {
        bind_error_ = result;
    }
    return *this;
}

Statement& Statement::bind_blob(int parameter, std::string_view bytes) {
    if (const int result =
            sqlite3_bind_blob64(raw_.get(), parameter, bytes.data(), bytes.size(), SQLITE_STATIC)) {
        bind_error_ = result;
    }
    return *this;
}

Result<bool> Statement::step() {
    sqlite3* db = sqlite3_db_handle(raw_.get());
    if (const int result = std::exchange(bind_error_, SQLITE_OK)) return failure(db, result);
    const int result = sqlite3_step(raw_.get());
    if (result == SQLITE_ROW) return true;
    if (result != SQLITE_DONE) {
        auto failed = failure(db, result);
        reset();
        return failed;
    }
    reset();
    return false;
}

Result<void> Statement::run() {
    CUDAENV_TRY(const bool has_row, step());
    if (has_row) reset();
    return {};
}

void Statement::reset() {
    // What reset returns is the error of the last step once more.
    static_cast<void>(sqlite3_reset(raw_.get()));
    static_cast<void>(sqlite3_clear_bindings(raw_.get()));
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(raw_.get(), column);
}

std::string Statement::text(int column) const {
    const void* bytes = sqlite3_column_blob(raw_.get(), column);
    const int size = sqlite3_column_bytes(raw_.get(), column);
    if (bytes == nullptr || size <= 0) return {};
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

Result<Connection> Connection::open(const std::string& path) {
    sqlite3* raw = nullptr;
    const int result =
        sqlite3_open_v2(path.c_str(), &raw,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Connection connection(raw);
    if (result != SQLITE_OK) {
        auto failed = failure(raw, result);
        return std::move(failed).at(path);
    }
    if (const int set = sqlite3_busy_timeout(raw, kBusyTimeoutMs)) return failure(raw, set);
    return connection;
}

Result<std::optional<Statement>> Connection::next(std::string_view& sql) const {
    sqlite3_stmt* raw = nullptr;
    const char* rest = nullptr;
    const int result = sqlite3_prepare_v3(raw_.get(), sql.data(), static_cast<int>(sql.size()),
                                          SQLITE_PREPARE_PERSISTENT, &raw, &rest);
    if (result != SQLITE_OK) return failure(raw_.get(), result);
    sql.remove_prefix(static_cast<std::size_t>(rest - sql.data()));
    if (raw == nullptr) return std::nullopt;
    return Statement(raw);
}

Result<Statement> Connection::prepare(std::string_view sql) const {
    CUDAENV_TRY(auto statement, next(sql));
    CUDAENV_CHECK(statement.has_value());
    return *std::move(statement);
}

Result<void> Connection::run(std::string_view sql) const {
    while (!sql.empty()) {
        CUDAENV_TRY(auto statement, next(sql));
        if (!statement) break;
        CUDAENV_TRY(statement->run());
    }
    return {};
}

Result<std::optional<std::int64_t>> Connection::ask_number(std::string_view sql) const {
    CUDAENV_TRY(auto statement, prepare(sql));
    CUDAENV_TRY(const bool has_row, statement.step());
    if (!has_row) return std::nullopt;
    const std::int64_t number = statement.number(0);
    statement.reset();
    return number;
}

std::int64_t Connection::last_row_id() const {
    return sqlite3_last_insert_rowid(raw_.get());
}

Result<Transaction> Transaction::begin(const Connection& connection) {
    CUDAENV_TRY(connection.run("BEGIN IMMEDIATE"));
    return Transaction(connection);
}

Transaction::~Transaction() {
    // A failure here means that SQLite has rolled back by itself.
    if (connection_ != nullptr) static_cast<void>(connection_->run("ROLLBACK"));
}

Result<void> Transaction::commit() {
    CUDAENV_TRY(connection_->run("COMMIT"));
    connection_ = nullptr;
    return {};
}

}  // namespace cudaenv::store
