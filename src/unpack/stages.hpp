// SPDX-License-Identifier: MIT
// The stages between a file and an archive's entries: each takes its bytes from the one before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "sys/digest.hpp"
#include "unpack/read_ahead.hpp"
#include "unpack/reader.hpp"

namespace cudaenv::unpack {

// Reads until `into` is full or the stream ends; returns how much was read.
Result<std::size_t> read_fully(Reader& in, std::span<std::byte> into);

// Reads and forgets what is left.
Result<void> drain(Reader& in);

// Bytes already taken from `rest`, then `rest`.
class Prefixed : public Reader {
  public:
    Prefixed(std::string bytes, Reader& rest) : bytes_(std::move(bytes)), rest_(rest) {}
    Result<std::size_t> read(std::span<std::byte> into) override;

  private:
    std::string bytes_;
    std::size_t taken_ = 0;
    Reader& rest_;
};

// The next `size_bytes` of `in`. A stream that ends earlier is Code::integrity.
class Bounded : public Reader {
  public:
    Bounded(Reader& in, std::uint64_t size_bytes) : in_(in), left_(size_bytes) {}
    Result<std::size_t> read(std::span<std::byte> into) override;

  private:
    Reader& in_;
    std::uint64_t left_;
};

// Passes bytes on; more than `max_bytes` of them is Code::integrity: a decompression bomb.
class Capped : public Reader {
  public:
    Capped(Reader& in, std::uint64_t max_bytes) : in_(in), max_(max_bytes) {}
    Result<std::size_t> read(std::span<std::byte> into) override;

  private:
    Reader& in_;
    std::uint64_t max_;
    std::uint64_t seen_ = 0;
};

// A sum that a makeself header states of an archive: sha256 or md5 in lower-case hex, or POSIX
// cksum in decimal.
struct Sum {
    enum class Kind { none, cksum, md5, sha256 };
    Kind kind = Kind::none;
    std::string value;
};
std::string_view to_string(Sum::Kind kind);  // "sha256", "md5", "cksum", ""

// Passes bytes on and sums them up.
class Summed : public Reader {
  public:
    Summed(Reader& in, Sum expected);
    Result<std::size_t> read(std::span<std::byte> into) override;
    // After the end: Code::checksum with both values if the sum differs.
    Result<void> verify();

  private:
    Reader& in_;
    Sum expected_;
    std::variant<std::monostate, sys::PosixCksum, sys::Digest> state_;
};

}  // namespace cudaenv::unpack
