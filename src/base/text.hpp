// SPDX-License-Identifier: MIT
// Small text functions that more than one part needs. ASCII rules only: no locale, bytes above 127
// are passed through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudaenv::base {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) {
    return is_lower(c) || (c >= 'A' && c <= 'Z');
}

// Without spaces, tabs, CR and LF at both ends.
std::string_view trim(std::string_view text);

// The pieces between separators, empty ones included; an empty text gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

// The words between runs of spaces and tabs; none for blank text.
std::vector<std::string_view> words(std::string_view text);

std::string join(std::span<const std::string> parts, std::string_view separator);

std::string to_lower(std::string_view text);

// Lower-case hexadecimal digits of the bytes.
std::string hex(std::span<const unsigned char> bytes);

// Control characters (also C1 and those that reorder text) and bytes that are not valid UTF-8 as
// \xNN: safe to print whatever the source.
std::string printable(std::string_view text);

// At most `limit` bytes of the text, cut between UTF-8 characters; what was cut shows as "…".
std::string clip(std::string_view text, std::size_t limit);

// 4454730420 -> "4.1 GiB"; below 1 KiB "512 B"; from 100 upward without a decimal.
std::string human_size(std::uint64_t bytes);

// Those of `known` that contain `word` or are within a small edit distance of it, nearest first, at
// most three.
std::vector<std::string> near_names(std::string_view word, std::span<const std::string> known);

}  // namespace cudaenv::base
