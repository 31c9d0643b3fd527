// SPDX-License-Identifier: MIT
#include "fetch/patience.hpp"

#include <algorithm>

namespace cudaenv::fetch {
namespace {

constexpr std::chrono::milliseconds kLongestPause{30'000};

}  // namespace

Patience::Patience(const Options& options, unsigned connections)
    : retries_(options.retries),
      connections_(connections),
      back_off_(options.back_off),
      allowed_(connections) {}

std::optional<std::chrono::milliseconds> Patience::failed(Clock::time_point now,
                                                          Clock::time_point started,
                                                          std::chrono::milliseconds at_least) {
    using std::chrono::milliseconds;
    if (started < last_failure_) return milliseconds(0);
    last_failure_ = now;
    allowed_ = std::max(1U, allowed_ / 2);
    if (++failures_ > retries_) return std::nullopt;
    const auto doubled = back_off_ * (1LL << std::min(failures_ - 1, 16U));
    const auto longest = std::min<milliseconds>(doubled, kLongestPause).count();
    // Between half and the whole, so that many machines do not come back at the same moment.
    const milliseconds jittered{
        std::uniform_int_distribution<milliseconds::rep>(longest / 2, longest)(random_)};
    const milliseconds pause = std::max({milliseconds(1), jittered, at_least});
    not_before_ = now + pause;
    return pause;
}

void Patience::succeeded() {
    failures_ = 0;
    allowed_ = std::min(connections_, allowed_ + 1);
}

void Patience::start_afresh() {
    failures_ = 0;
    not_before_ = {};
    allowed_ = connections_;
}

}  // namespace cudaenv::fetch
