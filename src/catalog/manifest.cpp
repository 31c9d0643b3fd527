// SPDX-License-Identifier: MIT
// The only reader of manifest TOML: every text is held against its Rule before it becomes part of a
// Release.
#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "catalog/rules.hpp"
#include "catalog/toml.hpp"

namespace cudaenv::catalog {

namespace {

using base::Failure;

constexpr std::int64_t kSchema = 1;
constexpr std::int64_t kMaxSizeBytes = std::int64_t{1} << 40;  // 1 TiB

// One table of the file.
struct Row {
    const std::string& file;
    const toml::table& table;
    std::string path;  // of its keys: "release.runfile"
};

std::string place(const Row& row, const toml::node& node) {
    return row.file + ":" + std::to_string(node.source().begin.line);
}

Failure malformed(const Row& row, std::string_view key, const toml::node& node,
                  std::string_view needs) {
    std::ostringstream found;
    if (const auto* text = node.as_string()) {
        found << **text;
    } else if (const auto* number = node.as_integer()) {
        found << **number;
    } else {
        found << "a value of type " << node.type();
    }
    return fail(Code::usage, row.path + std::string(key) + " is not valid")
        .at(place(row, node))
        .values(found.str(), needs);
}

Failure missing(const Row& row, std::string_view key, std::string_view needs) {
    return fail(Code::usage, row.path + std::string(key) + " is missing")
        .at(place(row, row.table))
        .needs(needs);
}

Failure repeated(const Row& row, std::string_view key, std::string_view value) {
    return fail(Code::usage, row.path + std::string(key) + " stands twice")
        .at(place(row, *row.table.get(key)))
        .found(value);
}

// The text under `key`; empty if there is none.
Result<std::string> text_of(const Row& row, std::string_view key, const Rule& rule) {
    const toml::node* node = row.table.get(key);
    if (node == nullptr) return std::string();
    const auto* text = node->as_string();
    if (text == nullptr || !rule.holds(text->get())) return malformed(row, key, *node, rule.needs);
    return text->get();
}

Result<std::string> required_text(const Row& row, std::string_view key, const Rule& rule) {
    if (!row.table.contains(key)) return missing(row, key, rule.needs);
    return text_of(row, key, rule);
}

Result<std::vector<std::string>> texts_of(const Row& row, std::string_view key, const Rule& rule) {
    std::vector<std::string> texts;
    const toml::node* node = row.table.get(key);
    if (node == nullptr) return texts;
    const auto* array = node->as_array();
    if (array == nullptr) return malformed(row, key, *node, "a list");
    for (const toml::node& item : *array) {
        const auto* text = item.as_string();
        if (text == nullptr || !rule.holds(text->get())) {
            return malformed(row, key, item, rule.needs);
        }
        texts.push_back(text->get());
    }
    return texts;
}

Result<std::optional<std::uint64_t>> number_of(const Row& row, std::string_view key,
                                               std::int64_t max) {
    const toml::node* node = row.table.get(key);
    if (node == nullptr) return std::nullopt;
    const auto* number = node->as_integer();
    if (number == nullptr || number->get() < 1 || number->get() > max) {
        return malformed(row, key, *node, "a number from 1 to " + std::to_string(max));
    }
    return static_cast<std::uint64_t>(number->get());
}

// The tables under `key`, in the order of the file.
Result<std::vector<Row>> rows_of(const Row& row, std::string_view key) {
    std::vector<Row> rows;
    const toml::node* node = row.table.get(key);
    if (node == nullptr) return rows;
    const std::string path = row.path + std::string(key) + ".";
    const auto* array = node->as_array();
    if (array == nullptr) return malformed(row, key, *node, "a list of tables");
    for (const toml::node& item : *array) {
        const auto* table = item.as_table();
        if (table == nullptr) return malformed(row, key, item, "a table");
        rows.push_back({row.file, *table, path});
    }
    return rows;
}

// How many sources gave the value of each key of `confirmed`.
Result<void> read_confirmations(const Row& row, Runfile& runfile) {
    const toml::node* node = row.table.get("confirmed");
    if (node == nullptr) return {};
    const auto* table = node->as_table();
    if (table == nullptr) return malformed(row, "confirmed", *node, "a table of lists");
    const Row confirmed{row.file, *table, row.path + "confirmed."};
    CUDAENV_TRY(const auto sha256, texts_of(confirmed, "sha256", kPlain));
    CUDAENV_TRY(const auto md5, texts_of(confirmed, "md5", kPlain));
    CUDAENV_TRY(const auto size, texts_of(confirmed, "size", kPlain));
    runfile.sha256_sources = static_cast<unsigned>(sha256.size());
    runfile.md5_sources = static_cast<unsigned>(md5.size());
    runfile.size_sources = static_cast<unsigned>(size.size());
    return {};
}

Result<Runfile> read_runfile(const Row& row) {
    Runfile runfile;
    CUDAENV_TRY(runfile.platform, required_text(row, "platform", kPlatform));
    CUDAENV_TRY(std::string url, required_text(row, "url", kUrl));
    CUDAENV_TRY(runfile.file_name, text_of(row, "file", kFileName));
    if (!row.table.contains("file")) runfile.file_name = file_name_of(url);
    CUDAENV_TRY(runfile.urls, texts_of(row, "alt_urls", kUrl));
    runfile.urls.insert(runfile.urls.begin(), std::move(url));
    CUDAENV_TRY(runfile.driver, text_of(row, "driver", kDriver));
    CUDAENV_TRY(runfile.size_bytes, number_of(row, "size", kMaxSizeBytes));
    CUDAENV_TRY(const auto sha256, text_of(row, "sha256", kSha256));
    CUDAENV_TRY(const auto md5, text_of(row, "md5", kMd5));
    runfile.sha256 = base::to_lower(sha256);
    runfile.md5 = base::to_lower(md5);
    CUDAENV_TRY(read_confirmations(row, runfile));
    return runfile;
}

Result<void> read_runfiles(const Row& row, Release& release) {
    CUDAENV_TRY(const auto rows, rows_of(row, "runfile"));
    for (const Row& file : rows) {
        CUDAENV_TRY(auto runfile, read_runfile(file));
        if (runfile_for(release, runfile.platform) != nullptr) {
            return repeated(file, "platform", runfile.platform);
        }
        release.runfiles.push_back(std::move(runfile));
    }
    return {};
}

Result<Release> read_release(const Row& row) {
    Release release;
    release.catalog = row.file;
    CUDAENV_TRY(const auto version, required_text(row, "version", kReleaseNumber));
    release.version = *base::parse_version(version);
    CUDAENV_TRY(const auto kind, text_of(row, "kind", kKind));
    if (kind == "preview") release.kind = ReleaseKind::preview;
    if (kind == "patch") release.kind = ReleaseKind::patch;
    CUDAENV_TRY(release.label, text_of(row, "label", kPlain));
    if (const toml::node* reviewed = row.table.get("reviewed"); reviewed != nullptr) {
        if (!reviewed->is_boolean()) return malformed(row, "reviewed", *reviewed, "true or false");
        release.is_reviewed = reviewed->as_boolean()->get();
    }
    CUDAENV_TRY(read_runfiles(row, release));
    return release;
}

// The file's top table, once its syntax and its schema are known to be right.
Result<toml::table> read_document(std::string_view text, const std::string& name) {
    toml::parse_result parsed = toml::parse(text, name);
    if (!parsed) {
        const auto& error = parsed.error();
        return fail(Code::usage, std::string("not valid TOML: ").append(error.description()))
            .at(name + ":" + std::to_string(error.source().begin.line));
    }
    toml::table document = std::move(parsed).table();
    const Row row{name, document, ""};
    const toml::node* schema = document.get("schema");
    if (schema == nullptr) return missing(row, "schema", "schema = 1");
    if (schema->value_exact<std::int64_t>() != kSchema) {
        auto error = malformed(row, "schema", *schema, "1, the only one that this cudaenv reads");
        error.value().code = Code::damaged;
        return error;
    }
    return document;
}

}  // namespace

Result<std::vector<Release>> parse_manifest(std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto document, read_document(toml, name));
    CUDAENV_TRY(const auto rows, rows_of(Row{name, document, ""}, "release"));
    std::vector<Release> releases;
    for (const Row& row : rows) {
        CUDAENV_TRY(auto release, read_release(row));
        if (std::ranges::find(releases, release.version, &Release::version) != releases.end()) {
            return repeated(row, "version", to_string(release.version));
        }
        releases.push_back(std::move(release));
    }
    return releases;
}

Result<std::uint64_t> parse_serial(std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto document, read_document(toml, name));
    const Row row{name, document, ""};
    CUDAENV_TRY(const auto serial,
                number_of(row, "serial", std::numeric_limits<std::int64_t>::max()));
    if (!serial) return missing(row, "serial", "a number from 1");
    return *serial;
}

}  // namespace cudaenv::catalog
