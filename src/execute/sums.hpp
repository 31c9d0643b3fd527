// SPDX-License-Identifier: MIT
// Digests of a file that may still be growing, and what the catalog says of it compared with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "plan/plan.hpp"
#include "sys/digest.hpp"
#include "sys/watermark.hpp"

namespace cudaenv::execute {

struct Sums {
    std::uint64_t size_bytes = 0;
    std::string sha256;
    std::string md5;  // empty unless asked for
};

// The sums of bytes that somebody reads anyhow, front to back. One thread at a time.
class Summing {
  public:
    explicit Summing(bool with_md5);
    void add(std::span<const std::byte> data);
    // Of everything, once what was not added yet has been read behind the watermark to its end.
    // Errors: the watermark's, interrupted, those of files.
    Result<Sums> finish(const std::string& path, const sys::Watermark& watermark);

  private:
    sys::Digest sha256_{sys::Digest::Kind::sha256};
    std::optional<sys::Digest> md5_;
    std::uint64_t done_ = 0;
};

// Of a file that nobody else reads; errors as above.
Result<Sums> sums_of(const std::string& path, const sys::Watermark& watermark, bool with_md5);

// "sha256", "md5" or "none": by what the artifact was found right. SHA-256 counts where the catalog
// has it. Errors: checksum, with both values; `url` says where the bytes came from.
Result<std::string> judge(const plan::Artifact& artifact, const Sums& sums, const std::string& url);

}  // namespace cudaenv::execute
