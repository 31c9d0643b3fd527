// SPDX-License-Identifier: MIT
// Rule 1 of cli.md section 14: what the toolkit needs of the driver, and the driver's own health.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

constexpr unsigned kFirstMinorCompatible = 11;  // the first major with minor-version compatibility
constexpr std::string_view kNeverDrivers =
    "cudaenv never changes drivers; ask your distribution for a {} or newer package";

// What the machine is judged by: its driver, and whether a cuda-compat package stands in for it.
struct Need {
    Version toolkit;
    DriverNeed floor, own;
};

std::string reach_of(const Case& given) {
    const Version ceiling = ceiling_of(given.tables, *given.machine.driver);
    if (ceiling.count == 0) return driver_words(given.machine);
    std::string reach =
        fmt::format("{} (supports up to CUDA {}", driver_words(given.machine), to_string(ceiling));
    if (ceiling.major() >= kFirstMinorCompatible) {
        reach += fmt::format("; by minor-version compatibility every {}.x", ceiling.major());
    }
    return reach + ")";
}

std::string advice_to_update(const Case& given, const std::string& needed) {
    if (has_windows_driver(given.machine)) {
        return fmt::format("the driver is Windows'; install {} or newer there", needed);
    }
    const auto number = base::parse_version(needed);
    return fmt::format(fmt::runtime(kNeverDrivers), number ? number->major() : 0);
}

// A package that NVIDIA lists for this toolkit over this branch, on the GPUs that it is made for.
std::string compat_package_for(const Case& given, const Version& toolkit) {
    const unsigned branch = branch_of(given.tables, given.machine.driver->version);
    for (const probe::Gpu& gpu : known_gpus(given.machine)) {
        if (gpu.gpu_class != "datacenter" && gpu.gpu_class != "jetson") return "";
    }
    for (const ForwardCompatRow& row : given.tables.forward_compat) {
        if (row.toolkit == base::line_of(toolkit) && row.branch == branch && row.is_listed &&
            row.status == "compatible") {
            return row.package;
        }
    }
    return "";
}

Finding below_floor(const Case& given, const Need& need) {
    const bool has_family = need.toolkit.major() >= kFirstMinorCompatible;
    Finding finding =
        make_finding(given, "CE101", has_family ? "DRIVER_BELOW_FLOOR" : "DRIVER_BELOW_TOOLKIT",
                     Level::refuse, need.floor.origin);
    const std::string line = to_string(base::line_of(need.toolkit));
    finding.title = fmt::format("CUDA {} cannot run with this machine's driver", line);
    finding.found = reach_of(given);
    finding.needs = has_family ? fmt::format("driver >= {} for any CUDA {}.x", need.floor.driver,
                                             need.toolkit.major())
                               : fmt::format("driver >= {} for CUDA {}", need.floor.driver, line);
    finding.why =
        fmt::format("programs built with {} stop with \"CUDA driver version is insufficient\"",
                    has_family ? fmt::format("{}.x", need.toolkit.major()) : line);
    finding.notes.push_back(advice_to_update(given, need.floor.driver));
    const std::string package = compat_package_for(given, need.toolkit);
    if (!package.empty()) {
        finding.notes.push_back(fmt::format(
            "on data-centre GPUs NVIDIA's package {} runs it over this driver", package));
    }
    return finding;
}

std::string flag_for(const Version& capability) {
    return fmt::format(
        "compile with -gencode arch=compute_{0},code=sm_{0}   (CMAKE_CUDA_ARCHITECTURES={0}-real)",
        target_of(capability).substr(3));
}

// The first GPU that the toolkit makes machine code for; 0 parts = none.
Version capability_with_code(const Case& given, const Version& toolkit) {
    const TargetsRow* row = targets_of(given.tables, toolkit).row;
    for (const probe::Gpu& gpu : known_gpus(given.machine)) {
        if (row == nullptr || std::ranges::count(row->real, target_of(*gpu.cc)) > 0) return *gpu.cc;
    }
    return {};
}

