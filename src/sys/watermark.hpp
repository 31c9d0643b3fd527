// SPDX-License-Identifier: MIT
// How far a file that another thread is writing can be read: its contiguous prefix. The writer
// publishes, readers wait. Bytes count from 0. All calls from any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "base/result.hpp"

namespace cudaenv::sys {

class Watermark {
  public:
    // The first `bytes` bytes are in the file. Never falls.
    void publish(std::uint64_t bytes);
    // No more will come: the file is complete, or `error` says why not.
    void finish(std::optional<Error> error = std::nullopt);

    // Waits until more than `offset` bytes are there, the end, or failure. Returns how many bytes
    // are there (equal to `offset` = the end). Errors: the writer's, or interrupted.
    Result<std::uint64_t> wait_beyond(std::uint64_t offset) const;
    // Waits for finish(). Returns the final size.
    Result<std::uint64_t> wait_end() const;

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::uint64_t bytes_ = 0;
    bool finished_ = false;
    std::optional<Error> error_;
};

}  // namespace cudaenv::sys
