// SPDX-License-Identifier: MIT
// From packed bytes to tar bytes. Which decoder is decided by the first bytes of the data, never
// by what a header says. gzip is decoded by ISA-L where it was found at configure time, else by
// zlib; xz by liblzma, held under a memory limit; the other formats, and xz where liblzma is not to
// be had, by libarchive's filters. Errors: integrity.
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
// none. `threads` may decode at once, where the data allows it (xz of several blocks). The
// ReadAhead must outlive the decoder.
Result<std::unique_ptr<Reader>> make_decoder(Codec codec, ReadAhead& packed, unsigned threads = 1);

// gzip.cpp
std::unique_ptr<Reader> make_gzip_decoder(ReadAhead& packed);

// xz.cpp. Null if liblzma is not on this machine.
std::unique_ptr<Reader> make_xz_decoder(ReadAhead& packed, unsigned threads);

}  // namespace cudaenv::unpack
