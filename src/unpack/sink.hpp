// SPDX-License-Identifier: MIT
// Where unpacked contents go, and what is known of them afterwards. Implemented over the object
// store by execute/, and over plain memory in tests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "unpack/reader.hpp"

namespace cudaenv::unpack {

// One entry of an unpacked tree. Paths are relative, without `.`, `..` or empty parts, and without
// control bytes.
struct Node {
    enum class Kind { folder, file, link };
    Kind kind = Kind::file;
    std::string path;
    std::uint32_t mode = 0;        // 0755 or 0644 kind of bits; set-id bits are gone
    std::uint64_t size_bytes = 0;  // files
    std::string content;           // files: what the Sink gave back for the bytes
    std::string target;            // links: stays inside the tree
    std::string component;         // cuda_nvcc, libcublas, …; empty if unknown
    bool is_ours = false;          // made or changed by the layout rules (links, .pc files)

    friend bool operator==(const Node&, const Node&) = default;
};

class Sink {
  public:
    virtual ~Sink() = default;
    // Takes all of `data` (exactly `size_bytes`, or the archive is refused) and returns a name for
    // the bytes: equal contents and executable bits give equal names.
    virtual Result<std::string> put(Reader& data, std::uint64_t size_bytes, bool is_executable) = 0;
    // Told before each file: for progress.
    virtual void entering(std::string_view path) = 0;
};

}  // namespace cudaenv::unpack
