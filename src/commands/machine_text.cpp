// SPDX-License-Identifier: MIT
#include "commands/machine_text.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace cudaenv::commands {
namespace {

constexpr std::string_view kUnknown = "not known";

// "a b", or the one of them that is there.
std::string joined(const std::string& left, std::string_view gap, const std::string& right) {
    return left.empty() || right.empty() ? left + right : left + std::string(gap) + right;
}

std::string why_not_loaded(const std::string& reason) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kReasons{{
        {"not-built", "its module is not built for the running kernel"},
        {"nouveau", "nouveau holds the GPU"},
        {"secure-boot", "Secure Boot refuses its module"},
        {"blacklisted", "its module is blacklisted"},
    }};
    const auto row = std::ranges::find(kReasons, std::string_view(reason),
                                       &std::pair<std::string_view, std::string_view>::first);
    return std::string(row == kReasons.end() ? std::string_view(reason) : row->second);
}

std::string text_of(const probe::Driver& driver, const probe::Os& os) {
    std::string text = driver.version.empty() ? "there, version not known" : driver.version;
    if (os.kind == "wsl2") text += " of Windows";
    if (driver.is_loaded == false) {
        return joined(text + ", but not loaded", ": ", why_not_loaded(driver.not_loaded_reason));
    }
    return driver.cuda.empty() ? text : text + " (supports up to CUDA " + driver.cuda + ")";
}

std::string text_of(const probe::Gpu& gpu) {
    if (gpu.name.empty() && gpu.cc) return "compute capability " + to_string(*gpu.cc);
    const std::string name = gpu.name.empty() ? joined("GPU", " ", gpu.pci) : gpu.name;
    return name + " (" + (gpu.cc ? to_string(*gpu.cc) : "compute capability not known") + ")";
}

}  // namespace

std::string system_text(const probe::Machine& machine) {
    const probe::Os& os = machine.os;
    std::string text = joined(os.distro.empty() ? os.kind : os.distro, " ", os.version);
    if (os.kind == "wsl2" && !os.distro.empty()) text += " in WSL2";
    text = joined(text, ", ", os.arch);
    if (!machine.glibc.empty()) text = joined(text, ", ", "glibc " + machine.glibc);
    return text.empty() ? std::string(kUnknown) : text;
}

std::string driver_text(const probe::Machine& machine) {
    if (!machine.tegra.empty()) return "of Jetson Linux (L4T) " + machine.tegra;
    if (!machine.is_driver_known) return std::string(kUnknown);
    return machine.driver ? text_of(*machine.driver, machine.os) : "none on this machine";
}

std::string gpus_text(const probe::Machine& machine) {
    if (!machine.gpus) return std::string(kUnknown);
    if (machine.gpus->empty()) {
        return machine.driver ? "none found, although there is a driver" : "none found";
    }
    std::vector<std::pair<std::string, unsigned>> kinds;
    for (const probe::Gpu& gpu : *machine.gpus) {
        const std::string text = text_of(gpu);
        const auto known = std::ranges::find(kinds, text, &std::pair<std::string, unsigned>::first);
        if (known == kinds.end()) {
            kinds.emplace_back(text, 1);
        } else {
            ++known->second;
        }
    }
    std::string all;
    for (const auto& [text, count] : kinds) {
        all = joined(all, ", ", count == 1 ? text : std::to_string(count) + " x " + text);
    }
    return all;
}

std::string compiler_text(const probe::Machine& machine) {
    if (machine.compilers.empty()) return "none found";
    const probe::Compiler& first = machine.compilers.front();
    const std::string name = first.kind == "gcc"     ? "g++"
                             : first.kind == "clang" ? "clang++"
                             : first.kind == "msvc"  ? "cl"
                                                     : first.kind;
    const std::string text = joined(name, " ", first.version);
    return first.path.empty() ? text : text + " (" + first.path + ")";
}

}  // namespace cudaenv::commands
