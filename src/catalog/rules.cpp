// SPDX-License-Identifier: MIT
#include "catalog/rules.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/version.hpp"
#include "catalog/mirror.hpp"

namespace cudaenv::catalog {

namespace {

constexpr std::size_t kMaxNameBytes = 240;  // leaves room for `.part`
constexpr std::size_t kMaxPathBytes = 1024;
constexpr std::size_t kMaxWordBytes = 64;  // of names and versions

bool is_hex(std::string_view text, std::size_t digits) {
    return text.size() == digits &&
           text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool is_name_char(char c) {
    return base::is_lower(c) || base::is_digit(c) || c == '_';
}

bool is_platform_word(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, is_name_char);
}

bool is_path_char(char c) {
    return base::is_letter(c) || base::is_digit(c) ||
           std::string_view("._+-").find(c) != std::string_view::npos;
}

bool has_host(std::string_view url, std::string_view scheme) {
    return url.starts_with(scheme) && !url.substr(scheme.size()).starts_with('/');
}

}  // namespace

bool is_release_number(std::string_view text) {
    const auto version = base::parse_version(text);
    return version && version->count >= 3 && to_string(*version) == text;
}

bool is_kind(std::string_view text) {
    return text == "release" || text == "preview" || text == "patch";
}

bool is_plain(std::string_view text) {
    return std::ranges::none_of(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool is_platform(std::string_view text) {
    const auto words = base::split(text, '-');
    return words.size() == 2 && std::ranges::all_of(words, is_platform_word);
}

bool is_url(std::string_view text) {
    const bool has_scheme =
        has_host(text, "https://") || has_host(text, "http://") || text.starts_with("file:///");
    return has_scheme && is_file_name(file_name_of(text)) &&
           std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7f; });
}

bool is_file_name(std::string_view text) {
    return !text.empty() && text.size() <= kMaxNameBytes && text != "." && text != ".." &&
           text.find('/') == std::string_view::npos && is_plain(text);
}

bool is_driver(std::string_view text) {
    return base::parse_version(text).has_value();
}

bool is_sha256(std::string_view text) {
    return is_hex(text, 64);
}

bool is_md5(std::string_view text) {
    return is_hex(text, 32);
}

bool is_version(std::string_view text) {
    return base::parse_version(text).has_value();
}

bool is_date(std::string_view text) {
    constexpr std::string_view kShape = "0000-00-00";
    return std::ranges::equal(text, kShape, [](char c, char shape) {
        return shape == '0' ? base::is_digit(c) : c == shape;
    });
}

bool is_name(std::string_view text) {
    return text.size() <= kMaxWordBytes && is_platform_word(text) && base::is_lower(text.front());
}

bool is_label(std::string_view text) {
    return !text.empty() && text.size() <= kMaxWordBytes && base::is_digit(text.front()) &&
           std::ranges::all_of(text, is_path_char);
}

bool is_variant(std::string_view text) {
    constexpr std::string_view kStart = "cuda";
    return text.starts_with(kStart) && base::parse_version(text.substr(kStart.size())).has_value();
}

bool is_rel_path(std::string_view text) {
    return text.size() <= kMaxPathBytes &&
           std::ranges::all_of(base::split(text, '/'), [](std::string_view part) {
               return is_file_name(part) && std::ranges::all_of(part, is_path_char);
           });
}

std::string file_name_of(std::string_view url) {
    const std::string path = path_below_host(url);
    return path.substr(path.rfind('/') + 1);
}

}  // namespace cudaenv::catalog
