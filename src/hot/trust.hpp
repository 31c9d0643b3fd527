// SPDX-License-Identifier: MIT
// What a project's file may make us run. Entering a foreign checkout must run nothing of it, so a
// folder or compiler that such a file names has to be root's, outside the project, or adopted.
#pragma once

#include <string>

#include "base/layout.hpp"
#include "hot/version_file.hpp"

namespace cudaenv::hot {

// `path` is the version file's own. Errors: refused, with the `adopt` line.
Result<void> check_trust(const VersionFile& file, const std::string& path,
                         const base::Layout& layout);

}  // namespace cudaenv::hot
