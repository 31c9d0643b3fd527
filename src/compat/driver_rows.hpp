// SPDX-License-Identifier: MIT
// The driver side (manifests/compat/driver.toml): what a toolkit needs of the driver, what a driver
// still and already knows of GPUs. Driver numbers are texts (525.60.13), branches their first part.
#pragma once

#include <string>
#include <vector>

#include "base/version.hpp"
#include "compat/rows.hpp"

namespace cudaenv::compat {

// [[toolkit]]: the driver for all that a release can do; empty = not published.
struct ToolkitDriverRow {
    base::Version toolkit;  // three parts
    std::string linux_driver, windows_driver;
    unsigned branch = 0;  // that came with the release, 0 = not known
    Origin origin;
};

// [[minor_version]]: the least driver that runs any release of the major.
struct MinorVersionRow {
    base::Version toolkit_major;
    std::string linux_floor, windows_floor;  // empty = not published
    Origin origin;
};

// [[branch]]: the highest CUDA that a driver branch supports.
struct BranchRow {
    unsigned branch = 0;
    base::Version max_cuda;
    std::string designation;  // LTSB, PB, NFB, or empty
    std::string end_of_life;  // 2029-09, or empty
    Origin origin;
};

// [[last_driver]]: the last branch that drives these GPUs.
struct LastDriverRow {
    std::string architecture;
    std::vector<base::Version> cc;
    unsigned branch = 0;  // 0 = support goes on
    Origin origin;
};

// [[first_driver]]: the first branch that drives these GPUs.
struct FirstDriverRow {
    base::Version cc;
    unsigned branch = 0;
    Origin origin;
};

// [[forward_compat]]: whether a cuda-compat package works over a driver branch.
struct ForwardCompatRow {
    std::string package;    // cuda-compat-13-0
    base::Version toolkit;  // 13.0
    unsigned branch = 0;
    std::string status;      // compatible, not_applicable, not_compatible
    bool is_listed = false;  // whether NVIDIA's current edition still lists the branch
    Origin origin;
};

// [[wsl]]: what holds inside WSL2; one row.
struct WslRow {
    unsigned first_windows_branch = 0;
    std::vector<std::string> forbidden_packages;  // `cuda-12-x`: x is any number
    std::string min_architecture;                 // the oldest that is supported: Pascal
    std::vector<std::string> unsupported_classes;
    Origin origin;
};

// [[tegra]]: which of NVIDIA's 64-bit Arm distributions a Jetson's L4T release takes.
struct TegraRow {
    base::Version l4t_from;  // inclusive; holds up to the next row's
    std::string platform;    // linux-aarch64, linux-sbsa
    Origin origin;
};

}  // namespace cudaenv::compat
