// SPDX-License-Identifier: MIT
// The machine that a stack is judged for, as plain data: what the probe found, what a probe file
// (cli.md section 14) says, or a mixture. Version texts are kept as they were found, since a
// driver's `590.48.01` is not 590.48.1. An empty text or an unset optional means: not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/version.hpp"

namespace cudaenv::probe {

struct Os {
    std::string kind;             // linux, wsl2, windows
    std::string distro, version;  // ubuntu, 22.04
    std::string arch;             // x86_64, sbsa, aarch64 (Tegra), ppc64le
    std::string kernel;
};

struct Driver {
    std::string version;         // of user space; in WSL2 and on Windows the Windows driver's
    std::string kernel_module;   // the loaded one
    std::string module_on_disk;  // what the next boot loads
    std::string libcuda;         // of the file that the loader takes
    std::string cuda;            // the highest CUDA that it supports: 12.4
    std::optional<bool> is_loaded;
    std::string not_loaded_reason;  // not-built, nouveau, secure-boot, blacklisted
    std::string wsl_linux_driver;   // a libcuda inside WSL that hides the one of Windows
};

struct Gpu {
    std::string name;
    std::optional<base::Version> cc;  // compute capability
    std::string gpu_class;            // datacenter, workstation, geforce, titan, jetson
    std::string pci;                  // vendor:device, lower case: 10de:2684
    std::string pci_subsystem;        // the same of the board: 1458:40bf
    std::optional<std::uint64_t> memory_bytes;
    std::optional<bool> is_mig;  // whether it is cut into instances
};

struct Compiler {
    std::string kind;     // gcc, clang, msvc
    std::string version;  // 13.2.0, or a bare major
    std::string path;
};

// A toolkit folder, or an nvcc, that is not one of our stacks.
struct Toolkit {
    std::string version;
    std::string path;
    std::string owner;  // the package that it belongs to, conda or pip; empty = nobody knows
};

struct Machine {
    Os os;
    std::string glibc;
    std::optional<bool> is_container;
    bool is_tegra_known = false;
    std::string tegra;  // the L4T release: 36.4.0; empty with is_tegra_known = not a Tegra
    bool is_driver_known = false;
    std::optional<Driver> driver;          // unset with is_driver_known = looked for, not there
    std::optional<std::vector<Gpu>> gpus;  // unset = not looked for
    std::vector<Compiler> compilers;       // the one that nvcc will take comes first
    std::vector<Toolkit> toolkits, nvcc;
    std::string python;                         // the version of the Python in use: 3.10.12
    std::string selected;                       // the version that rules there: 12.4.1
    std::string compat_package;                 // cuda-compat-13-0, if one is in use
    std::vector<std::string> install_packages;  // that somebody is about to install
};

}  // namespace cudaenv::probe
