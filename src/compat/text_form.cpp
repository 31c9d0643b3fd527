// SPDX-License-Identifier: MIT
#include "compat/text_form.hpp"

#include <tuple>
#include <utility>

#include "compat/schema.hpp"

namespace cudaenv::compat {

namespace {

template <typename Row>
concept HasOrigin = requires(Row row) {
    row.origin;
};

// Calls `visit` with each value of the row, in the order in which they are written.
template <typename Schema, typename Row, typename Visitor>
void for_each_value(const Schema& schema, Row& row, const Visitor& visit) {
    std::apply([&](const auto&... field) { (visit(row.*field.member), ...); }, schema.fields);
    if constexpr (HasOrigin<Row>) {
        visit(row.origin.source);
        visit(row.origin.confidence);
    }
}

template <typename Row, typename... Fields>
std::string text_of(const TableSchema<Row, Fields...>& schema, const Row& row) {
    std::string text;
    for_each_value(schema, row, [&](const auto& value) { text += cell_of(value) + kCellEnd; });
    return text;
}

// Takes the first cell off the front of a text that ends with a whole one. Cells are short: a bare
// loop is faster than a search.
std::string_view take_cell(std::string_view& text) {
    CUDAENV_CHECK(!text.empty());
    std::size_t size = 0;
    while (text[size] != kCellEnd) ++size;
    const auto cell = text.substr(0, size);
    text.remove_prefix(size + 1);
    return cell;
}

template <typename Row, typename... Fields>
void add_rows(std::vector<Row>& rows, const TableSchema<Row, Fields...>& schema,
              std::string_view text) {
    CUDAENV_CHECK(text.ends_with(kCellEnd));
    while (!text.empty()) {
        Row& row = rows.emplace_back();
        for_each_value(schema, row, [&](auto& value) { read_cell(take_cell(text), value); });
    }
}

}  // namespace

std::vector<TextTable> to_text(const Tables& tables) {
    std::vector<TextTable> texts;
    const auto write = [&](const auto& schema) {
        TextTable text{schema.name, {}};
        for (const auto& row : tables.*schema.rows) text.rows.push_back(text_of(schema, row));
        if (!text.rows.empty()) texts.push_back(std::move(text));
    };
    write(kSourceSchema);
    for_each_table(write);
    return texts;
}

void add_text(Tables& tables, std::string_view name, std::size_t row_count,
              std::span<const std::string_view> texts) {
    const auto read = [&](const auto& schema) {
        if (schema.name != name) return;
        auto& rows = tables.*schema.rows;
        const std::size_t new_size = rows.size() + row_count;
        rows.reserve(new_size);
        for (const auto text : texts) add_rows(rows, schema, text);
        CUDAENV_CHECK(rows.size() == new_size);
    };
    read(kSourceSchema);
    for_each_table(read);
}

}  // namespace cudaenv::compat
