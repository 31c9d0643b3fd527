// SPDX-License-Identifier: MIT
// Where the driver's libraries lie, found without loading them.
#pragma once

#include <string>
#include <vector>

#include "probe/root.hpp"
#include "sys/env.hpp"

namespace cudaenv::probe {

// Folders of LD_LIBRARY_PATH without those of link stubs, which are no driver.
std::vector<std::string> wanted_library_folders(const sys::Env& env);

// Every file that is called libcuda.so.1, links followed, in the order in which the loader looks:
// LD_LIBRARY_PATH, the folders of ld.so.conf, the usual places. Stubs are left out.
std::vector<std::string> find_libcuda_files(const Root& root, const sys::Env& env);

// libcuda.so.550.54.15 gives 550.54.15; empty for the names of WSL2 and Tegra, libcuda.so.1.1.
std::string version_of_libcuda(const std::string& path);

// Whether the library belongs to a package for forward compatibility rather than to a driver.
bool is_compat_library(const std::string& path);

// cuda-compat-13-0, for /usr/local/cuda-13.0/compat/libcuda.so.580.65.06; `cuda` is what the
// library says of itself and serves where the folder does not tell.
std::string compat_package_of(const std::string& path, const std::string& cuda);

}  // namespace cudaenv::probe
