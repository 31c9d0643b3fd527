// SPDX-License-Identifier: MIT
// The compatibility tables as values: rows of manifests/compat/, compiled in, and rows of overlay
// folders over them. Rows stand in the order of the files, so that the oldest comes first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "compat/cudnn_rows.hpp"
#include "compat/driver_rows.hpp"
#include "compat/framework_rows.hpp"
#include "compat/gpu_rows.hpp"
#include "compat/host_rows.hpp"

namespace cudaenv::compat {

struct Tables {
    std::vector<SourceRow> sources;
    std::vector<ToolkitDriverRow> toolkit_drivers;
    std::vector<MinorVersionRow> minor_versions;
    std::vector<BranchRow> branches;
    std::vector<LastDriverRow> last_drivers;
    std::vector<FirstDriverRow> first_drivers;
    std::vector<ForwardCompatRow> forward_compat;
    std::vector<WslRow> wsl;
    std::vector<TegraRow> tegra;
    std::vector<ArchitectureRow> architectures;
    std::vector<GpuRow> gpus;
    std::vector<PciRow> pci;
    std::vector<TargetsRow> targets;
    std::vector<CompilerRow> compilers;
    std::vector<GlibcRow> glibc;
    std::vector<CudnnBuildRow> cudnn_builds;
    std::vector<CudnnMatrixRow> cudnn_matrix;
    std::vector<CudnnRuleRow> cudnn_rules;
    std::vector<TorchRow> torch;
    std::vector<TorchWheelRow> torch_wheels;
    std::vector<TensorflowRow> tensorflow;
    std::vector<JaxRow> jax;
};

// The tables compiled in. Cheap (below 1 ms): no TOML is parsed.
Tables builtin_tables();

// Adds the rows of one manifest file; `name` (its path) is for messages. A row with the key of one
// that is there (the same release, board, build …) replaces it, others are put behind. Errors:
// usage (not the schema: file, line and key are named), damaged (a schema that this program does
// not know).
Result<void> add_tables(Tables& tables, std::string_view toml, const std::string& name);

}  // namespace cudaenv::compat
