// SPDX-License-Identifier: MIT
#include "base/stack_name.hpp"

#include <algorithm>

#include "base/request.hpp"
#include "base/text.hpp"

namespace cudaenv::base {

namespace {

// A version as the catalog spells it (8.9.7, 24.08.0, 2.0.0rc1): a path may be made of it.
bool is_catalog_version(std::string_view text) {
    constexpr std::size_t kLongest = 32;
    return !text.empty() && text.size() <= kLongest && is_digit(text.front()) &&
           text.back() != '.' && text.find("..") == std::string_view::npos &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '.'; });
}

std::optional<Companion> parse_installed_companion(std::string_view text) {
    const std::size_t at = text.find('@');
    const std::size_t name_end = std::min(at, text.find_first_of("0123456789"));
    const std::size_t end = at == std::string_view::npos ? name_end : at;
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view version = text.substr(at == std::string_view::npos ? end : end + 1);
    // The request grammar knows what a companion's name may be.
    const auto named = parse_companion(std::string(text.substr(0, end)) + "@0");
    if (!named || !is_catalog_version(version)) return std::nullopt;
    return Companion{named->name, std::string(version)};
}

}  // namespace

std::optional<StackName> parse_stack_name(std::string_view folder) {
    constexpr std::size_t kLongest = 255;  // NAME_MAX
    if (folder.size() > kLongest) return std::nullopt;
    const std::size_t plus = folder.find('+');
    const auto toolkit = parse_version(folder.substr(0, plus));
    if (!toolkit || toolkit->count < 2) return std::nullopt;
    StackName stack{*toolkit, {}};
    if (plus != std::string_view::npos) {
        for (const std::string_view piece : split(folder.substr(plus + 1), '+')) {
            auto companion = parse_installed_companion(piece);
            if (!companion) return std::nullopt;
            stack.companions.push_back(std::move(*companion));
        }
    }
    // One spelling only: sorted, each companion once, no leading zeros.
    const auto is_out_of_order = [](const Companion& a, const Companion& b) {
        return a.name >= b.name;
    };
    const bool is_sorted = std::adjacent_find(stack.companions.begin(), stack.companions.end(),
                                              is_out_of_order) == stack.companions.end();
    if (!is_sorted || to_string(stack) != folder) return std::nullopt;
    return stack;
}

std::string to_string(const StackName& stack) {
    std::string text = to_string(stack.toolkit);
    for (const Companion& companion : stack.companions) {
        text.append(1, '+').append(companion.name);
        if (is_digit(text.back())) text += '@';
        text += companion.version;
    }
    return text;
}

namespace {

std::strong_ordering compare_catalog_versions(const std::string& left, const std::string& right) {
    const auto left_version = parse_version(left);
    const auto right_version = parse_version(right);
    if (left_version && right_version) return compare_numbers(*left_version, *right_version);
    return left.compare(right) <=> 0;
}

}  // namespace

bool is_better(const StackName& left, const StackName& right) {
    if (const auto order = compare_numbers(left.toolkit, right.toolkit); order != 0) {
        return order > 0;
    }
    if (left.companions.size() != right.companions.size()) {
        return left.companions.size() < right.companions.size();
    }
    for (std::size_t i = 0; i < left.companions.size(); ++i) {
        const Companion& a = left.companions[i];
        const Companion& b = right.companions[i];
        // Nothing says which product is better; the order of names keeps the choice steady.
        if (a.name != b.name) return a.name < b.name;
        const auto order = compare_catalog_versions(a.version, b.version);
        if (order != 0) return order > 0;
    }
    return false;
}

}  // namespace cudaenv::base
