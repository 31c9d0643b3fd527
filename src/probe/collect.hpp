// SPDX-License-Identifier: MIT
// Looks at this machine: driver, GPUs, system, compilers, and CUDA that we did not make. Reads
// files, loads the driver's libraries, runs nvidia-smi and compilers with a time limit; changes
// nothing, needs no rights, fails never: what cannot be found out stays unknown.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "probe/machine.hpp"
#include "sys/env.hpp"
#include "sys/process.hpp"

namespace cudaenv::probe {

struct Sources {
    sys::Env env;        // PATH, NVCC_CCBIN, CONDA_PREFIX …
    sys::Runner runner;  // for nvidia-smi, compilers, dpkg and rpm
    // Stands before every absolute path that is read ("" = the real ones). With a sysroot no
    // library is loaded, and nvidia-smi is its usr/bin/nvidia-smi.
    std::string sysroot;
    std::string ccbin;                     // of the config; empty = none
    std::vector<std::string> own_folders;  // whose toolkits and shims are ours, not the machine's
    std::chrono::milliseconds program_timeout{2000};
};

// All of a Machine, or one part of it: an `install` does not ask for packages' owners.
enum class Depth {
    judge,  // what compat looks at: system, driver, GPUs, compilers
    whole,  // besides: other toolkits, every nvcc on PATH and their owners
};
Machine collect(const Sources& sources, Depth depth);

}  // namespace cudaenv::probe
