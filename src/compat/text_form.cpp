// SPDX-License-Identifier: MIT
#include "compat/text_form.hpp"

#include <algorithm>
#include <tuple>

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
std::string line_of(const TableSchema<Row, Fields...>& schema, const Row& row) {
    std::string line;
    for_each_value(schema, row, [&](const auto& value) { line += cell_of(value) + '\t'; });
    line.back() = '\n';
    return line;
}

// Takes the text up to `end` off the front.
std::string_view take(std::string_view& text, char end) {
    const auto size = text.find(end);
    CUDAENV_CHECK(size != std::string_view::npos);
    const auto head = text.substr(0, size);
    text.remove_prefix(size + 1);
    return head;
}

template <typename Row, typename... Fields>
Row row_of(const TableSchema<Row, Fields...>& schema, std::string_view line) {
    Row row;
    for_each_value(schema, row, [&](auto& value) {
        const auto size = std::min(line.find('\t'), line.size());
        read_cell(line.substr(0, size), value);
        line.remove_prefix(std::min(size + 1, line.size()));
    });
    return row;
}

template <typename Row, typename... Fields>
void add_lines(Tables& tables, const TableSchema<Row, Fields...>& schema, std::string_view lines) {
    auto& rows = tables.*schema.rows;
    const auto count = static_cast<std::size_t>(std::ranges::count(lines, '\n'));
    rows.reserve(rows.size() + count);
    while (!lines.empty()) rows.push_back(row_of(schema, take(lines, '\n')));
}

}  // namespace

std::vector<TextTable> to_text(const Tables& tables) {
    std::vector<TextTable> texts;
    const auto write = [&](const auto& schema) {
        TextTable text{schema.name, {}};
        for (const auto& row : tables.*schema.rows) text.lines.push_back(line_of(schema, row));
        if (!text.lines.empty()) texts.push_back(std::move(text));
    };
    write(kSourceSchema);
    for_each_table(write);
    return texts;
}

void add_text(Tables& tables, std::string_view name, std::string_view lines) {
    const auto read = [&](const auto& schema) {
        if (schema.name == name) add_lines(tables, schema, lines);
    };
    read(kSourceSchema);
    for_each_table(read);
}

}  // namespace cudaenv::compat
