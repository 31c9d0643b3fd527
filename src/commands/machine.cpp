// SPDX-License-Identifier: MIT
#include "commands/machine.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "commands/remembered.hpp"
#include "compat/fill_in.hpp"
#include "probe/machine_json.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using base::parse_version;
using probe::Machine;

// The *.toml of compat/ in a catalog folder, in order of name; a catalog without one is fine.
Result<void> add_folder(const std::string& catalog, compat::Tables& tables) {
    const std::string folder = base::Layout::join(catalog, "compat");
    const Result<std::vector<std::string>> names = sys::list_folder(folder);
    if (!names.has_value() && names.error().code == Code::not_found) return {};
    if (!names.has_value()) return tl::unexpected(names.error());
    for (const std::string& name : *names) {
        if (!name.ends_with(".toml")) continue;
        const std::string path = base::Layout::join(folder, name);
        CUDAENV_TRY(const std::string text, sys::read_file(path));
        CUDAENV_TRY(compat::add_tables(tables, text, path));
    }
    return {};
}

Machine collected_now(const World& world, probe::Depth depth) {
    probe::Sources sources;
    sources.env = world.env;
    sources.runner = world.runner;
    sources.sysroot = world.env.value_or("CUDAENV_SYSROOT", "");
    sources.ccbin = world.config.hot.ccbin;
    sources.own_folders = world.config.hot.system_roots;
    sources.own_folders.insert(sources.own_folders.begin(), world.layout.root());
    return probe::collect(sources, depth);
}

Machine collected(const World& world, const Inquiry& inquiry) {
    if (!inquiry.may_be_remembered) return collected_now(world, inquiry.depth);
    if (std::optional<Machine> remembered = remembered_machine(world))
        return *std::move(remembered);
    Machine machine = collected_now(world, probe::Depth::judge);
    remember_machine(world, machine);
    return machine;
}

Result<Machine> machine_of_file(const std::string& path) {
    const Result<std::string> text = sys::read_file(path);
    if (!text.has_value()) {
        return fail(Code::usage, "the file that CUDAENV_PROBE names cannot be read")
            .at(path)
            .why(text.error().what);
    }
    return probe::from_json(*text, path);
}

template <typename T>
void take_if_empty(T& value, T&& other) {
    if (value.empty()) value = std::move(other);
}

// Gives `machine` what it lacks and `other` has.
void complete_from(Machine other, Machine& machine) {
    take_if_empty(machine.os.kind, std::move(other.os.kind));
    take_if_empty(machine.os.distro, std::move(other.os.distro));
    take_if_empty(machine.os.version, std::move(other.os.version));
    take_if_empty(machine.os.arch, std::move(other.os.arch));
    take_if_empty(machine.os.kernel, std::move(other.os.kernel));
    take_if_empty(machine.glibc, std::move(other.glibc));
    take_if_empty(machine.compilers, std::move(other.compilers));
    take_if_empty(machine.toolkits, std::move(other.toolkits));
    take_if_empty(machine.nvcc, std::move(other.nvcc));
    take_if_empty(machine.compat_package, std::move(other.compat_package));
    if (!machine.is_container) machine.is_container = other.is_container;
    if (!machine.gpus) machine.gpus = std::move(other.gpus);
    if (!machine.is_tegra_known) {
        machine.is_tegra_known = other.is_tegra_known;
        machine.tegra = std::move(other.tegra);
    }
    if (!machine.is_driver_known) {
        machine.is_driver_known = other.is_driver_known;
        machine.driver = std::move(other.driver);
    }
}

// A fact of another machine as a person gave it, and where.
struct Given {
    std::string text;
    std::string_view name;  // --target-cc, CUDAENV_OVERRIDE_CC

    bool is_set() const { return !text.empty(); }
    base::Failure malformed(std::string_view needs) const {
        return fail(Code::usage, std::string(name) + " cannot be read").values(text, needs);
    }
};

// `text` as a version of at least so many parts.
std::optional<base::Version> version_of(std::string_view text, std::uint8_t least) {
    const auto version = parse_version(text);
    return version && version->count >= least ? version : std::nullopt;
}

