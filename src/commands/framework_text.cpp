// SPDX-License-Identifier: MIT
#include "commands/framework_text.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cudaenv::commands {
namespace {

constexpr std::array<std::string_view, 3> kKnown{"torch", "jax", "tensorflow"};

bool is_word(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return base::is_digit(c) || base::is_letter(c) || c == '.' || c == '_' || c == '-';
    });
}

bool is_version(std::string_view text) {
    return is_word(text) && base::is_digit(text.front());
}

// The text behind the first `separator`, which is cut off; empty if there is none.
std::string_view cut_behind(std::string_view& text, std::string_view separator) {
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) return {};
    const std::string_view behind = text.substr(at + separator.size());
    text = text.substr(0, at);
    return behind;
}

base::Failure malformed(std::string_view text) {
    return fail(Code::usage, "this does not name a framework's release")
        .values(text, "torch==2.4.0+cu124, jax[cuda13]==0.8.0 or tensorflow==2.16.1");
}

}  // namespace

Result<compat::Framework> parse_framework(std::string_view text) {
    std::string_view name = text;
    std::string_view version = cut_behind(name, "==");
    const bool has_local = version.find('+') != std::string_view::npos;
    const std::string_view local = cut_behind(version, "+");
    const bool has_extra = name.ends_with(']');
    if (has_extra) name.remove_suffix(1);
    const std::string_view extra = has_extra ? cut_behind(name, "[") : std::string_view();
    const bool is_formed = is_word(name) && is_version(version) && (!has_local || is_word(local)) &&
                           (!has_extra || is_word(extra)) && !(has_local && has_extra);
    if (!is_formed) return malformed(text);
    compat::Framework framework{base::to_lower(name), std::string(version),
                                std::string(has_local ? local : extra)};
    if (std::ranges::count(kKnown, framework.name) == 0) {
        return fail(Code::usage, "no table knows the framework " + framework.name)
            .values(text, "torch, jax or tensorflow");
    }
    return framework;
}

}  // namespace cudaenv::commands
