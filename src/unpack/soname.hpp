// SPDX-License-Identifier: MIT
// The DT_SONAME of a 64-bit little-endian ELF library, read while its bytes stream by once. What is
// kept: the program headers, the dynamic section, and the first megabytes, where the string table
// lies. Anything unexpected gives no name; nothing here fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cudaenv::unpack {

class SonameReader {
  public:
    void add(std::span<const std::byte> data);
    // After the last byte. Empty if there is none, or it is no plain file name.
    std::string name() const;

  private:
    bool find_dynamic();

    std::uint64_t seen_ = 0;
    std::string head_;     // the file's first bytes
    std::string dynamic_;  // PT_DYNAMIC
    std::uint64_t dynamic_offset_ = 0, dynamic_size_ = 0;
    bool is_searched_ = false;
};

}  // namespace cudaenv::unpack