Result<void> set_driver(const Given& driver, Machine& machine) {
    if (!driver.is_set()) return {};
    if (!version_of(driver.text, 1)) return driver.malformed("a driver's version: 535.183.01");
    machine.is_driver_known = true;
    machine.driver = probe::Driver();
    machine.driver->version = driver.text;
    machine.driver->is_loaded = true;
    return {};
}

Result<void> set_gpus(const Given& cc, Machine& machine) {
    if (!cc.is_set()) return {};
    std::vector<probe::Gpu> gpus;
    for (const std::string_view piece : base::split(cc.text, ',')) {
        probe::Gpu& gpu = gpus.emplace_back();
        gpu.cc = version_of(base::trim(piece), 2);
        if (!gpu.cc || gpu.cc->count > 2) return cc.malformed("compute capabilities: 8.0,9.0");
    }
    machine.gpus = std::move(gpus);
    return {};
}

// The architecture alone does not tell which release of L4T a Tegra has.
Result<void> set_arch(const Given& arch, Machine& machine) {
    if (!arch.is_set()) return {};
    constexpr std::array<std::string_view, 4> kKnown{"x86_64", "sbsa", "aarch64", "ppc64le"};
    if (std::ranges::count(kKnown, arch.text) == 0) {
        return arch.malformed("x86_64, sbsa, aarch64 (Tegra) or ppc64le");
    }
    if (machine.os.arch == arch.text) return {};
    machine.os.arch = arch.text;
    machine.tegra.clear();
    machine.is_tegra_known = arch.text != "aarch64";
    return {};
}

Result<void> set_glibc(const Given& glibc, Machine& machine) {
    if (!glibc.is_set()) return {};
    if (!version_of(glibc.text, 2)) return glibc.malformed("a C library's version: 2.35");
    machine.glibc = glibc.text;
    return {};
}

// It is the compiler that nvcc takes; those that were found stay behind it.
Result<void> set_gcc(const Given& gcc, Machine& machine) {
    if (!gcc.is_set()) return {};
    if (!version_of(gcc.text, 1)) return gcc.malformed("a version of g++: 13 or 13.2");
    machine.compilers.insert(machine.compilers.begin(), probe::Compiler{"gcc", gcc.text, ""});
    return {};
}

// Facts of another machine in place of this one's.
Result<void> set_given(const World& world, const Targets& targets, Machine& machine) {
    const auto either = [&world](const std::string& target, std::string_view option,
                                 std::string_view variable) {
        if (!target.empty()) return Given{target, option};
        return Given{world.env.value_or(variable, ""), variable};
    };
    CUDAENV_TRY(
        set_driver(either(targets.driver, "--target-driver", "CUDAENV_OVERRIDE_DRIVER"), machine));
    CUDAENV_TRY(set_gpus(either(targets.cc, "--target-cc", "CUDAENV_OVERRIDE_CC"), machine));
    CUDAENV_TRY(set_arch(either(targets.arch, "--target-arch", "CUDAENV_OVERRIDE_ARCH"), machine));
    CUDAENV_TRY(
        set_glibc(either(targets.glibc, "--target-glibc", "CUDAENV_OVERRIDE_GLIBC"), machine));
    return set_gcc(either("", "", "CUDAENV_OVERRIDE_GCC"), machine);
}

}  // namespace

Result<compat::Tables> load_tables(const World& world) {
    compat::Tables tables = compat::builtin_tables();
    for (const std::string& catalog : world.config.catalogs) {
        CUDAENV_TRY(add_folder(catalog, tables));
    }
    return tables;
}

Result<Machine> machine_of(const World& world, const Inquiry& inquiry,
                           const compat::Tables& tables) {
    const std::string file = world.env.value_or("CUDAENV_PROBE", "");
    Machine machine;
    if (!file.empty()) {
        CUDAENV_TRY(machine, machine_of_file(file));
    }
    const bool has_sysroot = !world.env.value_or("CUDAENV_SYSROOT", "").empty();
    if (file.empty() || has_sysroot) complete_from(collected(world, inquiry), machine);
    CUDAENV_TRY(set_given(world, inquiry.targets, machine));
    compat::fill_in(machine, tables);
    return machine;
}

}  // namespace cudaenv::commands
