// SPDX-License-Identifier: MIT
#include "worlds.hpp"

#include <algorithm>
#include <set>

#include "catalog/catalog.hpp"
#include "compat/fill_in.hpp"

namespace cudaenv::compat {
namespace {

void add_with_neighbours(std::set<base::Version>& numbers, const std::string& text) {
    const auto number = base::parse_version(text);
    if (!number || number->count < 2) return;
    for (const int step : {-1, 0, 1}) {
        base::Version near = *number;
        std::uint32_t& last = near.part.at(near.count - 1U);
        if (step < 0 && last == 0) continue;
        last += static_cast<std::uint32_t>(step);
        numbers.insert(near);
    }
}

}  // namespace

const Tables& the_tables() {
    static const Tables tables = builtin_tables();
    return tables;
}

std::vector<base::Version> known_releases() {
    std::vector<base::Version> versions;
    const catalog::Catalog catalog = catalog::builtin();
    for (const catalog::Release& release : catalog.releases()) {
        if (release.kind == catalog::ReleaseKind::release) versions.push_back(release.version);
    }
    return versions;
}

std::vector<std::string> border_drivers(bool is_windows) {
    std::set<base::Version> numbers;
    for (const ToolkitDriverRow& row : the_tables().toolkit_drivers) {
        add_with_neighbours(numbers, is_windows ? row.windows_driver : row.linux_driver);
    }
    for (const MinorVersionRow& row : the_tables().minor_versions) {
        add_with_neighbours(numbers, is_windows ? row.windows_floor : row.linux_floor);
    }
    for (const BranchRow& row : the_tables().branches) {
        add_with_neighbours(numbers, std::to_string(row.branch) + ".0");
        add_with_neighbours(numbers, std::to_string(row.branch) + ".999");
    }
    std::vector<std::string> texts;
    for (const base::Version& number : numbers) texts.push_back(to_string(number));
    return texts;
}

std::vector<probe::Gpu> all_gpus() {
    std::vector<probe::Gpu> gpus;
    std::set<std::pair<base::Version, std::string>> seen;
    for (const GpuRow& row : the_tables().gpus) {
        if (row.gpu_class == "jetson" || !seen.emplace(row.cc, row.gpu_class).second) continue;
        probe::Gpu gpu;
        gpu.name = row.name, gpu.cc = row.cc, gpu.gpu_class = row.gpu_class;
        gpus.push_back(gpu);
    }
    return gpus;
}

World Worlds::next() {
    World world;
    ask(world.question);
    equip(world.machine);
    fill_in(world.machine, the_tables());
    return world;
}

void Worlds::ask(Question& question) {
    static const std::vector<base::Version> releases = known_releases();
    static const std::vector<std::string> pythons{"", "3.8", "3.10.12", "3.12", "3.13", "3.14"};
    question.stack.toolkit = one_of(releases);
    question.use = one_of(std::vector{Use::run, Use::run_ptx, Use::build, Use::build_extension});
    question.python = one_of(pythons);
    if (once_in(3)) {
        const CudnnBuildRow& row = one_of(the_tables().cudnn_builds);
        const std::string build = once_in(2) ? "" : "cuda" + to_string(row.cuda);
        question.stack.companions.push_back({"cudnn", row.version, build});
    }
    if (once_in(3) || question.use == Use::build_extension) {
        const TorchRow& row = one_of(the_tables().torch);
        question.framework = Framework{"torch", row.version, one_of(row.variants)};
    }
    if (once_in(8)) question.framework = Framework{"jax", one_of(the_tables().jax).version, ""};
}

void Worlds::equip(probe::Machine& machine) {
    static const std::vector<probe::Gpu> gpus = all_gpus();
    static const std::vector<std::string> linux_drivers = border_drivers(false);
    static const std::vector<std::string> windows_drivers = border_drivers(true);
    static const std::vector<std::string> c_libraries{"2.17", "2.26", "2.27", "2.28",
                                                      "2.35", "2.41", "2.42"};
    static const std::vector<std::string> compilers{"5.4",  "7.5", "9.4", "11.4",
                                                    "12.3", "13",  "15"};
    machine.os.kind = once_in(5) ? "wsl2" : "linux", machine.os.arch = "x86_64";
    if (!once_in(8)) machine.glibc = one_of(c_libraries);
    machine.is_driver_known = !once_in(8);
    if (machine.is_driver_known && !once_in(8)) {
        machine.driver.emplace();
        machine.driver->version =
            one_of(machine.os.kind == "wsl2" ? windows_drivers : linux_drivers);
    }
    if (!once_in(8)) machine.gpus.emplace();
    while (machine.gpus && !once_in(2)) machine.gpus->push_back(one_of(gpus));
    while (!once_in(3)) {
        const std::string version = one_of(compilers);
        machine.compilers.push_back({"gcc", version, "/usr/bin/g++-" + version});
    }
    if (once_in(8)) machine.compat_package = one_of(the_tables().forward_compat).package;
    if (once_in(8)) machine.install_packages.push_back("cuda");
}

}  // namespace cudaenv::compat
