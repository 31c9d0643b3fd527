// SPDX-License-Identifier: MIT
// One line of `cudaenv versions`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hot/installed.hpp"

namespace cudaenv::hot {

struct VersionRow {
    Found found;
    bool is_ruling = false;
    std::string about;             // "12.2, /usr/local/cuda-12.2": of system
    std::uint64_t size_bytes = 0;  // 0 = not asked for
};

// Whether `found` is one of those that rule.
bool rules(const std::vector<Found>& ruling, const Found& found);

// What is told of the machine's own toolkit, of which `line` ("12.2") may be unknown.
std::string about_system(const std::string& prefix, const std::string& line);

// "* 12.4.1 (set by …)" with its line end; an adopted one with the folder it leads to.
std::string to_line(const VersionRow& row, std::string_view origin);

}  // namespace cudaenv::hot
