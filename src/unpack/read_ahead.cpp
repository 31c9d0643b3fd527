// SPDX-License-Identifier: MIT
#include "unpack/read_ahead.hpp"

#include <utility>

#include "sys/interrupt.hpp"
#include "unpack/stages.hpp"

namespace cudaenv::unpack {

ReadAhead::ReadAhead(Reader& source, std::size_t buffers, std::size_t buffer_bytes)
    : empty_(buffers), filled_(buffers) {
    for (std::size_t i = 0; i + 1 < buffers; ++i) empty_.push(Buffer(buffer_bytes));
    lent_.resize(buffer_bytes);
    thread_ = std::thread([this, &source] { run(source); });
}

ReadAhead::~ReadAhead() {
    empty_.close();
    filled_.close();
    thread_.join();
}

void ReadAhead::run(Reader& source) {
    while (auto buffer = empty_.pop()) {
        Result<std::size_t> size = read_fully(source, *buffer);
        const bool is_last = !size || *size == 0;
        if (!filled_.push({*std::move(buffer), std::move(size)}) || is_last) return;
    }
}

Result<std::span<const std::byte>> ReadAhead::next() {
    CUDAENV_TRY(sys::check_interrupt());
    if (last_ && *last_ > 0) {
        empty_.push(std::exchange(lent_, {}));
        auto filled = filled_.pop();
        CUDAENV_CHECK(filled.has_value());
        lent_ = std::move(filled->buffer);
        last_ = std::move(filled->size);
    }
    CUDAENV_TRY(const std::size_t size, Result<std::size_t>(last_));
    return std::span<const std::byte>(lent_).first(size);
}

}  // namespace cudaenv::unpack
