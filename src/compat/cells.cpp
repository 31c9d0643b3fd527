// SPDX-License-Identifier: MIT
#include "compat/cells.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "base/result.hpp"

namespace cudaenv::compat {

namespace {

template <typename T>
std::string joined(const std::vector<T>& items) {
    std::string cell;
    for (const T& item : items) cell += cell_of(item) + kItemEnd;
    return cell;
}

template <typename T>
void read_items(std::string_view cell, std::vector<T>& items) {
    items.resize(static_cast<std::size_t>(std::ranges::count(cell, kItemEnd)));
    for (T& item : items) {
        const auto end = cell.find(kItemEnd);
        read_cell(cell.substr(0, end), item);
        cell.remove_prefix(end + 1);
    }
    CUDAENV_CHECK(cell.empty());
}

}  // namespace

std::string cell_of(const base::Version& version) {
    return version.count == 0 ? std::string() : to_string(version);
}

std::string cell_of(unsigned number) {
    return std::to_string(number);
}

std::string cell_of(bool is_so) {
    return is_so ? "1" : "0";
}

std::string cell_of(Confidence confidence) {
    return std::to_string(static_cast<unsigned>(confidence));
}

std::string cell_of(const std::vector<std::string>& texts) {
    return joined(texts);
}

std::string cell_of(const std::vector<base::Version>& versions) {
    return joined(versions);
}

void read_cell(std::string_view cell, base::Version& version) {
    version = {};
    if (cell.empty()) return;
    const auto parsed = base::parse_version(cell);
    CUDAENV_CHECK(parsed.has_value());
    version = *parsed;
}

void read_cell(std::string_view cell, unsigned& number) {
    const char* const end = cell.data() + cell.size();
    const auto [rest, error] = std::from_chars(cell.data(), end, number);
    CUDAENV_CHECK(error == std::errc() && rest == end);
}

void read_cell(std::string_view cell, bool& is_so) {
    is_so = cell == "1";
}

void read_cell(std::string_view cell, Confidence& confidence) {
    unsigned number = 0;
    read_cell(cell, number);
    CUDAENV_CHECK(number <= static_cast<unsigned>(Confidence::high));
    confidence = static_cast<Confidence>(number);
}

void read_cell(std::string_view cell, std::vector<std::string>& texts) {
    read_items(cell, texts);
}

void read_cell(std::string_view cell, std::vector<base::Version>& versions) {
    read_items(cell, versions);
}

}  // namespace cudaenv::compat
