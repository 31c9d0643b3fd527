// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/request.hpp"
#include "base/text.hpp"

namespace cudaenv::base {

namespace {

constexpr std::size_t kMaxName = 64;

bool is_companion_name(std::string_view name) {
    return !name.empty() && name.size() <= kMaxName && is_lower(name.front()) &&
           std::all_of(name.begin(), name.end(),
                       [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
}

// cuda12; cuda10.2 from before 8.5. One dot at most, between digits.
bool is_build(std::string_view build) {
    const std::size_t dot = build.find('.');
    if (dot == std::string_view::npos) return is_companion_name(build) && is_digit(build.back());
    const std::string_view minor = build.substr(dot + 1);
    return is_build(build.substr(0, dot)) && !minor.empty() && minor.size() <= 2 &&
           std::all_of(minor.begin(), minor.end(), is_digit);
}

Failure refuse_companion(std::string_view text) {
    constexpr std::size_t kMaxShown = 100;
    return fail(Code::usage, "malformed companion")
        .found(clip(text, kMaxShown))
        .needs("a name and a version, as in cudnn8.9.7, nccl or nvjpeg2000@0.9");
}

}  // namespace

Result<CompanionRequest> parse_companion(std::string_view text) {
    CompanionRequest companion;
    std::string_view rest = text;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        companion.build = text.substr(slash + 1);
        rest = text.substr(0, slash);
        if (!is_build(companion.build)) return refuse_companion(text);
    }
    const std::size_t at = rest.find('@');
    const std::size_t name_end =
        at != std::string_view::npos ? at : std::min(rest.find_first_of("0123456789"), rest.size());
    companion.name = rest.substr(0, name_end);
    rest.remove_prefix(std::min(name_end + (at != std::string_view::npos ? 1 : 0), rest.size()));
    if (!is_companion_name(companion.name)) return refuse_companion(text);
    // `nvjpeg2000@` is how a name that ends in a digit is written without a version.
    if (rest.empty()) {
        const bool is_spelled_well =
            at == std::string_view::npos || is_digit(companion.name.back());
        if (!is_spelled_well || !companion.build.empty()) return refuse_companion(text);
        return companion;
    }
    companion.version = parse_version(rest);
    if (!companion.version) return refuse_companion(text);
    return companion;
}

Result<void> add_companion(Request& request, CompanionRequest companion) {
    const auto place = std::lower_bound(
        request.companions.begin(), request.companions.end(), companion,
        [](const CompanionRequest& a, const CompanionRequest& b) { return a.name < b.name; });
    if (place != request.companions.end() && place->name == companion.name) {
        return fail(Code::usage, "a companion is asked for twice")
            .found(to_string(*place) + " and " + to_string(companion));
    }
    request.companions.insert(place, std::move(companion));
    return {};
}

std::string to_string(const CompanionRequest& companion) {
    std::string text = companion.name;
    if (!text.empty() && is_digit(text.back())) text += '@';
    if (companion.version) text += to_string(*companion.version);
    if (!companion.build.empty()) text.append(1, '/').append(companion.build);
    return text;
}

}  // namespace cudaenv::base
