// SPDX-License-Identifier: MIT
// Machines with rules of their own: Jetson boards (Tegra), which take the archives of their L4T
// release, and WSL2, whose driver is Windows'.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

const TegraRow* tegra_row(const Tables& tables, const Version& l4t) {
    const TegraRow* nearest = nullptr;
    for (const TegraRow& row : tables.tegra) {
        if (base::compare_numbers(row.l4t_from, l4t) <= 0) nearest = &row;
    }
    return nearest;
}

std::string platform_of(const probe::Machine& machine) {
    return "linux-" + machine.os.arch;
}

Finding unknown_tegra(const Case& given) {
    Finding finding = make_finding(given, "CE701", "", Level::note, Origin{"", Confidence::low});
    finding.title = "a Jetson, of which cudaenv knows too little to judge";
    finding.found = "L4T " + given.machine.tegra;
    finding.needs = "the CUDA release that NVIDIA's JetPack names for this L4T release";
    finding.why = "no published table says which releases run on it; nothing is refused by guess";
    finding.source = "cudaenv";
    return finding;
}

Finding wrong_flavour(const Case& given, const TegraRow& row) {
    Finding finding = make_finding(given, "CE701", "", Level::refuse, row.origin);
    finding.title = "the toolkits for Arm servers do not run on this Jetson";
    finding.found =
        fmt::format("L4T {}, archives for {}", given.machine.tegra, platform_of(given.machine));
    finding.needs = fmt::format("archives for {}", row.platform);
    finding.why =
        "the two 64-bit Arm distributions differ; from L4T 38 on Jetson takes the servers'";
    finding.try_.push_back("cudaenv adopt");
    finding.notes.push_back("JetPack brings the toolkit of this L4T release: adopt registers it");
    return finding;
}

void judge_tegra(const Case& given, Findings& findings) {
    if (given.machine.tegra.empty() || !given.question.stack.toolkit) return;
    const auto l4t = base::parse_version(given.machine.tegra);
    const TegraRow* row = l4t ? tegra_row(given.tables, *l4t) : nullptr;
    if (row != nullptr && row->platform != platform_of(given.machine)) {
        findings.push_back(wrong_flavour(given, *row));
    }
    findings.push_back(unknown_tegra(given));
}

// `cuda-12-x` stands for every minor: cuda-12-4.
bool is_named_by(std::string_view package, std::string_view pattern) {
    if (!pattern.ends_with("-x")) return package == pattern;
    const std::string_view stem = pattern.substr(0, pattern.size() - 1);
    return package.starts_with(stem) && package.size() > stem.size() &&
           std::ranges::all_of(package.substr(stem.size()), base::is_digit);
}

Finding linux_driver(const Case& given, const WslRow& row, const std::string& package) {
    Finding finding = make_finding(given, "CE108", "WSL_LINUX_DRIVER", Level::refuse, row.origin);
    finding.title = fmt::format("the package {} brings a Linux driver into WSL2", package);
    finding.found = "a package to be installed: " + package;
    finding.needs = "the toolkit alone; the driver is Windows'";
    finding.why = "a Linux driver hides the one that Windows gives, and no program finds the GPU";
    return finding;
}

Finding driver_inside(const Case& given, const WslRow& row) {
    Finding finding = make_finding(given, "CE108", "WSL_LINUX_DRIVER", Level::warn, row.origin);
    finding.title = "a Linux driver is installed inside WSL2";
    finding.found = given.machine.driver->wsl_linux_driver;
    finding.needs = "no libcuda but Windows' own, in /usr/lib/wsl/lib";
    finding.why = "it hides the one that Windows gives, and no program finds the GPU";
    finding.notes.push_back(
        "remove its packages (nvidia-driver-*, libnvidia-compute-*) inside WSL2");
    return finding;
}

Finding too_old(const Case& given, const WslRow& row) {
    Finding finding = make_finding(given, "CE108", "WSL_DRIVER_TOO_OLD", Level::refuse, row.origin);
    finding.title = "this Windows driver does not serve WSL2";
    finding.found = driver_words(given.machine);
    finding.needs = fmt::format("a Windows driver >= {}", row.first_windows_branch);
    finding.why = "CUDA in WSL2 came with that branch";
    finding.notes.push_back("the driver is Windows'; install a newer one there");
    return finding;
}

Finding unsupported_gpu(const Case& given, const WslRow& row, const probe::Gpu& gpu, Level level) {
    Finding finding = make_finding(given, "CE108", "WSL_GPU_CLASS", level, row.origin);
    finding.title = "NVIDIA does not support this GPU in WSL2";
    finding.found = words_of(gpu);
    finding.needs =
        fmt::format("a GeForce, TITAN or workstation GPU, {} or newer", row.min_architecture);
    finding.why = level == Level::refuse ? "Windows does not hand data-centre GPUs on to WSL2"
                                         : "older GPUs may work; nobody promises it";
    return finding;
}

// The oldest capability of an architecture by its name.
Version first_of(const Tables& tables, const std::string& architecture) {
    Version first;
    for (const ArchitectureRow& row : tables.architectures) {
        if (row.architecture != architecture) continue;
        if (first.count == 0 || row.cc < first) first = row.cc;
    }
    return first;
}

void judge_wsl_gpus(const Case& given, const WslRow& row, Findings& findings) {
    const Version oldest = first_of(given.tables, row.min_architecture);
    const std::vector<probe::Gpu> gpus = known_gpus(given.machine);
    const auto is_refused = [&](const probe::Gpu& gpu) {
        return std::ranges::find(row.unsupported_classes, gpu.gpu_class) !=
               row.unsupported_classes.end();
    };
    const bool are_all_refused = std::ranges::all_of(gpus, is_refused);
    for (const probe::Gpu& gpu : gpus) {
        if (is_refused(gpu)) {
            findings.push_back(
                unsupported_gpu(given, row, gpu, are_all_refused ? Level::refuse : Level::warn));
        } else if (*gpu.cc < oldest) {
            findings.push_back(unsupported_gpu(given, row, gpu, Level::warn));
        }
    }
}

void judge_wsl(const Case& given, Findings& findings) {
    const probe::Machine& machine = given.machine;
    if (machine.os.kind != "wsl2" || given.tables.wsl.empty()) return;
    const WslRow& row = given.tables.wsl.front();
    for (const std::string& package : machine.install_packages) {
        const bool is_forbidden = std::ranges::any_of(
            row.forbidden_packages,
            [&](const std::string& pattern) { return is_named_by(package, pattern); });
        if (is_forbidden) findings.push_back(linux_driver(given, row, package));
    }
    judge_wsl_gpus(given, row, findings);
    if (!machine.driver) return;
    if (!machine.driver->wsl_linux_driver.empty()) {
        findings.push_back(driver_inside(given, row));
    }
    const auto number = base::parse_version(machine.driver->version);
    if (number && number->major() < row.first_windows_branch) {
        findings.push_back(too_old(given, row));
    }
}

}  // namespace

void judge_platform(const Case& given, Findings& findings) {
    judge_tegra(given, findings);
    judge_wsl(given, findings);
}

}  // namespace cudaenv::compat
