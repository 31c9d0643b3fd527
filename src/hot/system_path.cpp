// SPDX-License-Identifier: MIT
#include "hot/system_path.hpp"

#include "hot/folder.hpp"
#include "hot/path_list.hpp"

namespace cudaenv::hot {

namespace {

bool is_below(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

std::vector<std::string> system_path(std::string_view path, const base::Layout& layout) {
    const std::string versions = layout.versions();
    std::vector<std::string> folders;
    for (const std::string_view element : split_list(path)) {
        if (element.empty() || is_below(element, versions)) continue;
        std::string folder(element);
        if (!is_shims_folder(folder)) folders.push_back(std::move(folder));
    }
    return folders;
}

}  // namespace cudaenv::hot
