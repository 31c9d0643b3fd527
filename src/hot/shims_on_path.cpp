// SPDX-License-Identifier: MIT
#include "hot/shims_on_path.hpp"

#include <algorithm>
#include <string_view>

#include "hot/folder.hpp"
#include "hot/path_list.hpp"
#include "hot/undo.hpp"

namespace cudaenv::hot {

namespace {

bool is_some_shims_folder(std::string_view element) {
    return element.ends_with("/shims") && is_shims_folder(std::string(element));
}

// Whether PATH holds the shims folder, also by another way to it.
bool has_shims(const Elements& elements, const std::string& shims) {
    return std::any_of(elements.begin(), elements.end(), [&shims](std::string_view each) {
        return each == shims || (each.ends_with("/shims") && is_same(std::string(each), shims));
    });
}

}  // namespace

void put_shims(std::optional<std::string>& path, const std::string& shims) {
    if (!path) path = std::string(kDefaultPath);
    if (!has_shims(split_list(*path), shims)) {
        *path = path->empty() ? shims : shims + ":" + *path;
    }
}

void remove_shims(std::optional<std::string>& path, const std::string& shims) {
    if (!path) return;
    Elements elements = split_list(*path);
    const auto end = std::remove_if(elements.begin(), elements.end(), [&](std::string_view each) {
        return each == shims || is_some_shims_folder(each);
    });
    if (end == elements.end()) return;
    elements.erase(end, elements.end());
    path = join_list(elements);
}

}  // namespace cudaenv::hot
