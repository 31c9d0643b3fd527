// SPDX-License-Identifier: MIT
#include "shims/home.hpp"

#include <unistd.h>

#include <array>
#include <climits>
#include <string_view>

#include "hot/folder.hpp"

namespace cudaenv::shim {

namespace {

// The folder above the one that the running file lies in; links to it are resolved.
std::string own_root() {
    std::array<char, PATH_MAX> path;
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0) return {};
    std::string_view root(path.data(), static_cast<std::size_t>(length));
    for (int up = 0; up < 2; ++up) {
        const std::size_t slash = root.rfind('/');
        if (slash == 0 || slash == std::string_view::npos) return {};
        root = root.substr(0, slash);
    }
    return std::string(root);
}

}  // namespace

Result<std::string> find_root(hot::EnvView env) {
    std::string root = own_root();
    if (!root.empty() && hot::is_folder(base::Layout(root).versions())) return root;
    if (const auto given = env.find_filled("CUDAENV_ROOT")) return std::string(*given);
    if (const auto home = env.find_filled("HOME")) return std::string(*home) + "/.cudaenv";
    return fail(Code::nothing_selected, "cannot tell where cudaenv keeps its versions")
        .needs("CUDAENV_ROOT, or a HOME that holds .cudaenv");
}

}  // namespace cudaenv::shim
