// SPDX-License-Identifier: MIT
// The built-in catalog as plain tables, without pointers between them: each row says how many rows
// of the next table are its own, in the same order. Written by cudaenv-embed-catalog when building.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "catalog/catalog.hpp"

namespace cudaenv::catalog::embedded {

struct ReleaseRow {
    std::string_view version;
    ReleaseKind kind;
    std::string_view label;
    bool is_reviewed;
    std::size_t runfile_count;
};

struct RunfileRow {
    std::string_view platform, file_name, driver, sha256, md5;
    std::uint64_t size_bytes;  // 0 = not known
    unsigned sha256_sources, md5_sources, size_sources;
    std::size_t url_count;
};

struct Tables {
    std::uint64_t serial;
    std::span<const ReleaseRow> releases;
    std::span<const RunfileRow> runfiles;
    std::span<const std::string_view> urls;
};

extern const Tables kTables;

}  // namespace cudaenv::catalog::embedded
