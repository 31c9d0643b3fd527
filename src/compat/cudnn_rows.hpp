// SPDX-License-Identifier: MIT
// cuDNN (manifests/compat/cudnn.toml): which build of it goes with which toolkit, driver and GPU.
#pragma once

#include <string>
#include <vector>

#include "base/version.hpp"
#include "compat/rows.hpp"

namespace cudaenv::compat {

// [[cudnn_build]]: one published build.
struct CudnnBuildRow {
    base::Version version;  // 8.9.7
    std::string full_version;
    base::Version cuda;  // what it was built for: 11 (a major, from 8.5 on) or 10.2 (a line)
    std::vector<std::string> platforms;
    Origin origin;
};

// [[cudnn_matrix]]: NVIDIA's support matrix for releases from..to (inclusive).
struct CudnnMatrixRow {
    base::Version from, to;
    base::Version cuda_build;         // 12, or 10.2
    std::vector<base::Version> cuda;  // toolkit lines that are listed
    std::string linux_driver, windows_driver;
    std::vector<base::Version> cc;  // a major entry (5.0) stands for the family; empty = min_cc
    base::Version min_cc;           // 0 parts = see cc
    Origin origin;
};

// [[cudnn_rule]]: what holds across releases from..to (0 parts = open). min_cc_blackwell: GPUs from
// min_cc on are known from `from` on.
struct CudnnRuleRow {
    std::string rule;  // min_cc, min_cc_blackwell, same_major_ok, driver, driver_blackwell
    base::Version from, to;
    base::Version min_cc;
    base::Version cuda_major;                  // 0 parts = any
    std::string linux_driver, windows_driver;  // the least; empty = no rule, or not published
    Origin origin;
};

}  // namespace cudaenv::compat
