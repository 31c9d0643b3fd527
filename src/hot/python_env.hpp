// SPDX-License-Identifier: MIT
// Whether the active Python environment brings CUDA libraries of its own (pip's nvidia packages,
// conda's libcudart): then a toolkit's must not stand in LD_LIBRARY_PATH. Python is not started.
#pragma once

#include <string>
#include <vector>

#include "hot/env_view.hpp"

namespace cudaenv::hot {

struct PythonCuda {
    bool is_there = false;
    std::vector<std::string> absent;  // paths that would change the answer if they came to be
};

// Of VIRTUAL_ENV, else CONDA_PREFIX; nothing is there when neither is set. One folder is listed.
PythonCuda find_python_cuda(EnvView env);

}  // namespace cudaenv::hot
