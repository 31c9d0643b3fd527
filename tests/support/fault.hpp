// SPDX-License-Identifier: MIT
// A fault of the test mirror as data; the words are explained at LocalMirror::fault.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace cudaenv::test {

struct Fault {
    std::string path;
    std::uint64_t after = 0;
    std::uint64_t times = std::numeric_limits<std::uint64_t>::max();

    std::optional<std::uint64_t> status, cut, stall, flip, retry_after;
    std::uint64_t delay_ms = 0, rate = 0;
    std::int64_t length = 0, range = 0, total = 0;
    std::string redirect, auth, etag;
    bool refuse = false, no_ranges = false, no_validators = false, new_etag = false,
         no_length = false;

    // Throws std::invalid_argument, naming the word.
    static Fault parse(std::string_view spec);
    bool matches(std::string_view requested) const;
};

}  // namespace cudaenv::test
