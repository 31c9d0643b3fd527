// SPDX-License-Identifier: MIT
// When to try again, and with how many connections: pauses double with jitter, and connections
// halve with each failure and come back one by one. Time is handed in.
#pragma once

#include <chrono>
#include <optional>
#include <random>

#include "fetch/session.hpp"

namespace cudaenv::fetch {

using Clock = std::chrono::steady_clock;

class Patience {
  public:
    Patience(const Options& options, unsigned connections);

    // A try that began at `started` has failed. nullopt = that was the last one. 0 = it is part of
    // a failure already counted (one dead server ends many connections). Else the pause from now.
    std::optional<std::chrono::milliseconds> failed(Clock::time_point now,
                                                    Clock::time_point started,
                                                    std::chrono::milliseconds at_least);
    // Bytes came: the tries count from the start again.
    void succeeded();
    // For another URL.
    void start_afresh();

    Clock::time_point not_before() const { return not_before_; }
    unsigned connections() const { return allowed_; }

  private:
    const unsigned retries_, connections_;
    const std::chrono::milliseconds back_off_;
    unsigned failures_ = 0;
    unsigned allowed_;
    Clock::time_point last_failure_{}, not_before_{};
    std::minstd_rand random_{std::random_device{}()};
};

}  // namespace cudaenv::fetch
