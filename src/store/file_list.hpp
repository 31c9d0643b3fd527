// SPDX-License-Identifier: MIT
// .cudaenv/files: every entry of a prefix with its digest (cli.md section 19). What is read here
// may come from a damaged disk or a stranger: every path in it is safe to join to the prefix, and
// no entry lies behind a link.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::store {

// Modes of installed entries, less umask. Files are read-only: their bytes are shared.
inline constexpr std::uint32_t kFolderMode = 0755;
inline constexpr std::uint32_t kFileMode = 0444;
inline constexpr std::uint32_t kExecutableMode = 0555;

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

inline bool is_executable(const FileRow& row) {
    return (row.mode & 0111U) != 0;
}
// What the entry has on disk, less umask, whatever its archive said; 0 for links.
std::uint32_t installed_mode(const FileRow& row);

// Rows as they must be: sorted by the bytes of the path, each path once, each parent a folder row,
// relative paths without `.`, `..`, control bytes or a first part `.cudaenv`, digests of 64 hex
// digits, links that stay inside. Errors: integrity, naming the path.
Result<void> check_rows(const std::vector<FileRow>& rows);

// One row and its newline, behind what `text` holds.
void append_line(std::string& text, const FileRow& row);
// Rows sorted by the bytes of the path; modes as installed.
std::string to_text(const std::vector<FileRow>& rows);
// Errors: damaged, naming the line or the row.
Result<std::vector<FileRow>> parse_file_list(std::string_view text);
// Errors: also those of files; not_found if there is none.
Result<std::vector<FileRow>> read_file_list(const std::string& prefix);

}  // namespace cudaenv::store
