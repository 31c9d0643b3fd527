// SPDX-License-Identifier: MIT
// The only reader of the TOML of compatibility tables: every value is held against its field's
// rule.
#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "catalog/toml_rows.hpp"
#include "compat/schema.hpp"

namespace cudaenv::compat {

namespace {

using catalog::malformed;
using catalog::missing;
using catalog::repeated;
using TomlRow = catalog::Row;

using Keys = std::set<std::string, std::less<>>;

constexpr std::int64_t kMaxNumber = 1'000'000;

Result<void> read_value(const TomlRow& from, std::string_view key, const Rule& rule,
                        std::string& text) {
    CUDAENV_TRY(text, catalog::text_of(from, key, rule));
    return {};
}

Result<void> read_value(const TomlRow& from, std::string_view key, const Rule& rule,
                        base::Version& version) {
    CUDAENV_TRY(const auto text, catalog::text_of(from, key, rule));
    version = base::parse_version(text).value_or(base::Version());  // not there: no parts
    return {};
}

Result<void> read_value(const TomlRow& from, std::string_view key, const Rule&, unsigned& number) {
    CUDAENV_TRY(const auto found, catalog::number_of(from, key, kMaxNumber));
    number = static_cast<unsigned>(found.value_or(0));
    return {};
}

Result<void> read_value(const TomlRow& from, std::string_view key, const Rule&, bool& is_so) {
    const toml::node* node = from.table.get(key);
    if (node == nullptr) return {};
    if (!node->is_boolean()) return malformed(from, key, *node, "true or false");
    is_so = node->as_boolean()->get();
    return {};
}

Result<void> read_value(const TomlRow& from, std::string_view key, const Rule& rule,
                        std::vector<std::string>& texts) {
    CUDAENV_TRY(texts, catalog::texts_of(from, key, rule));
    return {};
}

Result<void> read_value(const TomlRow& from, std::string_view key, const Rule& rule,
                        std::vector<base::Version>& versions) {
    CUDAENV_TRY(const auto texts, catalog::texts_of(from, key, rule));
    for (const auto& text : texts) {
        versions.push_back(base::parse_version(text).value_or(base::Version()));
    }
    return {};
}

template <typename Row, typename T>
Result<void> read_field(const TomlRow& from, const Field<Row, T>& field, Row& row) {
    if (must_be_there(field.part) && !from.table.contains(field.key)) {
        return missing(from, field.key, field.rule.needs);
    }
    return read_value(from, field.key, field.rule, row.*field.member);
}

Result<Origin> read_origin(const TomlRow& from, const Keys& sources) {
    Origin origin;
    CUDAENV_TRY(origin.source, catalog::required_text(from, "source", kText));
    for (const auto key : base::split(origin.source, ',')) {
        if (sources.contains(base::trim(key))) continue;
        return malformed(from, "source", *from.table.get("source"),
                         "keys of [sources] of the same file, joined by \", \"");
    }
    CUDAENV_TRY(const auto confidence, catalog::required_text(from, "confidence", kConfidence));
    if (confidence == "medium") origin.confidence = Confidence::medium;
    if (confidence == "high") origin.confidence = Confidence::high;
    return origin;
}

template <typename Row, typename... Fields>
Result<Row> read_row(const TomlRow& from, const TableSchema<Row, Fields...>& schema,
                     const Keys& sources) {
    Row row;
    Result<void> done;
    const auto read = [&](const auto& field) {
        done = read_field(from, field, row);
        return done.has_value();
    };
    std::apply([&](const auto&... field) { static_cast<void>((read(field) && ...)); },
               schema.fields);
    CUDAENV_TRY(done);
    CUDAENV_TRY(row.origin, read_origin(from, sources));
    return row;
}

// The rows of one table, where a row replaces that of the same identity.
template <typename Row, typename... Fields>
class Merge {
  public:
    Merge(Tables& tables, const TableSchema<Row, Fields...>& schema)
        : rows_(tables.*schema.rows), schema_(schema) {
        for (const Row& row : rows_) places_.emplace(identity_of(schema_, row), places_.size());
    }

    // Whether there was none of its identity since the merge began.
    bool add(Row row) {
        const auto identity = identity_of(schema_, row);
        if (!added_.insert(identity).second) return false;
        const auto [place, is_new] = places_.emplace(identity, rows_.size());
        if (is_new) rows_.emplace_back();
        rows_[place->second] = std::move(row);
        return true;
    }

  private:
    std::vector<Row>& rows_;
    const TableSchema<Row, Fields...>& schema_;
    std::unordered_map<std::string, std::size_t> places_;
    std::set<std::string> added_;
};

// The key that a message about a row names: the first that tells it apart.
template <typename Row, typename... Fields>
std::string_view first_key(const TableSchema<Row, Fields...>& schema) {
    return std::get<0>(schema.fields).key;
}

// An identity for people.
std::string spoken(std::string identity) {
    std::ranges::replace(identity, kCellEnd, ' ');
    return std::string(base::trim(identity));
}

template <typename Row, typename... Fields>
Result<void> add_rows(Tables& tables, const TomlRow& document,
                      const TableSchema<Row, Fields...>& schema, const Keys& sources) {
    CUDAENV_TRY(const auto all, catalog::rows_of(document, schema.name));
    if (all.empty()) return {};
    Merge merge(tables, schema);
    for (const TomlRow& from : all) {
        CUDAENV_TRY(auto row, read_row(from, schema, sources));
        const auto identity = identity_of(schema, row);
        if (!merge.add(std::move(row))) {
            return repeated(from, first_key(schema), spoken(identity));
        }
    }
    return {};
}

Result<Keys> add_sources(Tables& tables, const TomlRow& document) {
    Keys keys;
    const toml::node* node = document.table.get("sources");
    if (node == nullptr) return keys;
    const auto* table = node->as_table();
    if (table == nullptr) return malformed(document, "sources", *node, "a table of texts");
    const TomlRow from{document.file, *table, "sources."};
    Merge merge(tables, kSourceSchema);
    for (const auto& [key, value] : *table) {
        if (!kSourceKey.holds(key.str()))
            return malformed(from, key.str(), value, kSourceKey.needs);
        CUDAENV_TRY(auto text, catalog::text_of(from, key.str(), kText));
        keys.emplace(key.str());
        static_cast<void>(merge.add({std::string(key.str()), std::move(text)}));
    }
    return keys;
}

}  // namespace

Result<void> add_tables(Tables& tables, std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto table, catalog::read_document(toml, name));
    const TomlRow document{name, table, ""};
    Tables all = tables;
    CUDAENV_TRY(const auto sources, add_sources(all, document));
    Result<void> done;
    for_each_table([&](const auto& schema) {
        if (done) done = add_rows(all, document, schema, sources);
    });
    CUDAENV_TRY(done);
    tables = std::move(all);
    return {};
}

}  // namespace cudaenv::compat
