// SPDX-License-Identifier: MIT
// A machine in a line for each of its parts, for people. What is not known says so. Pure.
#pragma once

#include <string>

#include "probe/machine.hpp"

namespace cudaenv::commands {

// "ubuntu 22.04, x86_64, glibc 2.35"
std::string system_text(const probe::Machine& machine);
// "550.54.15 (supports up to CUDA 12.4)", "none on this machine"
std::string driver_text(const probe::Machine& machine);
// "NVIDIA GeForce RTX 4090 (8.9)", "4 x NVIDIA H100 (9.0)", "none found"
std::string gpus_text(const probe::Machine& machine);
// "g++ 11.4.0 (/usr/bin/g++)": the one that nvcc takes
std::string compiler_text(const probe::Machine& machine);

}  // namespace cudaenv::commands
