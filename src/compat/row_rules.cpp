// SPDX-License-Identifier: MIT
#include "compat/row_rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "base/text.hpp"
#include "base/version.hpp"

namespace cudaenv::compat {

namespace {

constexpr std::size_t kMaxTargetDigits = 4;

// How many parts the number has; 0 if it is none, or not written as we would print it.
unsigned parts_of(std::string_view text) {
    const auto version = base::parse_version(text);
    return version && to_string(*version) == text ? version->count : 0;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, text) != words.end();
}

bool are_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, base::is_digit);
}

bool is_target_number(std::string_view text) {
    return text.size() >= 2 && text.size() <= kMaxTargetDigits && are_digits(text);
}

bool is_target_of(std::string_view text, std::string_view kind) {
    if (!text.starts_with(kind)) return false;
    text.remove_prefix(kind.size());
    if (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
    return is_target_number(text);
}

}  // namespace

bool is_text(std::string_view text) {
    return !text.empty() && catalog::is_plain(text);
}

bool is_number(std::string_view text) {
    return parts_of(text) > 0;
}

bool is_major(std::string_view text) {
    return parts_of(text) == 1;
}

bool is_line(std::string_view text) {
    return parts_of(text) == 2;
}

bool is_major_or_line(std::string_view text) {
    return is_major(text) || is_line(text);
}

bool is_month(std::string_view text) {
    return text.size() == 7 && are_digits(text.substr(0, 4)) && text[4] == '-' &&
           text.substr(5) >= "01" && text.substr(5) <= "12" && are_digits(text.substr(5));
}

bool is_real_target(std::string_view text) {
    return is_target_of(text, "sm_");
}

bool is_virtual_target(std::string_view text) {
    return is_target_of(text, "compute_");
}

bool is_target(std::string_view text) {
    return is_real_target(text) || is_virtual_target(text);
}

bool is_pci_id(std::string_view text) {
    return text.size() == 4 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_pci_pair(std::string_view text) {
    const auto ids = base::split(text, ':');
    return ids.size() == 2 && std::ranges::all_of(ids, is_pci_id);
}

bool is_gpu_class(std::string_view text) {
    return is_one_of(
        text, {"datacenter", "workstation", "geforce", "titan", "jetson", "mining", "automotive"});
}

bool is_forward_status(std::string_view text) {
    return is_one_of(text, {"compatible", "not_applicable", "not_compatible"});
}

bool is_glibc_use(std::string_view text) {
    return is_one_of(text, {"runtime", "compile"});
}

bool is_cudnn_rule(std::string_view text) {
    return is_one_of(text,
                     {"min_cc", "min_cc_blackwell", "same_major_ok", "driver", "driver_blackwell"});
}

bool is_confidence(std::string_view text) {
    return is_one_of(text, {"low", "medium", "high"});
}

bool is_source_key(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return base::is_letter(c) || base::is_digit(c) || c == '.' || c == '_' || c == '-';
    });
}

}  // namespace cudaenv::compat
