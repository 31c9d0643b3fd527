// SPDX-License-Identifier: MIT
// How a table is described: its name in TOML, where its rows are kept, and the key, member and rule
// of each of their fields. Reader, writer and lookup of rows are all made from this.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "catalog/rules.hpp"
#include "compat/tables.hpp"

namespace cudaenv::compat {

// What a field is to its row: those of the identity tell rows of a table apart.
enum class Part { identity, optional_identity, required, optional };

constexpr bool is_identity(Part part) {
    return part == Part::identity || part == Part::optional_identity;
}
constexpr bool must_be_there(Part part) {
    return part == Part::identity || part == Part::required;
}

// Of numbers and truth values, for which the type says it all.
inline constexpr catalog::Rule kNoRule{nullptr, "a value"};

template <typename Row, typename T>
struct Field {
    std::string_view key;
    T Row::*member;
    Part part;
    catalog::Rule rule;  // of a text, or of each text of a list
};

template <typename Row, typename T>
constexpr Field<Row, T> identity(std::string_view key, T Row::*member,
                                 catalog::Rule rule = kNoRule) {
    return {key, member, Part::identity, rule};
}
template <typename Row, typename T>
constexpr Field<Row, T> optional_identity(std::string_view key, T Row::*member,
                                          catalog::Rule rule = kNoRule) {
    return {key, member, Part::optional_identity, rule};
}
template <typename Row, typename T>
constexpr Field<Row, T> required(std::string_view key, T Row::*member,
                                 catalog::Rule rule = kNoRule) {
    return {key, member, Part::required, rule};
}
template <typename Row, typename T>
constexpr Field<Row, T> optional(std::string_view key, T Row::*member,
                                 catalog::Rule rule = kNoRule) {
    return {key, member, Part::optional, rule};
}

// A table without an identity has one row. `source` and `confidence` are fields of every row.
template <typename Row, typename... Fields>
struct TableSchema {
    std::string_view name;
    std::vector<Row> Tables::*rows;
    std::tuple<Fields...> fields;
};

template <typename Row, typename... Fields>
constexpr TableSchema<Row, Fields...> table(std::string_view name, std::vector<Row> Tables::*rows,
                                            Fields... fields) {
    return {name, rows, {fields...}};
}

}  // namespace cudaenv::compat
