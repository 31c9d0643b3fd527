// SPDX-License-Identifier: MIT
#include "store/database.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

#include "store/heal.hpp"
#include "store/schema.hpp"
#include "store/snapshot.hpp"
#include "store/stack_rows.hpp"
#include "sys/clock.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {

struct Database::State {
    Connection db;
    sys::LockMode lock_mode = sys::LockMode::automatic;
    bool was_rebuilt = false;
    bool is_newer = false;
};

namespace {

std::string now_text() {
    return sys::to_utc_text(std::chrono::system_clock::now());
}

struct Opened {
    Connection connection;
    DatabaseKind kind;
};

Result<Opened> open_file(const std::string& path) {
    CUDAENV_TRY(auto connection, Connection::open(path));
    CUDAENV_TRY(const auto kind, judge(connection));
    return Opened{std::move(connection), kind};
}

// A folder, a pipe or a device in the database's place would make SQLite wait or fail oddly;
// through a link it would make or fill a file that is not ours, unless a database of ours is there
// already.
Result<DatabaseKind> kind_of_file(const std::string& path) {
    CUDAENV_TRY(const auto there, sys::info(path));
    if (there.kind == sys::FileKind::none) return DatabaseKind::empty;
    const auto info = sys::info_following(path);
    if (!info || info->kind != sys::FileKind::file) return DatabaseKind::foreign;
    CUDAENV_TRY(const auto opened, open_file(path));
    const bool is_link = there.kind == sys::FileKind::link;
    return is_link && opened.kind == DatabaseKind::empty ? DatabaseKind::foreign : opened.kind;
}

// The journal goes along: it would be played into the new file.
Result<void> move_away(const std::string& path, std::string_view at) {
    std::string suffix = ".damaged-";
    std::ranges::copy_if(at, std::back_inserter(suffix), [](char c) { return c != ':'; });
    CUDAENV_TRY(sys::rename(path, path + suffix));
    const std::string journal = path + "-journal";
    CUDAENV_TRY(const auto info, sys::info(journal));
    if (info.kind == sys::FileKind::none) return {};
    return sys::rename(journal, path + suffix + "-journal");
}

Result<Connection> open_own(const std::string& path) {
    CUDAENV_TRY(auto connection, Connection::open(path));
    CUDAENV_TRY(prepare_connection(connection));
    CUDAENV_TRY(make_tables(connection));
    return connection;
}

// Stacks whose row is not what their folder says.
Result<std::vector<std::string>> differing(const Connection& db, const base::Layout& layout) {
    CUDAENV_TRY(auto recorded, select_receipts(db));
    CUDAENV_TRY(const auto installed, snapshot(layout));
    std::vector<std::string> stacks;
    for (const auto& stack : installed.stacks) {
        const auto row = recorded.extract(stack.name);
        if (row.empty() || row.mapped() != to_json(stack.receipt)) stacks.push_back(stack.name);
    }
    // A receipt that cannot be read is no reason to forget what it said.
    for (const auto& name : installed.damaged) recorded.erase(name);
    for (const auto& [name, receipt] : recorded) stacks.push_back(name);
    return stacks;
}

}  // namespace

Database::Database(std::unique_ptr<State> state) : state_(std::move(state)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const base::Layout& layout, const sys::LockOptions& lock) {
    const std::string path = layout.database();
    CUDAENV_TRY(sys::make_folders(layout.root()));
    CUDAENV_TRY(auto kind, kind_of_file(path));
    if (kind == DatabaseKind::newer) {
        CUDAENV_TRY(auto memory, open_own(":memory:"));
        return Database(std::make_unique<State>(State{std::move(memory), lock.mode, false, true}));
    }

    std::optional<StoreLock> alone;
    if (kind == DatabaseKind::foreign) {
        CUDAENV_TRY(auto held, StoreLock::of_store(layout, lock));
        alone = std::move(held);
        // Another process may have rebuilt it while this one waited.
        CUDAENV_TRY(kind, kind_of_file(path));
        if (kind == DatabaseKind::foreign) CUDAENV_TRY(move_away(path, now_text()));
    }
    CUDAENV_TRY(auto connection, open_own(path));
    Database database(std::make_unique<State>(State{std::move(connection), lock.mode}));
    if (kind != DatabaseKind::ours) CUDAENV_TRY(database.rebuild(layout, alone.has_value()));
    return database;
}

