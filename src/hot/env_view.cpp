// SPDX-License-Identifier: MIT
#include "hot/env_view.hpp"

#include <cstring>

namespace cudaenv::hot {

std::optional<std::string_view> EnvView::find(std::string_view name) const {
    for (const char* const* entry = entries_; *entry != nullptr; ++entry) {
        // The first byte decides for nearly all entries.
        if (**entry != name.front()) continue;
        if (std::strncmp(*entry, name.data(), name.size()) != 0) continue;
        if ((*entry)[name.size()] == '=') return std::string_view(*entry + name.size() + 1);
    }
    return std::nullopt;
}

std::optional<std::string_view> EnvView::find_filled(std::string_view name) const {
    const auto value = find(name);
    return value && !value->empty() ? value : std::nullopt;
}

}  // namespace cudaenv::hot
