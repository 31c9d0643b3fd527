// SPDX-License-Identifier: MIT
// `cudaenv version-file`, `version-file-read`, `version-file-write`: version files one by one, for
// scripts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"
#include "hot/version_file.hpp"

namespace cudaenv::commands {

struct VersionFileRequest {
    std::optional<std::string> folder;  // default: where the search starts, then the global file
};
struct VersionFileReadRequest {
    std::string file;
};
struct VersionFileWriteRequest {
    std::string file;
    std::vector<std::string> requests;  // at least one
    bool force = false;                 // -f: also what is not installed
};

// The file that rules. Errors: nothing_selected, if a folder was given and no file is at or above.
Result<Report> version_file(const VersionFileRequest& request, const World& world);
// The requests of the file joined by ':'. Errors: nothing_selected (no file, or none in it), usage.
Result<Report> version_file_read(const VersionFileReadRequest& request, const World& world);
// Errors: usage, not_installed, those of files.
Result<Report> version_file_write(const VersionFileWriteRequest& request, const World& world);

// The requests of a version file of any of the three kinds, told apart by its name. Errors:
// not_found, usage (naming file and line).
Result<hot::VersionFile> read_version_file(const std::string& path);

}  // namespace cudaenv::commands