Finding below_own(const Case& given, const Need& need) {
    const bool needs_ptx = given.question.use == Use::run_ptx;
    Finding finding =
        make_finding(given, "CE102", needs_ptx ? "PTX_NEEDS_NEWER_DRIVER" : "MINOR_VERSION_COMPAT",
                     needs_ptx ? Level::refuse : Level::warn, need.own.origin);
    const std::string line = to_string(base::line_of(need.toolkit));
    finding.title = fmt::format("{} is older than {}'s own ({})", driver_words(given.machine),
                                to_string(need.toolkit), need.own.driver);
    finding.found = reach_of(given);
    finding.needs = fmt::format("driver >= {} for all that {} can do", need.own.driver, line);
    finding.why = fmt::format(
        "PTX made by {} is refused (\"provided PTX was compiled with an unsupported toolchain\"), "
        "and functions that are new in it fail",
        line);
    const Version capability = capability_with_code(given, need.toolkit);
    if (capability.count > 0) {
        finding.notes.push_back(
            fmt::format("programs with machine code for your GPU ({}) run", to_string(capability)));
        finding.try_.push_back(flag_for(capability));
    } else if (known_gpus(given.machine).empty()) {
        finding.notes.emplace_back("programs with machine code for your GPU run");
    }
    return finding;
}

// No number was published that a driver of an earlier major could be held against (CUDA 13 in the
// Windows column): its ceiling says that it is one.
Finding of_earlier_major(const Case& given, const Need& need) {
    Finding finding = below_floor(given, need);
    finding.needs = fmt::format("a driver that supports CUDA {}", need.toolkit.major());
    finding.notes = {has_windows_driver(given.machine)
                         ? "the driver is Windows'; install a newer one there"
                         : "cudaenv never changes drivers; ask your distribution for a newer one"};
    return finding;
}

// The release is newer than what the driver says it supports, and its own number was not published.
Finding beyond_ceiling(const Case& given, const Need& need, const Version& ceiling) {
    if (ceiling.major() < need.toolkit.major()) return of_earlier_major(given, need);
    Need by_line = need;
    by_line.own.driver =
        fmt::format("one that supports CUDA {}", to_string(base::line_of(need.toolkit)));
    by_line.own.origin = need.floor.origin;
    Finding finding = below_own(given, by_line);
    finding.title =
        fmt::format("{} supports CUDA up to {}, older than {}", driver_words(given.machine),
                    to_string(ceiling), to_string(need.toolkit));
    finding.needs = "a driver that supports CUDA " + to_string(base::line_of(need.toolkit));
    return finding;
}

void judge_number(const Case& given, const Need& need, Findings& findings) {
    const std::string& driver = given.machine.driver->version;
    const bool has_own = !need.own.driver.empty();
    // CUDA 11.0's own driver is older than the floor of its major, and runs it all the same.
    if (has_own && compare_texts(driver, need.own.driver) >= 0) return;
    if (!need.floor.driver.empty() && compare_texts(driver, need.floor.driver) < 0) {
        findings.push_back(below_floor(given, need));
        return;
    }
    if (has_own) {
        findings.push_back(below_own(given, need));
        return;
    }
    const Version ceiling = ceiling_of(given.tables, *given.machine.driver);
    if (ceiling.count > 0 && base::compare_numbers(ceiling, base::line_of(need.toolkit)) < 0) {
        findings.push_back(beyond_ceiling(given, need, ceiling));
    }
}

// A driver's files alone make no machine that runs anything: image builds and login nodes have
// them.
bool has_nothing_to_drive(const probe::Machine& machine) {
    return machine.driver && machine.driver->is_loaded == false && machine.gpus &&
           machine.gpus->empty();
}

