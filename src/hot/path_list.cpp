// SPDX-License-Identifier: MIT
#include "hot/path_list.hpp"

#include <algorithm>

namespace cudaenv::hot {

Elements split_list(std::string_view text) {
    Elements elements;
    if (text.empty()) return elements;
    elements.reserve(16);
    while (true) {
        const std::size_t end = text.find(':');
        elements.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return elements;
        text.remove_prefix(end + 1);
    }
}

std::string join_list(const Elements& elements) {
    std::size_t size_bytes = 0;
    for (const std::string_view element : elements) size_bytes += element.size() + 1;
    std::string text;
    text.reserve(size_bytes);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) text += ':';
        text += elements[i];
    }
    return text;
}

bool contains(const Elements& elements, std::string_view element) {
    return std::find(elements.begin(), elements.end(), element) != elements.end();
}

}  // namespace cudaenv::hot
