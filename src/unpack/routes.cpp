// SPDX-License-Identifier: MIT
#include "unpack/intake.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cudaenv::unpack {

Route route_in_runfile(std::string_view path) {
    const auto parts = base::split(path, '/');
    if (parts[0] == "manifests") return path.ends_with(".xml") ? Route::text : Route::pass_over;
    if (parts[0] == "run_files") {
        const bool is_toolkit = parts.size() == 2 && parts[1].starts_with("cuda-linux");
        return is_toolkit ? Route::open : Route::pass_over;
    }
    // Beside these two there are only installer programs at the top.
    if (parts[0] != "builds") return Route::pass_over;
    if (parts.size() < 2) return Route::store;
    const std::string_view name = parts[1];
    const bool is_driver = name.starts_with("NVIDIA-Linux-");
    const bool is_kernel_source = name == "nvidia_fs";
    const bool is_uninstaller = name == "bin" || name.starts_with("cuda-uninstaller");
    const bool is_samples = name == "cuda-samples" || name == "cuda_samples";
    const bool is_left_out = is_driver || is_kernel_source || is_uninstaller || is_samples;
    return is_left_out ? Route::pass_over : Route::store;
}

Route route_in_inner_runfile(std::string_view path) {
    const bool is_installer = path == "install-linux.pl" || path == "InstallUtils.pm" ||
                              path.starts_with("bin/uninstall_cuda_");
    return is_installer ? Route::pass_over : Route::store;
}

namespace {

// The wrappers of Sanitizer, nsight-compute, … lie together in builds/integration.
std::string component_of_wrappers(std::string_view folder) {
    if (folder == "Sanitizer") return "cuda_sanitizer_api";
    std::string name(folder);
    std::ranges::replace(name, '-', '_');
    return name;
}

}  // namespace

std::string component_of(std::string_view path) {
    const auto parts = base::split(path, '/');
    const bool is_inside = parts.size() > 2 && parts[0] == "builds";
    if (!is_inside) return "";
    const bool is_wrapper = parts[1] == "integration" && parts.size() > 3;
    return is_wrapper ? component_of_wrappers(parts[2]) : std::string(parts[1]);
}

}  // namespace cudaenv::unpack
