// SPDX-License-Identifier: MIT
// A value of a row as the text of one cell, and back. What ends cells and items of a list are bytes
// that no text of a manifest has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/version.hpp"
#include "compat/rows.hpp"

namespace cudaenv::compat {

inline constexpr char kCellEnd = '\t';
inline constexpr char kItemEnd = '\x1f';

inline std::string cell_of(const std::string& text) {
    return text;
}
std::string cell_of(const base::Version& version);  // empty for one without parts
std::string cell_of(unsigned number);
std::string cell_of(bool is_so);
std::string cell_of(Confidence confidence);
std::string cell_of(const std::vector<std::string>& texts);
std::string cell_of(const std::vector<base::Version>& versions);

// The reverse of cell_of. A cell that it did not make is a bug.
inline void read_cell(std::string_view cell, std::string& text) {
    text = cell;
}
void read_cell(std::string_view cell, base::Version& version);
void read_cell(std::string_view cell, unsigned& number);
void read_cell(std::string_view cell, bool& is_so);
void read_cell(std::string_view cell, Confidence& confidence);
void read_cell(std::string_view cell, std::vector<std::string>& texts);
void read_cell(std::string_view cell, std::vector<base::Version>& versions);

}  // namespace cudaenv::compat
