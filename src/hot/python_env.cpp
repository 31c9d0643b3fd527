// SPDX-License-Identifier: MIT
#include "hot/python_env.hpp"

#include <string_view>

#include "hot/folder.hpp"

namespace cudaenv::hot {

PythonCuda find_python_cuda(EnvView env) {
    auto environment = env.find_filled("VIRTUAL_ENV");
    if (!environment) environment = env.find_filled("CONDA_PREFIX");
    if (!environment) return {};
    const std::string lib = std::string(*environment).append("/lib");
    PythonCuda found;
    for (const std::string& name : list_folder(lib)) {
        if (name.starts_with("libcudart.so")) found.is_there = true;
        if (!name.starts_with("python3")) continue;
        std::string packages = lib + "/" + name + "/site-packages/nvidia";
        if (is_folder(packages)) {
            found.is_there = true;
        } else if (!exists(packages)) {
            found.absent.push_back(std::move(packages));
        }
    }
    if (!found.is_there) found.absent.push_back(lib + "/libcudart.so");
    return found;
}

}  // namespace cudaenv::hot
