// SPDX-License-Identifier: MIT
// .cudaenv/files: every entry of a prefix with its digest (cli.md section 19).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::store {

struct FileRow {
    enum class Kind { folder, file, link };
    Kind kind = Kind::file;
    std::string path;              // relative to the prefix
    std::uint32_t mode = 0;        // folders and files
    std::uint64_t size_bytes = 0;  // files
    std::string sha256;            // files
    int artifact = 0;              // files: id in the receipt, 0 = made by us
    std::string component;         // files; empty if unknown
    std::string target;            // links
    friend bool operator==(const FileRow&, const FileRow&) = default;
};

// Rows sorted by the bytes of the path.
std::string to_text(const std::vector<FileRow>& rows);
// Errors: damaged, naming the line. Refuses paths that are not safe (absolute, `..`).
Result<std::vector<FileRow>> parse_file_list(std::string_view text);
Result<std::vector<FileRow>> read_file_list(const std::string& prefix);

}  // namespace cudaenv::store
