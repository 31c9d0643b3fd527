// SPDX-License-Identifier: MIT
// Digests: SHA-256 and MD5 by OpenSSL's EVP interface (SHA-NI where the processor has it), and the
// CRC of POSIX cksum that makeself headers carry. One object per stream, one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"

namespace cudaenv::sys {

class Digest {
  public:
    enum class Kind { sha256, md5 };

    explicit Digest(Kind kind);
    Digest(Digest&&) noexcept;
    Digest& operator=(Digest&&) noexcept;
    ~Digest();

    void update(std::span<const std::byte> data);
    // Lower-case hex; the object starts afresh.
    std::string finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string sha256_of(std::span<const std::byte> data);
std::string sha256_of(std::string_view text);
Result<std::string> sha256_of_file(const std::string& path);

// POSIX cksum: CRC-32, polynomial 0x04C11DB7, not reflected, length appended.
class PosixCksum {
  public:
    void update(std::span<const std::byte> data);
    std::uint32_t finish() const;  // of everything so far

  private:
    std::uint32_t crc_ = 0;
    std::uint64_t length_ = 0;
};

}  // namespace cudaenv::sys
