// SPDX-License-Identifier: MIT
#include "commands/text_table.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cudaenv::commands {

std::string in_columns(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i] + std::string(widths[i] + 2 - row[i].size(), ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    for (const std::string_view word : base::words(text)) {
        if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
            lines.emplace_back(word);
        } else {
            lines.back().append(" ").append(word);
        }
    }
    if (lines.empty()) lines.emplace_back();
    return lines;
}

}  // namespace cudaenv::commands
