// SPDX-License-Identifier: MIT
#include "catalog/toml_rows.hpp"

#include <sstream>
#include <utility>

namespace cudaenv::catalog {

using base::Failure;

namespace {

constexpr std::int64_t kSchema = 1;

std::string place(const Row& row, const toml::node& node) {
    return row.file + ":" + std::to_string(node.source().begin.line);
}

}  // namespace

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

Result<bool> is_reviewed(const Row& row) {
    const toml::node* node = row.table.get("reviewed");
    if (node == nullptr) return true;
    if (!node->is_boolean()) return malformed(row, "reviewed", *node, "true or false");
    return node->as_boolean()->get();
}

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

}  // namespace cudaenv::catalog
