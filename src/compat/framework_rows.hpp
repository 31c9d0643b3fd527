// SPDX-License-Identifier: MIT
// Python frameworks (manifests/compat/frameworks.toml): what their wheels were built for. Versions
// are texts where they may carry letters (2.14.0rc1), lists keep the publisher's spelling.
#pragma once

#include <string>
#include <vector>

#include "base/version.hpp"
#include "compat/rows.hpp"

namespace cudaenv::compat {

// [[torch]]: a release of PyTorch.
struct TorchRow {
    std::string version;
    std::vector<std::string> python;    // 3.10, 3.13t; empty = not known
    std::vector<std::string> variants;  // cu118, cu126
    Origin origin;
};

// [[torch_wheel]]: the wheel of a line (2.8) or release and variant for one platform; that for
// linux_x86_64 comes first.
struct TorchWheelRow {
    std::string line;
    std::string variant;
    std::string platform;  // linux_x86_64, linux_aarch64 (servers)
    base::Version cuda;
    std::string cudnn;             // full version, or empty
    std::vector<std::string> sm;   // sm_50 …
    std::vector<std::string> ptx;  // compute_90
    std::string driver_floor;      // Linux; empty = not known
    std::string index;             // package index
    Origin origin;
};

// [[tensorflow]]: a tested pair.
struct TensorflowRow {
    std::string version, python;
    base::Version cuda, cudnn;
    Origin origin;
};

// [[jax]]: a release for one CUDA major.
struct JaxRow {
    std::string version;
    base::Version cuda_major;
    std::string cuda_built, cuda_required, cudnn_required;  // 12.9, >=12.1, ">=9.8, <10.0"
    std::vector<std::string> targets;                       // sm_75, compute_120
    std::string python_required;                            // >=3.11
    std::string driver_floor;                               // 525.60.13, or a branch
    Origin origin;
};

}  // namespace cudaenv::compat
