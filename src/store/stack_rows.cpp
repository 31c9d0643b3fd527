// SPDX-License-Identifier: MIT
#include "store/stack_rows.hpp"

#include "base/text.hpp"
#include "sys/digest.hpp"

namespace cudaenv::store {
namespace {

// Half a digest a byte: what is stored for a file.
std::string from_hex(std::string_view hex) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::string bytes;
    bytes.reserve(hex.size() / 2);
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    }
    return bytes;
}

std::string to_hex(std::string_view bytes) {
    return base::hex(std::span(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

using Part = std::vector<const FileRow*>;

// The file list by artifact; folders and links stand with artifact 0.
std::map<int, Part> parts_of(const std::vector<FileRow>& rows) {
    std::map<int, Part> parts;
    for (const FileRow& row : rows) {
        parts[row.kind == FileRow::Kind::file ? row.artifact : 0].push_back(&row);
    }
    return parts;
}

std::string digest_of(const Part& part) {
    sys::Digest digest(sys::Digest::Kind::sha256);
    std::string text;
    for (const FileRow* row : part) {
        text.clear();
        append_line(text, *row);
        digest.update(std::as_bytes(std::span(text)));
    }
    return digest.finish();
}

Result<void> insert_rows(const Connection& db, std::int64_t list, const Part& part) {
    CUDAENV_TRY(auto insert,
                db.prepare("INSERT INTO files VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"));
    for (const FileRow* row : part) {
        const std::string digest = from_hex(row->sha256);
        insert.bind(1, list)
            .bind(2, row->path)
            .bind(3, static_cast<std::int64_t>(row->kind))
            .bind(4, static_cast<std::int64_t>(installed_mode(*row)))
            .bind(5, static_cast<std::int64_t>(row->size_bytes))
            .bind_blob(6, digest)
            .bind(7, static_cast<std::int64_t>(row->artifact))
            .bind(8, row->component)
            .bind(9, row->target);
        CUDAENV_TRY(insert.run());
    }
    return {};
}

// The id of the list that holds this part, made if no other stack has it.
Result<std::int64_t> list_of(const Connection& db, const Part& part) {
    const std::string digest = digest_of(part);
    CUDAENV_TRY(auto find, db.prepare("SELECT id FROM lists WHERE digest = ?1"));
    CUDAENV_TRY(const bool is_known, find.bind(1, digest).step());
    if (is_known) return find.number(0);
    CUDAENV_TRY(auto insert, db.prepare("INSERT INTO lists(digest) VALUES(?1)"));
    CUDAENV_TRY(insert.bind(1, digest).run());
    const std::int64_t id = db.last_row_id();
    CUDAENV_TRY(insert_rows(db, id, part));
    return id;
}

Result<void> insert_lists(const Connection& db, std::int64_t stack,
                          const std::vector<FileRow>& rows) {
    CUDAENV_TRY(auto insert, db.prepare("INSERT INTO stack_lists VALUES(?1, ?2)"));
    for (const auto& [artifact, part] : parts_of(rows)) {
        CUDAENV_TRY(const auto list, list_of(db, part));
        CUDAENV_TRY(insert.bind(1, stack).bind(2, list).run());
    }
    return {};
}

Result<void> insert_artifacts(const Connection& db, std::int64_t stack, const Receipt& receipt) {
    CUDAENV_TRY(auto insert,
                db.prepare("INSERT INTO artifacts VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"));
    for (const auto& artifact : receipt.artifacts) {
        insert.bind(1, stack)
            .bind(2, static_cast<std::int64_t>(artifact.id))
            .bind(3, artifact.kind)
            .bind(4, artifact.name)
            .bind(5, artifact.url)
            .bind(6, static_cast<std::int64_t>(artifact.size_bytes))
            .bind(7, artifact.sha256)
            .bind(8, artifact.md5)
            .bind(9, artifact.verified_by);
        CUDAENV_TRY(insert.run());
    }
    return {};
}

// The row and all that hangs on it but lists, which the next insertion may want.
Result<void> delete_row(const Connection& db, std::string_view stack) {
    CUDAENV_TRY(auto remove, db.prepare("DELETE FROM stacks WHERE name = ?1"));
    return remove.bind(1, stack).run();
}

// Lists that the last stack has left.
Result<void> drop_unused_lists(const Connection& db) {
    return db.run("DELETE FROM lists WHERE id NOT IN (SELECT list FROM stack_lists)");
}

}  // namespace

Result<void> insert_history(const Connection& db, const HistoryRow& row) {
    CUDAENV_TRY(
        auto insert,
        db.prepare("INSERT INTO history(at, action, stack, detail) VALUES(?1, ?2, ?3, ?4)"));
    return insert.bind(1, row.at).bind(2, row.action).bind(3, row.stack).bind(4, row.detail).run();
}

Result<std::optional<std::string>> state_of(const Connection& db, std::string_view stack) {
    CUDAENV_TRY(auto find, db.prepare("SELECT state FROM stacks WHERE name = ?1"));
    CUDAENV_TRY(const bool is_known, find.bind(1, stack).step());
    if (!is_known) return std::nullopt;
    return find.text(0);
}

Result<void> insert_ready(const Connection& db, const Receipt& receipt,
                          const std::vector<FileRow>& rows) {
    CUDAENV_TRY(delete_row(db, receipt.stack));
    CUDAENV_TRY(auto insert, db.prepare("INSERT INTO stacks(name, state, since, files_sha256, "
                                        "receipt) VALUES(?1, 'ready', ?2, ?3, ?4)"));
    const std::string json = to_json(receipt);
    insert.bind(1, receipt.stack)
        .bind(2, receipt.made_at)
        .bind(3, receipt.files_sha256)
        .bind(4, json);
    CUDAENV_TRY(insert.run());
    const std::int64_t id = db.last_row_id();
    CUDAENV_TRY(insert_artifacts(db, id, receipt));
    CUDAENV_TRY(insert_lists(db, id, rows));
    return drop_unused_lists(db);
}

Result<void> delete_stack(const Connection& db, std::string_view stack) {
    CUDAENV_TRY(delete_row(db, stack));
    return drop_unused_lists(db);
}

Result<std::map<std::string, std::string>> select_receipts(const Connection& db) {
    std::map<std::string, std::string> stacks;
    CUDAENV_TRY(auto select, db.prepare("SELECT name, receipt FROM stacks"));
    while (true) {
        CUDAENV_TRY(const bool has_row, select.step());
        if (!has_row) return stacks;
        stacks.emplace(select.text(0), select.text(1));
    }
}

Result<std::vector<FileRow>> select_files(const Connection& db, std::string_view stack) {
    CUDAENV_TRY(auto select,
                db.prepare("SELECT kind, path, mode, size, sha256, artifact, component, "
                           "target FROM stacks JOIN stack_lists ON stack = stacks.id JOIN "
                           "files USING(list) WHERE name = ?1 ORDER BY path"));
    select.bind(1, stack);
    std::vector<FileRow> rows;
    while (true) {
        CUDAENV_TRY(const bool has_row, select.step());
        if (!has_row) return rows;
        FileRow row;
        row.kind = static_cast<FileRow::Kind>(select.number(0));
        row.path = select.text(1);
        row.mode = static_cast<std::uint32_t>(select.number(2));
        row.size_bytes = static_cast<std::uint64_t>(select.number(3));
        row.sha256 = to_hex(select.text(4));
        row.artifact = static_cast<int>(select.number(5));
        row.component = select.text(6);
        row.target = select.text(7);
        rows.push_back(std::move(row));
    }
}

}  // namespace cudaenv::store