Finding no_driver(const Case& given) {
    Finding finding = make_finding(given, "CE105", "", Level::note, Origin{"", Confidence::high});
    const probe::Machine& machine = given.machine;
    finding.title = "no NVIDIA driver on this machine; compiling needs none";
    finding.found = has_nothing_to_drive(machine)
                        ? fmt::format("{}, but no GPU", driver_words(machine))
                    : machine.gpus && !machine.gpus->empty() ? "a GPU, but no driver for it"
                                                             : "neither driver nor GPU";
    if (has_nothing_to_drive(machine))
        finding.title = "no GPU on this machine; compiling needs none";
    finding.needs = "a driver where the programs are to run";
    finding.source = "cudaenv";
    if (machine.is_container.value_or(false)) {
        finding.title = "no GPU for this container; compiling needs none";
        finding.why =
            "a container sees GPUs only if it was started with access to them (docker run --gpus "
            "all)";
    } else if (machine.os.kind == "wsl2") {
        finding.why = "in WSL2 the driver is Windows'; nothing is to be installed in here";
    } else {
        finding.why =
            "login nodes and build machines often have none; --target-driver and --target-cc name "
            "the machine that is to run it";
    }
    return finding;
}

std::string cause_of(const std::string& reason) {
    if (reason == "not-built") return "no module was built for the running kernel";
    if (reason == "nouveau") return "the nouveau driver holds the GPU";
    if (reason == "secure-boot") return "Secure Boot refuses a module that is not signed";
    if (reason == "blacklisted") return "a file in /etc/modprobe.d keeps the module out";
    return "the kernel module is not loaded";
}

Finding not_loaded(const Case& given) {
    const std::string& reason = given.machine.driver->not_loaded_reason;
    Finding finding = make_finding(given, "CE104", "", Level::warn, Origin{"", Confidence::high});
    finding.title = "the driver is installed, but its kernel module is not loaded";
    finding.found =
        reason.empty() ? cause_of(reason) : fmt::format("{} ({})", cause_of(reason), reason);
    finding.needs = "a loaded module; programs find no device without";
    finding.why = "cudaenv never changes drivers: this is the distribution's matter";
    finding.source = "cudaenv";
    return finding;
}

// Of the numbers that kernel and user space have: both known, and unlike.
bool are_unlike(const std::string& left, const std::string& right) {
    return !left.empty() && !right.empty() && compare_texts(left, right) != 0;
}

Finding torn_driver(const Case& given) {
    const probe::Driver& driver = *given.machine.driver;
    const std::string& library = driver.libcuda.empty() ? driver.version : driver.libcuda;
    Finding finding = make_finding(given, "CE103", "", Level::warn, Origin{"", Confidence::high});
    finding.title = "the driver's kernel module and its libraries are of different versions";
    finding.found = fmt::format("module {}, libcuda {}", driver.kernel_module, library);
    finding.needs = "one version of both";
    finding.why = "programs stop with \"Driver/library version mismatch\" or error 803";
    const bool is_disk_old =
        !driver.module_on_disk.empty() && are_unlike(driver.module_on_disk, library);
    finding.notes.push_back(
        is_disk_old ? "the module on disk is old, too: build it anew (DKMS); a reboot does not help"
                    : "reboot, or unload and load the module; then hold driver packages back");
    finding.source = "cudaenv";
    return finding;
}

void judge_health(const Case& given, Findings& findings) {
    const probe::Driver& driver = *given.machine.driver;
    if (driver.is_loaded == false) findings.push_back(not_loaded(given));
    if (has_windows_driver(given.machine)) return;
    const std::string& library = driver.libcuda.empty() ? driver.version : driver.libcuda;
    if (are_unlike(driver.kernel_module, library) && given.machine.compat_package.empty()) {
        findings.push_back(torn_driver(given));
    }
}

}  // namespace

void judge_driver(const Case& given, Findings& findings) {
    const probe::Machine& machine = given.machine;
    if (!machine.is_driver_known || !machine.tegra.empty()) return;
    if (!machine.driver || has_nothing_to_drive(machine)) {
        findings.push_back(no_driver(given));
        return;
    }
    judge_health(given, findings);
    const auto& toolkit = given.question.stack.toolkit;
    if (!toolkit || machine.driver->version.empty()) return;
    if (judge_forward_compat(given, findings)) return;
    const bool is_windows = has_windows_driver(machine);
    judge_number(given,
                 {*toolkit, driver_floor(given.tables, *toolkit, is_windows),
                  own_driver(given.tables, *toolkit, is_windows)},
                 findings);
}

}  // namespace cudaenv::compat
