// SPDX-License-Identifier: MIT
// Host compilers in reach: the one that nvcc will take first (NVCC_CCBIN, the config's ccbin, g++
// on PATH), then the other g++ and clang++ on PATH.
#pragma once

#include <vector>

#include "probe/collect.hpp"
#include "probe/root.hpp"

namespace cudaenv::probe {

// With Depth::judge the first is asked for its version; of the rest the major is taken from the
// name where that has it (g++-12), and only those without are asked.
std::vector<Compiler> find_compilers(const Root& root, const Sources& sources, Depth depth);

// Of what a compiler answers to --version; kind and version are empty if it is none.
Compiler read_compiler_version(std::string_view text);

}  // namespace cudaenv::probe
