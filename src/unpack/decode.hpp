// SPDX-License-Identifier: MIT
// From packed bytes to tar bytes. Which decoder is decided by the first bytes of the data, never
// by what a header says. gzip is decoded by ISA-L where it was found at configure time, else by
// zlib; the other formats by libarchive's filters. Errors: integrity.
#pragma once

#include <memory>
#include <span>

#include "base/result.hpp"
#include "unpack/reader.hpp"
#include "unpack/stages.hpp"

namespace cudaenv::unpack {

enum class Codec { none, gzip, bzip2, xz, zstd, lz4 };

// How many leading bytes codec_of wants to see: enough for a tar's own mark.
inline constexpr std::size_t kMagicBytes = 512;

// Errors: integrity, saying what the bytes are instead (encrypted, base64, a web page, …).
Result<Codec> codec_of(std::span<const std::byte> first_bytes);

// A Reader of the decoded bytes. Several members, streams or frames behind one another are read as
// one, as the command-line tools do; anything else behind the last one is refused. `codec` is not
// none. The ReadAhead must outlive the decoder.
Result<std::unique_ptr<Reader>> make_decoder(Codec codec, ReadAhead& packed);

// gzip.cpp
std::unique_ptr<Reader> make_gzip_decoder(ReadAhead& packed);

}  // namespace cudaenv::unpack
