// SPDX-License-Identifier: MIT
#include "hot/version_row.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "hot/link.hpp"

namespace cudaenv::hot {

bool rules(const std::vector<Found>& ruling, const Found& found) {
    return std::any_of(ruling.begin(), ruling.end(), [&found](const Found& one) {
        return one.kind == found.kind && one.name == found.name;
    });
}

std::string about_system(const std::string& prefix, const std::string& line) {
    if (prefix.empty()) return "no toolkit found";
    return line.empty() ? prefix : line + ", " + prefix;
}

std::string to_line(const VersionRow& row, std::string_view origin) {
    std::string line = row.is_ruling ? "* " : "  ";
    line += row.found.name;
    if (row.found.kind == Found::Kind::adopted) {
        const std::string target = link_target(row.found.prefix);
        if (!target.empty()) line.append(" --> ").append(target);
    }
    if (!row.about.empty()) line.append(" (").append(row.about).append(")");
    if (row.found.is_shared) line += " (shared)";
    if (row.size_bytes != 0) line.append(" (").append(base::human_size(row.size_bytes)).append(")");
    if (row.is_ruling) line.append(" (set by ").append(origin).append(")");
    return line += '\n';
}

}  // namespace cudaenv::hot
