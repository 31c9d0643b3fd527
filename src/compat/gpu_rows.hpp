// SPDX-License-Identifier: MIT
// The GPU side (manifests/compat/gpus.toml, targets.toml): which board has which compute
// capability, and what the compilers of each toolkit line make code for.
#pragma once

#include <string>
#include <vector>

#include "base/version.hpp"
#include "compat/rows.hpp"

namespace cudaenv::compat {

// [[architecture]]: one compute capability.
struct ArchitectureRow {
    base::Version cc;
    std::string architecture;  // Ampere
    bool is_tegra = false;
    base::Version formerly;  // what older toolkits call the same chip; 0 parts = the same
    Origin origin;
};

// [[gpu]]: a board by its product name.
struct GpuRow {
    std::string name;
    base::Version cc;
    std::string gpu_class;  // datacenter, workstation, geforce, titan, jetson, mining, automotive
    Origin origin;
};

// [[pci]]: a board by the ids of vendor 10de; a row with subsystem wins over one without.
struct PciRow {
    std::string device;     // four lower-case hexadecimal digits
    std::string subsystem;  // vendor:device of the board, or empty
    std::string name;
    base::Version cc;
    std::string gpu_class;
    Origin origin;
};

// [[targets]]: what nvcc of a line makes code for. All patches of a line are alike.
struct TargetsRow {
    base::Version line;             // 12.4
    std::vector<std::string> real;  // sm_75 …; membership decides, not the range
    std::vector<std::string> deprecated;
    std::vector<std::string> special;  // sm_90a, sm_100f
    base::Version ptx_isa;
    Origin origin;
};

}  // namespace cudaenv::compat
