// SPDX-License-Identifier: MIT
#include "probe/collect.hpp"

#include "probe/system.hpp"

namespace cudaenv::probe {

Machine collect(const Sources& sources, Depth) {
    const Root root(sources.sysroot);
    Machine machine;
    machine.os = find_os(root, sources.env);
    machine.glibc = find_glibc(root);
    machine.is_container = find_container(root, sources.env);
    const Tegra tegra = find_tegra(root);
    machine.is_tegra_known = !tegra.is_tegra || !tegra.release.empty();
    machine.tegra = tegra.release;
    return machine;
}

}  // namespace cudaenv::probe
