// SPDX-License-Identifier: MIT
// The driver and the GPUs, put together from what the kernel, NVML, libcuda and nvidia-smi say:
// each may be missing, broken or of another release than the rest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probe/collect.hpp"
#include "probe/root.hpp"
#include "probe/system.hpp"

namespace cudaenv::probe {

struct DriverFacts {
    std::optional<Driver> driver;  // unset = none of it is there
    std::vector<Gpu> gpus;
    std::string compat_package;
};

// Where to look, and what is known already of the system there.
struct DriverQuestion {
    const Root& root;
    const Sources& sources;
    const Os& os;
    const Tegra& tegra;
    bool is_container = false;
};
DriverFacts find_driver(const DriverQuestion& question);

}  // namespace cudaenv::probe
