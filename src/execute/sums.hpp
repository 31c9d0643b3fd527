// SPDX-License-Identifier: MIT
// Digests of a file that may still be growing, and what the catalog says of it compared with them.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "plan/plan.hpp"
#include "sys/watermark.hpp"

namespace cudaenv::execute {

struct Sums {
    std::uint64_t size_bytes = 0;
    std::string sha256;
    std::string md5;  // empty unless asked for
};

// Reads behind the watermark to the end. Errors: the watermark's, interrupted, those of files.
Result<Sums> sums_of(const std::string& path, const sys::Watermark& watermark, bool with_md5);

// "sha256", "md5" or "none": by what the artifact was found right. SHA-256 counts where the catalog
// has it. Errors: checksum, with both values; `url` says where the bytes came from.
Result<std::string> judge(const plan::Artifact& artifact, const Sums& sums, const std::string& url);

}  // namespace cudaenv::execute
