// SPDX-License-Identifier: MIT
#include "probe/collect.hpp"

#include "probe/compilers.hpp"
#include "probe/driver.hpp"
#include "probe/root.hpp"
#include "probe/system.hpp"
#include "probe/toolkits.hpp"

namespace cudaenv::probe {

Machine collect(const Sources& sources, Depth depth) {
    const Root root(sources.sysroot);
    Machine machine;
    machine.os = find_os(root, sources.env);
    machine.glibc = find_glibc(root);
    machine.is_container = find_container(root, sources.env);
    const Tegra tegra = find_tegra(root);
    machine.is_tegra_known = !tegra.is_tegra || !tegra.release.empty();
    machine.tegra = tegra.release;
    DriverFacts facts =
        find_driver({root, sources, machine.os, tegra, machine.is_container.value_or(false)});
    machine.is_driver_known = true;
    machine.driver = std::move(facts.driver);
    machine.gpus = std::move(facts.gpus);
    machine.compat_package = std::move(facts.compat_package);
    machine.compilers = find_compilers(root, sources, depth);
    if (depth == Depth::judge) return machine;
    machine.toolkits = find_toolkits(root, sources);
    machine.nvcc = find_nvcc(root, sources);
    return machine;
}

}  // namespace cudaenv::probe
