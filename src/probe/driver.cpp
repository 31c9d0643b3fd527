// SPDX-License-Identifier: MIT
#include "probe/driver.hpp"

#include <algorithm>

#include "probe/driver_library.hpp"
#include "probe/kernel_module.hpp"
#include "probe/library_files.hpp"
#include "probe/nvidia_smi.hpp"
#include "probe/pci.hpp"
#include "sys/files.hpp"

namespace cudaenv::probe {

namespace {

constexpr const char* kWslLibraries = "/usr/lib/wsl/lib";

bool is_wsl(const DriverQuestion& question) {
    return question.os.kind == "wsl2";
}

// What each source said.
struct Said {
    KernelModule module;
    LibraryAnswer nvml, libcuda;
    SmiAnswer smi;
    std::vector<std::string> libcuda_files;  // of drivers and of compatibility packages
};

LibraryQuestion library_question(const DriverQuestion& question) {
    LibraryQuestion libraries{wanted_library_folders(question.sources.env),
                              question.sources.program_timeout};
    // In WSL2 a Linux driver that was installed by mistake must not hide the one of Windows.
    if (is_wsl(question)) libraries.folders.insert(libraries.folders.begin(), kWslLibraries);
    return libraries;
}

SmiAnswer ask_smi(const DriverQuestion& question) {
    const Root& root = question.root;
    if (!question.sources.runner) return {};
    sys::RunRequest request;
    request.env = question.sources.env;
    request.env.set("LC_ALL", "C");
    request.timeout = question.sources.program_timeout;
    request.argv = {"nvidia-smi"};
    const std::string in_wsl = std::string(kWslLibraries) + "/nvidia-smi";
    if (is_wsl(question) && root.is_program(in_wsl)) {
        request.argv = {root.to_run(in_wsl)};
    } else if (root.is_sysroot()) {
        if (!root.is_program("/usr/bin/nvidia-smi")) return {};
        request.argv = {root.to_run("/usr/bin/nvidia-smi")};
    }
    return ask_nvidia_smi(question.sources.runner, request);
}

Said ask_all(const DriverQuestion& question) {
    Said said;
    if (!is_wsl(question)) {
        said.module = find_kernel_module(question.root, question.sources, question.os.kernel);
    }
    said.libcuda_files = find_libcuda_files(question.root, question.sources.env);
    if (!question.root.is_sysroot()) {
        said.nvml = ask_nvml(library_question(question));
        // NVML of a Tegra, where there is one, knows no GPU.
        const bool wants_gpus = question.tegra.is_tegra && said.nvml.gpus.empty();
        said.libcuda = ask_libcuda(library_question(question), wants_gpus);
    }
    // Where NVML hangs, nvidia-smi does too.
    if (said.nvml.driver.empty() && !said.nvml.has_timed_out) said.smi = ask_smi(question);
    return said;
}

std::string first_filled(std::initializer_list<std::string> texts) {
    for (const std::string& text : texts) {
        if (!text.empty()) return text;
    }
    return {};
}

// The library that programs get, and the one that came with the driver.
struct Libcuda {
    std::string taken, of_driver;
};

Libcuda pick_libcuda(const Said& said) {
    Libcuda libcuda;
    const std::string& loaded = said.libcuda.file;
    const bool is_stub = loaded.find("/stubs/") != std::string::npos;
    if (!is_stub) libcuda.taken = sys::real_path(loaded).value_or(loaded);
    for (const std::string& file : said.libcuda_files) {
        if (libcuda.taken.empty()) libcuda.taken = file;
        if (libcuda.of_driver.empty() && !is_compat_library(file)) libcuda.of_driver = file;
    }
    if (!libcuda.taken.empty() && !is_compat_library(libcuda.taken)) {
        libcuda.of_driver = libcuda.taken;
    }
    return libcuda;
}

// A Linux driver's libcuda inside WSL2. The one of Windows is called libcuda.so.1.1, also where a
// container has it in another folder.
std::string linux_driver_in(const Said& said) {
    for (const std::string& file : said.libcuda_files) {
        if (is_within(file, "/usr/lib/wsl") || is_compat_library(file)) continue;
        if (!version_of_libcuda(file).empty()) return file;
    }
    return {};
}

bool is_there(const DriverQuestion& question, const Said& said, const Libcuda& libcuda) {
    // NVML alone proves nothing: distributions have it as a package of its own.
    const bool has_user_space = !said.nvml.driver.empty() || said.nvml.is_mismatch ||
                                !said.smi.driver.empty() || said.smi.is_mismatch ||
                                said.smi.is_unreachable || !libcuda.of_driver.empty();
    // A container sees its host's module, which is no use without the libraries.
    const bool has_module = !question.is_container &&
                            (said.module.is_loaded.value_or(false) || !said.module.path.empty());
    return has_user_space || has_module;
}

std::optional<bool> is_loaded(const DriverQuestion& question, const Said& said) {
    const bool answers = !said.nvml.driver.empty() || !said.smi.driver.empty();
    if (answers || said.nvml.is_mismatch || said.smi.is_mismatch) return true;
    if (is_wsl(question)) return std::nullopt;
    // The driver of a Tegra may be part of the kernel.
    if (question.tegra.is_tegra && said.module.is_loaded == false) return std::nullopt;
    if (said.smi.is_unreachable && !said.module.is_loaded) return false;
    return said.module.is_loaded;
}

Driver put_together(const DriverQuestion& question, const Said& said, const Libcuda& libcuda) {
    Driver driver;
    driver.kernel_module = said.module.loaded;
    driver.module_on_disk = said.module.on_disk;
    // In WSL2 a libcuda with a driver's number in its name is no part of the driver.
    const std::string of_driver =
        is_wsl(question) ? std::string() : version_of_libcuda(libcuda.of_driver);
    driver.version = first_filled({said.nvml.driver, said.smi.driver, of_driver, said.smi.library,
                                   driver.kernel_module, driver.module_on_disk});
    if (!is_wsl(question)) driver.libcuda = version_of_libcuda(libcuda.taken);
    driver.cuda = first_filled({said.nvml.cuda, said.libcuda.cuda, said.smi.cuda});
    driver.is_loaded = is_loaded(question, said);
    if (driver.is_loaded == false) {
        driver.not_loaded_reason =
            reason_not_loaded(question.root, said.module, question.is_container);
    }
    if (is_wsl(question)) driver.wsl_linux_driver = linux_driver_in(said);
    return driver;
}

// All that some source saw of them; the bus sees them too where no driver does.
std::vector<Gpu> pick_gpus(const DriverQuestion& question, const Said& said) {
    const auto& nvml = said.nvml;
    if (nvml.count && nvml.gpus.size() == *nvml.count && *nvml.count > 0) return nvml.gpus;
    if (said.smi.gpus && !said.smi.gpus->empty()) return *said.smi.gpus;
    std::vector<Gpu> gpus = question.tegra.is_tegra ? said.libcuda.gpus : std::vector<Gpu>();
    if (question.tegra.is_tegra && gpus.empty()) gpus.emplace_back().name = question.tegra.model;
    if (question.tegra.is_tegra) gpus.front().gpu_class = "jetson";
    // A container may have been given none of its host's.
    if (nvml.count == 0U) return gpus;
    for (const PciGpu& found : find_pci_gpus(question.root)) {
        const auto same = std::find_if(nvml.gpus.begin(), nvml.gpus.end(),
                                       [&](const Gpu& gpu) { return gpu.pci == found.gpu.pci; });
        gpus.push_back(same == nvml.gpus.end() ? found.gpu : *same);
    }
    return gpus.size() < nvml.gpus.size() ? nvml.gpus : gpus;
}

}  // namespace

DriverFacts find_driver(const DriverQuestion& question) {
    const Said said = ask_all(question);
    const Libcuda libcuda = pick_libcuda(said);
    DriverFacts facts;
    facts.compat_package = compat_package_of(libcuda.taken, said.libcuda.cuda);
    if (is_there(question, said, libcuda)) {
        facts.driver = put_together(question, said, libcuda);
    }
    facts.gpus = pick_gpus(question, said);
    return facts;
}

}  // namespace cudaenv::probe
