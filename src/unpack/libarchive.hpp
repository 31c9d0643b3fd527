// SPDX-License-Identifier: MIT
// What the users of libarchive have in common: its handle, fed with the bytes of a ReadAhead
// without copying them, and the Error that stopped those (libarchive only learns that reading
// failed).
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "unpack/stages.hpp"

struct archive;

namespace cudaenv::unpack {

class LibArchive {
  public:
    explicit LibArchive(ReadAhead& bytes);
    ~LibArchive();
    LibArchive(const LibArchive&) = delete;
    LibArchive& operator=(const LibArchive&) = delete;

    // Null if there is none; failure() then tells why.
    archive* get() const { return handle_; }
    // Starts reading, with the formats and filters set before. A status of libarchive.
    int open();
    // What to return when a call failed: the Error of the stages below, or `what` and libarchive's
    // own words (Code::integrity).
    base::Failure failure(std::string_view what) const;

  private:
    struct Callbacks;
    ReadAhead& bytes_;
    archive* handle_ = nullptr;
    std::optional<Error> error_;
};

}  // namespace cudaenv::unpack
