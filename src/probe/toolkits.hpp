// SPDX-License-Identifier: MIT
// CUDA that is on the machine without us: toolkit folders, every nvcc on PATH, and the package that
// each belongs to.
#pragma once

#include <string>
#include <vector>

#include "probe/collect.hpp"
#include "probe/root.hpp"

namespace cudaenv::probe {

// Where installers and distributions put them, and where CUDA_HOME, CUDA_PATH, conda and pip point;
// each folder once, under its real path.
std::vector<Toolkit> find_toolkits(const Root& root, const Sources& sources);

// In order of PATH, with their paths as found there: the first is what `nvcc` runs.
std::vector<Toolkit> find_nvcc(const Root& root, const Sources& sources);

// The release of the toolkit in `folder`: of version.json or version.txt, else (less exactly) of
// cuda.h; empty if none of them tells.
std::string version_of_toolkit(const Root& root, const std::string& folder);

// The package that installed the file, "conda", "pip", or empty. The lists of dpkg and pacman are
// read, rpm is asked.
std::string owner_of(const Root& root, const Sources& sources, const std::string& path);

}  // namespace cudaenv::probe
