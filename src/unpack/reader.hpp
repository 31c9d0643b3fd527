// SPDX-License-Identifier: MIT
// A stream of bytes that is read once, from front to back. Everything that unpack does is a chain
// of these: file, decoder, archive entry, an archive inside that entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"
#include "sys/watermark.hpp"

namespace cudaenv::unpack {

class Reader {
  public:
    virtual ~Reader() = default;
    // Fills at most `into`; 0 = the end. One thread at a time.
    virtual Result<std::size_t> read(std::span<std::byte> into) = 0;
    // The next bytes, at most as many as `scratch` has room for: where they lie already if the
    // reader can lend them, else in `scratch`. Good until the next call; empty = the end.
    virtual Result<std::span<const std::byte>> borrow(std::span<std::byte> scratch);
};

// A whole file on disk.
Result<std::unique_ptr<Reader>> open_file(const std::string& path);

// A file that another thread is still writing, as far as its watermark says.
Result<std::unique_ptr<Reader>> open_growing(const std::string& path,
                                             std::shared_ptr<const sys::Watermark> watermark);

}  // namespace cudaenv::unpack
