// SPDX-License-Identifier: MIT
#include "shims/home.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <string_view>

#include "hot/folder.hpp"

namespace cudaenv::shim {

namespace {

// Where a file lies that is in ROOT/shims, or would be.
struct Place {
    std::string_view root, shims;
};

Place place_of(std::string_view file) {
    const std::size_t name = file.rfind('/');
    const std::string_view shims = file.substr(0, name == std::string_view::npos ? 0 : name);
    const std::size_t folder = shims.rfind('/');
    return {shims.substr(0, folder == std::string_view::npos ? 0 : folder), shims};
}

bool is_root(std::string_view root) {
    return !root.empty() && hot::is_folder(base::Layout(std::string(root)).versions());
}

// By the path that was executed, if the shim itself lies beside it: a link elsewhere does not
// count. The same as /proc/self/exe would say, which costs more than all other look-ups of a call
// together: the kernel has to make the entries of a new process first.
std::string root_as_called() {
    const unsigned long called = getauxval(AT_EXECFN);
    if (called == 0) return {};
    const std::string_view path(reinterpret_cast<const char*>(called));
    if (!path.starts_with('/')) return {};
    const Place place = place_of(path);
    if (!place.shims.ends_with("/shims")) return {};
    const bool is_ours = hot::is_shims_folder(std::string(place.shims)) && is_root(place.root);
    return is_ours ? std::string(place.root) : std::string();
}

// By the running file, links to it resolved. Apart, so that its buffer lies in no other call's way.
[[gnu::noinline]] std::string root_as_found() {
    std::array<char, PATH_MAX> path;
    const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0) return {};
    const Place place = place_of({path.data(), static_cast<std::size_t>(length)});
    return is_root(place.root) ? std::string(place.root) : std::string();
}

}  // namespace

Result<std::string> find_root(hot::EnvView env) {
    std::string root = root_as_called();
    if (root.empty()) root = root_as_found();
    if (!root.empty()) return root;
    if (const auto given = env.find_filled("CUDAENV_ROOT")) return std::string(*given);
    if (const auto home = env.find_filled("HOME")) return std::string(*home) + "/.cudaenv";
    return fail(Code::nothing_selected, "cannot tell where cudaenv keeps its versions")
        .needs("CUDAENV_ROOT, or a HOME that holds .cudaenv");
}

}  // namespace cudaenv::shim
