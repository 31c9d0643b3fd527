// SPDX-License-Identifier: MIT
// NVIDIA's display controllers on the PCI bus, as the kernel lists them: seen without any driver of
// NVIDIA's. Says neither memory nor compute capability.
#pragma once

#include <string>
#include <vector>

#include "probe/machine.hpp"
#include "probe/root.hpp"

namespace cudaenv::probe {

struct PciGpu {
    Gpu gpu;
    std::string driver;  // the kernel's that owns it: nvidia, nouveau, vfio-pci; empty = none
};

std::vector<PciGpu> find_pci_gpus(const Root& root);

}  // namespace cudaenv::probe
