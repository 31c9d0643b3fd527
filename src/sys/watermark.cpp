// SPDX-License-Identifier: MIT
#include "sys/watermark.hpp"

#include <algorithm>
#include <chrono>

#include "sys/interrupt.hpp"

namespace cudaenv::sys {

namespace {

// A signal handler may not notify a condition variable, so who waits looks up this often.
constexpr std::chrono::milliseconds kLookUp{100};

template <typename Ready>
Result<void> wait_until(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                        Ready ready) {
    while (!changed.wait_for(lock, kLookUp, ready)) CUDAENV_TRY(check_interrupt());
    return {};
}

}  // namespace

void Watermark::publish(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ = std::max(bytes_, bytes);
    changed_.notify_all();
}

void Watermark::finish(std::optional<Error> error) {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    error_ = std::move(error);
    changed_.notify_all();
}

Result<std::uint64_t> Watermark::wait_beyond(std::uint64_t offset) const {
    std::unique_lock lock(mutex_);
    CUDAENV_TRY(wait_until(changed_, lock, [&] { return finished_ || bytes_ > offset; }));
    if (error_) return tl::unexpected(*error_);
    return bytes_;
}

Result<std::uint64_t> Watermark::wait_end() const {
    std::unique_lock lock(mutex_);
    CUDAENV_TRY(wait_until(changed_, lock, [&] { return finished_; }));
    if (error_) return tl::unexpected(*error_);
    return bytes_;
}

}  // namespace cudaenv::sys
