// SPDX-License-Identifier: MIT
// The entries of a tar (GNU, pax or ustar), read by libarchive, which writes nothing: names and
// kinds are handed on as they stand there, safe_tree.hpp judges them. Errors: integrity (damaged),
// what the stages below return.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "unpack/reader.hpp"
#include "unpack/stages.hpp"

namespace cudaenv::unpack {

struct TarEntry {
    enum class Kind { folder, file, link, hard_link, other };
    Kind kind = Kind::file;
    std::string raw_path;
    std::string target;      // of links of both kinds
    std::string other_kind;  // "a device", …
    bool is_executable = false;
    std::uint64_t size_bytes = 0;  // as claimed
};

class TarReader {
  public:
    explicit TarReader(ReadAhead& bytes);
    ~TarReader();

    // Must succeed before anything else.
    Result<void> open();
    // The next entry; nullopt behind the last.
    Result<std::optional<TarEntry>> next();
    // The current entry's bytes, until next() is called.
    Reader& data();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cudaenv::unpack
