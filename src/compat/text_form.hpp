// SPDX-License-Identifier: MIT
// The tables as lines of text, a row each, cells joined by tabs: the form that is compiled in,
// since it can be read without a TOML parser. Written and read by the same build only, so a line
// that is not what its table needs is a bug.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compat/tables.hpp"

namespace cudaenv::compat {

struct TextTable {
    std::string_view name;
    std::vector<std::string> lines;
};

// Every table that has rows.
std::vector<TextTable> to_text(const Tables& tables);

// Puts the rows of `lines`, each of which ends with a line feed, behind those of the table.
void add_text(Tables& tables, std::string_view name, std::string_view lines);

}  // namespace cudaenv::compat
