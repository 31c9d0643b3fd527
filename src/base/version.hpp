// SPDX-License-Identifier: MIT
// A release number of the toolkit or of a companion: one to four whole numbers joined by dots
// (12, 12.4, 12.4.1, 8.9.7.29). Compared by number, never as text: 12.4 is not 12.40.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudaenv::base {

struct Version {
    std::array<std::uint32_t, 4> part{};  // parts that were not written are 0
    std::uint8_t count = 0;               // how many were written, 1 to 4

    std::uint32_t major() const { return part[0]; }
    std::uint32_t minor() const { return part[1]; }

    // By number, missing parts as 0; of two that are equal so far, the one with fewer parts first.
    friend auto operator<=>(const Version&, const Version&) = default;
};

// Accepts digits and single dots only, at most four parts of at most nine digits; anything else
// (signs, blanks, empty parts, a fifth part) gives nullopt.
std::optional<Version> parse_version(std::string_view text);

std::string to_string(const Version& version);

// The first `parts` parts: first_parts(12.4.1, 2) = 12.4, the line.
Version first_parts(const Version& version, std::uint8_t parts);
inline Version line_of(const Version& version) {
    return first_parts(version, 2);
}

// Whether `version` begins with all written parts of `prefix`: 12.4 is a prefix of 12.4 and 12.4.1.
bool is_prefix(const Version& prefix, const Version& version);

// By number alone: 12.4 equals 12.4.0.
std::strong_ordering compare_numbers(const Version& left, const Version& right);

}  // namespace cudaenv::base
