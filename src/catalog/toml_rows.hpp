// SPDX-License-Identifier: MIT
// Reading manifest TOML: every text is held against its Rule before it becomes part of a value, and
// what is wrong is named with file, line and key. Errors: usage; damaged for a schema that this
// program does not know. For the .cpp files of the readers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "catalog/rules.hpp"
#include "catalog/toml.hpp"

namespace cudaenv::catalog {

// One table of a file.
struct Row {
    const std::string& file;
    const toml::table& table;
    std::string path;  // of its keys: "release.runfile."
};

// The file's top table, once its syntax and its schema are known to be right.
Result<toml::table> read_document(std::string_view text, const std::string& name);

// The failures of one key: a value that is not what it `needs` to be, none, a value met before.
base::Failure malformed(const Row& row, std::string_view key, const toml::node& node,
                        std::string_view needs);
base::Failure missing(const Row& row, std::string_view key, std::string_view needs);
base::Failure repeated(const Row& row, std::string_view key, std::string_view value);

// The text under `key`; empty if there is none.
Result<std::string> text_of(const Row& row, std::string_view key, const Rule& rule);
Result<std::string> required_text(const Row& row, std::string_view key, const Rule& rule);

// The texts of the list under `key`; none if there is none.
Result<std::vector<std::string>> texts_of(const Row& row, std::string_view key, const Rule& rule);

// The number from 1 to `max` under `key`.
Result<std::optional<std::uint64_t>> number_of(const Row& row, std::string_view key,
                                               std::int64_t max);

// What `reviewed` says; true if it says nothing.
Result<bool> is_reviewed(const Row& row);

// The tables under `key`, in the order of the file.
Result<std::vector<Row>> rows_of(const Row& row, std::string_view key);

}  // namespace cudaenv::catalog
