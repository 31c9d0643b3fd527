// SPDX-License-Identifier: MIT
// The header of an HTTP response, as far as we look at it. What is malformed counts as absent.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/spans.hpp"

namespace cudaenv::fetch {

struct Head {
    struct ContentRange {
        Span span;
        std::optional<std::uint64_t> total;
    };
    int status = 0;
    std::string etag, modified;
    std::optional<std::uint64_t> length;
    std::optional<ContentRange> range;
    std::optional<std::chrono::seconds> retry_after;  // its form in seconds only

    // One line of it; a status line starts it afresh.
    void take_line(std::string_view line);
};

}  // namespace cudaenv::fetch
