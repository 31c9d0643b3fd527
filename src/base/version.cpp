// SPDX-License-Identifier: MIT
#include "base/version.hpp"

#include <algorithm>
#include <charconv>

namespace cudaenv::base {

namespace {

constexpr std::size_t kMaxDigits = 9;  // fits std::uint32_t whatever the digits are

std::optional<std::uint32_t> parse_part(std::string_view text) {
    if (text.empty() || text.size() > kMaxDigits) return std::nullopt;
    std::uint32_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
    Version version;
    while (true) {
        if (version.count == version.part.size()) return std::nullopt;
        const std::size_t dot = text.find('.');
        const auto part = parse_part(text.substr(0, dot));
        if (!part) return std::nullopt;
        version.part[version.count++] = *part;
        if (dot == std::string_view::npos) return version;
        text.remove_prefix(dot + 1);
    }
}

std::string to_string(const Version& version) {
    std::string text;
    for (std::size_t i = 0; i < version.count; ++i) {
        std::array<char, 16> digits{};
        auto [end, error] =
            std::to_chars(digits.data(), digits.data() + digits.size(), version.part[i]);
        if (i > 0) text += '.';
        text.append(digits.data(), end);
    }
    return text;
}

Version first_parts(const Version& version, std::uint8_t parts) {
    Version head;
    head.count = std::min(version.count, parts);
    std::copy_n(version.part.begin(), head.count, head.part.begin());
    return head;
}

bool is_prefix(const Version& prefix, const Version& version) {
    return prefix.count <= version.count && first_parts(version, prefix.count) == prefix;
}

std::strong_ordering compare_numbers(const Version& left, const Version& right) {
    return left.part <=> right.part;
}

}  // namespace cudaenv::base
