// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace cudaenv::base {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
constexpr bool is_white(char c) {
    return is_blank(c) || c == '\r' || c == '\n';
}

unsigned char byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

}  // namespace

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_white(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_white(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (true) {
        const std::size_t end = text.find(separator);
        pieces.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return pieces;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    while (true) {
        while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
        if (text.empty()) return found;
        std::size_t end = 0;
        while (end < text.size() && !is_blank(text[end])) ++end;
        found.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += separator;
        text += parts[i];
    }
    return text;
}

std::string to_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::string hex(std::span<const unsigned char> bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const unsigned char byte : bytes) {
        text += kHexDigits[byte >> 4U];
        text += kHexDigits[byte & 15U];
    }
    return text;
}

namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 0;  // in bytes; 0 = not UTF-8
};

// Strict: no overlong forms, no surrogates, nothing above U+10FFFF.
CodePoint decode(std::string_view text) {
    const unsigned char lead = byte_at(text, 0);
    if (lead < 0x80U) return {lead, 1};
    std::size_t length = 0;
    if (lead >= 0xC2U && lead <= 0xDFU) length = 2;
    if (lead >= 0xE0U && lead <= 0xEFU) length = 3;
    if (lead >= 0xF0U && lead <= 0xF4U) length = 4;
    if (length == 0 || text.size() < length) return {};
    std::uint32_t value = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xC0U) != 0x80U) return {};
        value = (value << 6U) | (byte_at(text, i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = value >= 0xD800U && value <= 0xDFFFU;
    if (value < kLeast[length] || is_surrogate || value > 0x10FFFFU) return {};
    return {value, length};
}

// Controls of a terminal, and those that reorder the text around them.
bool is_control(std::uint32_t value) {
    const bool is_c0_or_c1 = value < 0x20U || (value >= 0x7FU && value < 0xA0U);
    const bool is_line_end = value == 0x2028U || value == 0x2029U;
    const bool is_direction = value == 0x200EU || value == 0x200FU ||
                              (value >= 0x202AU && value <= 0x202EU) ||
                              (value >= 0x2066U && value <= 0x2069U);
    return is_c0_or_c1 || is_line_end || is_direction;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const CodePoint point = decode(text);
        const std::size_t length = std::max<std::size_t>(point.length, 1);
        const bool is_safe = point.length > 0 && !is_control(point.value);
        if (is_safe) safe += text.substr(0, length);
        for (std::size_t i = 0; i < length && !is_safe; ++i) {
            safe += "\\x";
            safe += kHexDigits[byte_at(text, i) >> 4U];
            safe += kHexDigits[byte_at(text, i) & 15U];
        }
        text.remove_prefix(length);
    }
    return safe;
}

std::string clip(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return std::string(text);
    std::size_t end = limit;
    while (end > 0 && (byte_at(text, end) & 0xC0U) == 0x80U) --end;
    return std::string(text.substr(0, end)) + "…";
}

namespace {

void append_number(std::string& text, std::uint64_t number) {
    std::array<char, 20> digits{};
    text.append(digits.data(),
                std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

}  // namespace

std::string human_size(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 7> kUnits{" B",   " KiB", " MiB", " GiB",
                                                     " TiB", " PiB", " EiB"};
    std::size_t unit = 0;
    std::uint64_t whole = bytes;
    std::uint64_t tenths = 0;
    while (whole >= 1024) {
        ++unit;
        const std::uint64_t rest = (bytes >> (10 * (unit - 1))) & 1023U;
        whole = bytes >> (10 * unit);
        tenths = (rest * 10 + 512) >> 10U;
        whole += tenths / 10;
        tenths %= 10;
    }
    std::string text;
    append_number(text, whole);
    if (unit > 0 && whole < 100) {
        text += '.';
        append_number(text, tenths);
    }
    return text.append(kUnits[unit]);
}

namespace {

// Levenshtein's: insert, drop or replace one byte.
std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j < row.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i - 1] == right[j - 1] ? 0U : 1U);
            diagonal = row[j];
            row[j] = std::min({row[j - 1] + 1, row[j] + 1, replaced});
        }
    }
    return row.back();
}

struct Near {
    std::size_t distance = 0;
    const std::string* name = nullptr;
};

}  // namespace

std::vector<std::string> near_names(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t kLongest = 64;
    constexpr std::size_t kMost = 3;
    if (word.empty() || word.size() > kLongest) return {};
    const std::string wanted = to_lower(word);
    const std::size_t farthest = std::clamp<std::size_t>(wanted.size() / 3, 1, 3);
    std::vector<Near> found;
    for (const std::string& name : known) {
        if (name.size() > kLongest) continue;
        const std::string lower = to_lower(name);
        // `curand` is meant for `libcurand`, however far that is in edits.
        const bool is_part = wanted.size() >= 4 && lower.find(wanted) != std::string::npos;
        const std::size_t distance = is_part ? 1 : edit_distance(wanted, lower);
        if (distance <= farthest) found.push_back({distance, &name});
    }
    std::sort(found.begin(), found.end(), [](const Near& a, const Near& b) {
        return a.distance != b.distance ? a.distance < b.distance : *a.name < *b.name;
    });
    if (found.size() > kMost) found.resize(kMost);
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const Near& near : found) names.push_back(*near.name);
    return names;
}

}  // namespace cudaenv::base
