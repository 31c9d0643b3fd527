// SPDX-License-Identifier: MIT
// A Reader over bytes in memory that hands out at most `piece` of them at a time, and may fail at
// the end instead of ending.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "unpack/reader.hpp"

namespace cudaenv::test {

class TextReader : public unpack::Reader {
  public:
    explicit TextReader(std::string text,
                        std::size_t piece = std::numeric_limits<std::size_t>::max(),
                        std::optional<Error> error_at_end = std::nullopt)
        : text_(std::move(text)), piece_(piece), error_at_end_(std::move(error_at_end)) {}

    Result<std::size_t> read(std::span<std::byte> into) override {
        const std::size_t count = std::min({into.size(), piece_, text_.size() - at_});
        if (count == 0 && !into.empty() && error_at_end_) return base::Failure(*error_at_end_);
        std::memcpy(into.data(), text_.data() + at_, count);
        at_ += count;
        return count;
    }
    std::size_t taken() const { return at_; }

  private:
    std::string text_;
    std::size_t piece_, at_ = 0;
    std::optional<Error> error_at_end_;
};

// Everything that is left, read in pieces.
inline Result<std::string> read_all(unpack::Reader& in, std::size_t piece = 4096) {
    std::string all, block(piece, '\0');
    for (;;) {
        CUDAENV_TRY(const std::size_t got, in.read(std::as_writable_bytes(std::span(block))));
        if (got == 0) return all;
        all.append(block, 0, got);
    }
}

}  // namespace cudaenv::test
