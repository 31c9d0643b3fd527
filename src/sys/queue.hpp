// SPDX-License-Identifier: MIT
// The one queue between threads: bounded, many producers, many consumers. close() ends it: pushes
// are refused, pops drain what is there and then give nullopt.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace cudaenv::sys {

template <typename T>
class Queue {
  public:
    explicit Queue(std::size_t capacity) : capacity_(capacity) {}

    // Waits for room. False, and the item is dropped, once closed.
    bool push(T item) {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [this] { return closed_ || items_.size() < capacity_; });
        if (closed_) return false;
        items_.push_back(std::move(item));
        filled_.notify_one();
        return true;
    }

    // Waits for an item. nullopt once closed and empty.
    std::optional<T> pop() {
        std::unique_lock lock(mutex_);
        filled_.wait(lock, [this] { return closed_ || !items_.empty(); });
        if (items_.empty()) return std::nullopt;
        T item = std::move(items_.front());
        items_.pop_front();
        room_.notify_one();
        return item;
    }

    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        room_.notify_all();
        filled_.notify_all();
    }

  private:
    const std::size_t capacity_;
    std::mutex mutex_;
    std::condition_variable room_, filled_;
    std::deque<T> items_;
    bool closed_ = false;
};

}  // namespace cudaenv::sys
