// SPDX-License-Identifier: MIT
// The tables of manifests/compat/gpus.toml and targets.toml, as they are written.
#pragma once

#include <tuple>

#include "compat/field.hpp"
#include "compat/row_rules.hpp"

namespace cudaenv::compat {

inline constexpr std::tuple kGpuSchema{
    table("architecture", &Tables::architectures, identity("cc", &ArchitectureRow::cc, kCc),
          required("architecture", &ArchitectureRow::architecture, kText),
          optional("tegra", &ArchitectureRow::is_tegra),
          optional("formerly", &ArchitectureRow::formerly, kCc)),
    table("gpu", &Tables::gpus, identity("name", &GpuRow::name, kText),
          required("cc", &GpuRow::cc, kCc), required("class", &GpuRow::gpu_class, kGpuClass)),
    table("pci", &Tables::pci, identity("device", &PciRow::device, kPciId),
          optional_identity("subsystem", &PciRow::subsystem, kPciPair),
          required("name", &PciRow::name, kText), required("cc", &PciRow::cc, kCc),
          required("class", &PciRow::gpu_class, kGpuClass)),
    table("targets", &Tables::targets, identity("line", &TargetsRow::line, kLine),
          required("real", &TargetsRow::real, kRealTarget),
          optional("deprecated", &TargetsRow::deprecated, kRealTarget),
          optional("special", &TargetsRow::special, kRealTarget),
          optional("ptx_isa", &TargetsRow::ptx_isa, kLine))};

}  // namespace cudaenv::compat
