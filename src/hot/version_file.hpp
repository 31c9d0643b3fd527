// SPDX-License-Identifier: MIT
// Version files as text: .cuda-version and the global `version` (grammar in cli.md section 19), the
// [toolkit] table of cudaenv.toml as far as the hot path reads it, and the `cuda` line of
// .tool-versions. Errors are Code::usage and name the line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.hpp"

namespace cudaenv::hot {

inline constexpr std::size_t kVersionFileLimitBytes = 64U * 1024U;

struct VersionFile {
    std::vector<base::Request> requests;  // companions of `key value` pairs joined to the first
    std::string profile;                  // empty if not given
    std::string ccbin;                    // absolute path, or empty
    std::vector<std::string> warnings;    // unknown keys, one line each
    std::size_t line = 0;                 // where the requests stand, from 1; 0 = in no file
};

Result<VersionFile> parse_version_file(std::string_view text);
Result<VersionFile> parse_project_toml(std::string_view text);  // no requests: no [toolkit] version
Result<VersionFile> parse_tool_versions(std::string_view text);  // no requests: no cuda line

// `text` with its first line of requests replaced by `requests`, or such a line added in front:
// what `local` and `global` write. Comments, pairs and line ends stay; pairs whose companion now
// stands in `requests` go.
std::string with_requests(std::string_view text, std::string_view requests);

}  // namespace cudaenv::hot
