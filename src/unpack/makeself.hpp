// SPDX-License-Identifier: MIT
// The header of a makeself file: where its archives begin, how long they are and what they sum up
// to, read as text. Nothing in it is executed, used as a path or believed without a check against
// the file's size (formats.md section 1). Errors: integrity.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "unpack/reader.hpp"
#include "unpack/stages.hpp"

namespace cudaenv::unpack {

struct MakeselfArchive {
    std::uint64_t size_bytes = 0;
    Sum sum;  // the strongest one that the header states
};

struct MakeselfHeader {
    std::string version;             // of makeself: "2.1.4"; empty if it does not say
    std::string label;               // made printable; empty if it is not plain text
    std::uint64_t offset_bytes = 0;  // of the first archive
    std::vector<MakeselfArchive> archives;
};

// Reads the header in `head`, the first bytes of a file of `size_bytes`. `is_whole`: `head` is all
// there is to see (the whole file, or as much as we are willing to read). An offset of 0 in the
// result = the header is longer than `head`; read more. Driver and patch files are refused by name.
Result<MakeselfHeader> parse_header(std::string_view head, std::uint64_t size_bytes, bool is_whole);

// The same from a stream; `rest` gets what was read beyond the header.
Result<MakeselfHeader> read_header(Reader& in, std::uint64_t size_bytes, std::string& rest);

}  // namespace cudaenv::unpack
