// SPDX-License-Identifier: MIT
// The stage that lets others run side by side, and the only place of this folder where a thread is
// made: the stages below it run in that thread beside those above, through a ring of a few buffers,
// so memory stays flat whatever the size.
#pragma once

#include <cstddef>
#include <span>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "sys/queue.hpp"
#include "unpack/reader.hpp"

namespace cudaenv::unpack {

// Reads `source` in a thread of its own, some buffers ahead. The source is used by that thread only
// until the destructor has returned (it waits for a read under way).
class ReadAhead {
  public:
    explicit ReadAhead(Reader& source, std::size_t buffers = 4,
                       std::size_t buffer_bytes = 1U << 18U);
    ~ReadAhead();
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    // The next bytes, borrowed until the next call; empty at the end. Errors: the source's (again
    // at each further call), interrupted.
    Result<std::span<const std::byte>> next();

  private:
    using Buffer = std::vector<std::byte>;
    struct Filled {
        Buffer buffer;
        Result<std::size_t> size;
    };
    void run(Reader& source);

    sys::Queue<Buffer> empty_;
    sys::Queue<Filled> filled_;
    Buffer lent_;
    Result<std::size_t> last_ = 1;  // of the buffer handed out: 0 or an error is the end
    std::thread thread_;
};

}  // namespace cudaenv::unpack
