// SPDX-License-Identifier: MIT
// The shape that all our hot files share: lines of `key value`.
#pragma once

#include <string>
#include <string_view>

namespace cudaenv::hot {

// Takes the first line off `text`, without its LF or CRLF.
inline std::string_view next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

struct LinePair {
    std::string_view key, value;
};

inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

// The first word, and all behind the blanks that follow it.
inline LinePair split_pair(std::string_view line) {
    std::size_t end = 0;
    while (end < line.size() && !is_blank(line[end])) ++end;
    std::size_t value = end;
    while (value < line.size() && is_blank(line[value])) ++value;
    return {line.substr(0, end), line.substr(value)};
}

inline void append_line(std::string& text, std::string_view key, std::string_view value) {
    text.append(key);
    if (!value.empty()) text.append(1, ' ').append(value);
    text += '\n';
}

}  // namespace cudaenv::hot
