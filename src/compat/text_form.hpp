// SPDX-License-Identifier: MIT
// The tables as plain text: the form that is compiled in, since it can be read without a TOML
// parser and fast. Written and read by the same build only, so a text that is not what its table
// needs is a bug.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compat/tables.hpp"

namespace cudaenv::compat {

struct TextTable {
    std::string_view name;
    std::vector<std::string> rows;
};

// Every table that has rows.
std::vector<TextTable> to_text(const Tables& tables);

// Puts `row_count` rows behind those of the table. `texts` are these rows, one or more in each.
void add_text(Tables& tables, std::string_view name, std::size_t row_count,
              std::span<const std::string_view> texts);

}  // namespace cudaenv::compat
