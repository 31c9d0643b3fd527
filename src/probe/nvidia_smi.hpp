// SPDX-License-Identifier: MIT
// What nvidia-smi says, for machines where NVML cannot be loaded by us. Its table has two wordings,
// the older "Driver Version … CUDA Version" and the newer "KMD Version … CUDA UMD Version"; the
// figure of CUDA is the highest that the driver supports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/machine.hpp"
#include "sys/process.hpp"

namespace cudaenv::probe {

struct SmiAnswer {
    std::string driver, cuda;
    std::string library;          // of NVML, told with a mismatch
    bool is_mismatch = false;     // the loaded kernel module is of another release
    bool is_unreachable = false;  // "couldn't communicate with the NVIDIA driver"
    std::optional<std::vector<Gpu>> gpus;
};

// Runs request.argv[0] twice or thrice, with the limits of `request`.
SmiAnswer ask_nvidia_smi(const sys::Runner& runner, sys::RunRequest request);

// The parts of it that read.
SmiAnswer read_smi_table(std::string_view text);
// Rows of `names`, as the program's csv without header and units has them.
std::vector<Gpu> read_smi_rows(std::string_view csv, const std::vector<std::string>& names);

}  // namespace cudaenv::probe
