// SPDX-License-Identifier: MIT
#include "hot/parse_by_name.hpp"

namespace cudaenv::hot {

Result<VersionFile> parse_by_name(std::string_view path, std::string_view text) {
    if (path.ends_with("/cudaenv.toml")) return parse_project_toml(text);
    if (path.ends_with("/.tool-versions")) return parse_tool_versions(text);
    return parse_version_file(text);
}

}  // namespace cudaenv::hot
