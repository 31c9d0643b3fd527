// SPDX-License-Identifier: MIT
#include "sys/clock.hpp"

#include <array>
#include <ctime>

namespace cudaenv::sys {

std::string to_utc_text(std::chrono::system_clock::time_point time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
    const auto moment = static_cast<std::time_t>(seconds);
    std::tm parts{};
    ::gmtime_r(&moment, &parts);
    std::array<char, 64> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return std::string(text.data(), size);
}

}  // namespace cudaenv::sys