Result<void> Database::rebuild(const base::Layout& layout, bool was_damaged) {
    const std::string at = now_text();
    CUDAENV_TRY(reconcile(layout, at));
    CUDAENV_TRY(const auto ready, stacks("ready"));
    state_->was_rebuilt = was_damaged || !ready.empty();
    if (!state_->was_rebuilt) return {};
    return add_history({at, "rebuild", "", std::to_string(ready.size()) + " stacks"});
}

bool Database::was_rebuilt() const {
    return state_->was_rebuilt;
}

bool Database::is_newer() const {
    return state_->is_newer;
}

Result<void> Database::begin_stack(std::string_view stack, std::string_view at) {
    CUDAENV_TRY(auto insert, state_->db.prepare("INSERT INTO stacks(name, state, since) VALUES(?1, "
                                                "'installing', ?2) ON CONFLICT(name) DO NOTHING"));
    return insert.bind(1, stack).bind(2, at).run();
}

Result<void> Database::finish_stack(const Receipt& receipt, const std::vector<FileRow>& rows) {
    CUDAENV_TRY(auto transaction, Transaction::begin(state_->db));
    CUDAENV_TRY(insert_ready(state_->db, receipt, rows));
    CUDAENV_TRY(
        insert_history(state_->db, {receipt.made_at, "install", receipt.stack, receipt.requested}));
    return transaction.commit();
}

Result<void> Database::drop_stack(std::string_view stack, std::string_view at) {
    CUDAENV_TRY(auto transaction, Transaction::begin(state_->db));
    CUDAENV_TRY(const auto state, state_of(state_->db, stack));
    if (state == "ready") {
        CUDAENV_TRY(
            insert_history(state_->db, {std::string(at), "uninstall", std::string(stack), ""}));
    }
    CUDAENV_TRY(delete_stack(state_->db, stack));
    return transaction.commit();
}

Result<void> Database::add_history(const HistoryRow& row) {
    return insert_history(state_->db, row);
}

Result<std::vector<std::string>> Database::stacks(std::string_view state) const {
    CUDAENV_TRY(auto select,
                state_->db.prepare("SELECT name FROM stacks WHERE state = ?1 ORDER BY name"));
    select.bind(1, state);
    std::vector<std::string> names;
    while (true) {
        CUDAENV_TRY(const bool has_row, select.step());
        if (!has_row) return names;
        names.push_back(select.text(0));
    }
}

Result<std::vector<HistoryRow>> Database::history() const {
    CUDAENV_TRY(auto select,
                state_->db.prepare("SELECT at, action, stack, detail FROM history ORDER BY id"));
    std::vector<HistoryRow> rows;
    while (true) {
        CUDAENV_TRY(const bool has_row, select.step());
        if (!has_row) return rows;
        rows.push_back({select.text(0), select.text(1), select.text(2), select.text(3)});
    }
}

Result<std::vector<FileRow>> Database::files(std::string_view stack) const {
    return select_files(state_->db, stack);
}

Result<void> Database::reconcile(const base::Layout& layout, std::string_view at,
                                 const std::vector<std::string>& ours) {
    CUDAENV_TRY(const auto stacks, differing(state_->db, layout));
    for (const auto& stack : stacks) {
        std::optional<sys::Lock> lock;
        if (std::ranges::find(ours, stack) == ours.end()) {
            sys::LockOptions options;
            options.mode = state_->lock_mode;
            options.purpose = "recording " + stack;
            auto taken = sys::Lock::try_take(layout.stack_lock(stack), options);
            if (!taken && taken.error().code == Code::locked) continue;
            if (!taken) return tl::unexpected(std::move(taken).error());
            lock = *std::move(taken);
        }
        CUDAENV_TRY(follow(layout, stack, at));
    }
    return {};
}

// With the stack's lock: what its folder says now, not what it said when it was found to differ.
Result<void> Database::follow(const base::Layout& layout, const std::string& stack,
                              std::string_view at) {
    const auto receipt = read_receipt(layout.prefix(stack));
    if (!receipt && receipt.error().code == Code::not_found) return drop_stack(stack, at);
    if (!receipt || receipt->stack != stack) return {};
    // A list that cannot be read is for verify to tell; the stack has its row all the same.
    const auto files = read_file_list(layout.prefix(stack));
    CUDAENV_TRY(auto transaction, Transaction::begin(state_->db));
    CUDAENV_TRY(insert_ready(state_->db, *receipt, files ? *files : std::vector<FileRow>()));
    return transaction.commit();
}

}  // namespace cudaenv::store
