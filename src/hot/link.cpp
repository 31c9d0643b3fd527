// SPDX-License-Identifier: MIT
#include "hot/link.hpp"

#include <unistd.h>

#include <array>
#include <climits>

namespace cudaenv::hot {

std::string link_target(const std::string& path) {
    std::array<char, PATH_MAX> target;
    const ssize_t length = readlink(path.c_str(), target.data(), target.size());
    return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : "";
}

}  // namespace cudaenv::hot
