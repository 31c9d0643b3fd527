// SPDX-License-Identifier: MIT
#include "fetch/head.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace cudaenv::fetch {
namespace {

// The number at the front of `text`, which is taken off; nullopt if there is none.
std::optional<std::uint64_t> take_number(std::string_view& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool take_text(std::string_view& text, std::string_view expected) {
    if (text.substr(0, expected.size()) != expected) return false;
    text.remove_prefix(expected.size());
    return true;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
    const auto number = take_number(text);
    return text.empty() ? number : std::nullopt;
}

// "bytes 0-99/1234", "bytes 0-99/*", "bytes */1234" (an empty span)
std::optional<Head::ContentRange> content_range(std::string_view text) {
    if (!take_text(text, "bytes ")) return std::nullopt;
    Head::ContentRange range;
    if (!take_text(text, "*")) {
        const auto first = take_number(text);
        if (!first || !take_text(text, "-")) return std::nullopt;
        const auto last = take_number(text);
        if (!last || *last < *first || *last == UINT64_MAX) return std::nullopt;
        range.span = {*first, *last + 1};
    }
    if (!take_text(text, "/")) return std::nullopt;
    range.total = whole_number(text);
    return range.total || text == "*" ? std::optional(range) : std::nullopt;
}

}  // namespace

void Head::take_line(std::string_view line) {
    if (line.substr(0, 5) == "HTTP/") {
        *this = {};
        line = line.substr(std::min(line.find(' '), line.size()));
        line = base::trim(line);
        status = static_cast<int>(take_number(line).value_or(0));
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string name = base::to_lower(line.substr(0, colon));
    const std::string_view value = base::trim(line.substr(colon + 1));
    if (name == "etag") etag = value;
    if (name == "last-modified") modified = value;
    if (name == "content-length") length = whole_number(value);
    if (name == "content-range") range = content_range(value);
    if (name == "retry-after") {
        // A date instead of seconds counts as not said: our own pause serves.
        const auto seconds = whole_number(value);
        if (seconds) retry_after = std::chrono::seconds(std::min<std::uint64_t>(*seconds, 86'400));
    }
}

}  // namespace cudaenv::fetch
