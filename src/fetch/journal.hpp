// SPDX-License-Identifier: MIT
// NAME.part.journal: what of a `.part` can be trusted after the process that wrote it is gone. A
// head (written whole, by rename) and then a line for each stretch, appended after its bytes were
// written: killed at any moment, at most the stretches not yet marked are fetched again. Text:
//
//   cudaenv-part 1
//   url https://host/path            without user, password and query
//   etag "5f1-abc"                   absent if the server gave none
//   modified Wed, 01 May 2024 10:00:00 GMT
//   size 4454730420
//   have 0 262144                    begin and end (exclusive), in any order
//
// A line that cannot be read ends the journal: it was being written when power failed.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "fetch/spans.hpp"
#include "sys/files.hpp"

namespace cudaenv::fetch {

struct Identity {
    std::string url, etag, modified;
    std::uint64_t size = 0;
};

class Journal {
  public:
    struct Content {
        Identity identity;
        Spans have;
    };
    static std::string path_of(const std::string& part_path);
    // nullopt if there is none, or none that can be read. Nothing beyond the end of the `.part` is
    // in `have`: the file was cut after the journal was written.
    static std::optional<Content> read(const std::string& part_path);

    // Replaces the journal of `part_path`. Errors: those of files.
    static Result<Journal> start(const std::string& part_path, const Content& content);
    Result<void> mark(Span span);

  private:
    Journal(sys::Fd fd, std::string path, std::uint64_t end);

    sys::Fd fd_;
    std::string path_;
    std::uint64_t end_;
};

}  // namespace cudaenv::fetch
