// SPDX-License-Identifier: MIT
// Keeps the Observer's promise: calls from several threads, never two at once.
#pragma once

#include <mutex>

#include "execute/observer.hpp"

namespace cudaenv::execute {

class SerialObserver : public Observer {
  public:
    explicit SerialObserver(Observer& inner) : inner_(inner) {}

    void waiting(std::string_view holder, std::string_view purpose) override {
        const std::lock_guard lock(mutex_);
        inner_.waiting(holder, purpose);
    }
    void fetch_progress(std::string_view name, std::uint64_t done, std::uint64_t total,
                        std::uint64_t resumed) override {
        const std::lock_guard lock(mutex_);
        inner_.fetch_progress(name, done, total, resumed);
    }
    void fetch_retry(std::string_view name, const Error& reason,
                     std::chrono::milliseconds pause) override {
        const std::lock_guard lock(mutex_);
        inner_.fetch_retry(name, reason, pause);
    }
    void unpack_progress(std::string_view path, std::uint64_t bytes) override {
        const std::lock_guard lock(mutex_);
        inner_.unpack_progress(path, bytes);
    }
    void said(std::string_view text) override {
        const std::lock_guard lock(mutex_);
        inner_.said(text);
    }
    void warned(std::string_view text) override {
        const std::lock_guard lock(mutex_);
        inner_.warned(text);
    }
    void found(const compat::Finding& finding) override {
        const std::lock_guard lock(mutex_);
        inner_.found(finding);
    }

  private:
    Observer& inner_;
    std::mutex mutex_;
};

}  // namespace cudaenv::execute
