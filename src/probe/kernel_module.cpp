// SPDX-License-Identifier: MIT
#include "probe/kernel_module.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "probe/pci.hpp"

namespace cudaenv::probe {

namespace {

// nvidia.ko, or under the names of Debian's branches, packed or not.
bool is_nvidia_module(std::string_view path) {
    const std::string_view name = base_name(path);
    const std::size_t end = name.find(".ko");
    if (end == std::string_view::npos) return false;
    const std::string_view stem = name.substr(0, end);
    const std::string_view packing = name.substr(end + 3);
    const bool is_named = stem == "nvidia" || stem == "nvidia-current" ||
                          stem.starts_with("nvidia-tesla") || stem.starts_with("nvidia-legacy");
    const bool is_part = stem.ends_with("-drm") || stem.ends_with("-uvm") ||
                         stem.ends_with("-modeset") || stem.ends_with("-peermem");
    return is_named && !is_part &&
           (packing.empty() || packing == ".xz" || packing == ".zst" || packing == ".gz");
}

// What modprobe would take: its table first, else the folders where the module is put.
std::string module_path(const Root& root, const std::string& modules) {
    constexpr std::size_t kMostBytes = 32U << 20U;
    const std::string table = root.text(modules + "/modules.dep", kMostBytes);
    for (std::string_view line : base::split(table, '\n')) {
        line = line.substr(0, line.find(':'));
        if (!is_nvidia_module(line)) continue;
        const std::string path = modules + "/" + std::string(line);
        if (root.exists(path)) return path;
    }
    constexpr std::array<const char*, 7> kFolders{
        "/updates/dkms",         "/updates", "/extra", "/extra/nvidia", "/weak-updates/nvidia",
        "/kernel/drivers/video", "/misc"};
    for (const char* folder : kFolders) {
        for (const std::string& name : root.names(modules + folder)) {
            if (is_nvidia_module(name)) return modules + folder + "/" + name;
        }
    }
    return {};
}

// Built by DKMS for this kernel: /var/lib/dkms/nvidia/550.54.15/6.8.0-45-generic/x86_64.
std::string dkms_version(const Root& root, const std::string& kernel) {
    const std::string parent = "/var/lib/dkms";
    for (const std::string& module : root.names(parent)) {
        if (!module.starts_with("nvidia")) continue;
        for (const std::string& version : root.names(parent + "/" + module)) {
            if (!base::parse_version(version)) continue;
            if (root.exists(parent + "/" + module + "/" + version + "/" + kernel)) return version;
        }
    }
    return {};
}

std::string modinfo_version(const Sources& sources, const std::string& file) {
    if (!sources.runner) return {};
    sys::RunRequest request;
    request.argv = {"modinfo", "-F", "version", file};
    request.env = sources.env;
    request.env.set("PATH", sources.env.value_or("PATH", "") + ":/usr/sbin:/sbin");
    request.timeout = sources.program_timeout;
    const auto output = sources.runner(request);
    return output && output->exit_code == 0 ? first_version(output->out) : std::string();
}

std::string module_version(const Root& root, const Sources& sources, const std::string& path,
                           const std::string& kernel) {
    const std::string file = root.on_disk(root.real(path));
    if (base_name(path).ends_with(".ko")) return version_of_module_file(file);
    const bool is_built_here =
        path.find("/updates") != std::string::npos || path.find("/extra") != std::string::npos;
    const std::string version = is_built_here ? dkms_version(root, kernel) : std::string();
    return version.empty() ? modinfo_version(sources, file) : version;
}

// "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build  (…)"
std::string loaded_version(const Root& root) {
    std::string version = first_version(root.line("/proc/driver/nvidia/version"));
    return version.empty() ? first_version(root.line("/sys/module/nvidia/version")) : version;
}

bool is_secure_boot_on(const Root& root) {
    const std::string variable =
        "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
    const std::string bytes = root.text(variable);
    return bytes.size() == 5 && bytes[4] == '\1';  // four bytes of attributes come first
}

// blacklist nvidia; install nvidia /bin/false
bool forbids_nvidia(std::string_view text) {
    for (const std::string_view line : base::split(text, '\n')) {
        const auto words = base::words(base::trim(line));
        if (words.size() < 2 || words[1] != "nvidia") continue;
        if (words[0] == "blacklist") return true;
        const bool is_nothing =
            words.size() > 2 && (words[2].ends_with("/false") || words[2].ends_with("/true") ||
                                 words[2] == "off" || words[2] == "/dev/null");
        if ((words[0] == "install" || words[0] == "alias") && is_nothing) return true;
    }
    return false;
}

bool kernel_line_forbids_nvidia(const Root& root) {
    const std::string line = root.line("/proc/cmdline");
    for (const std::string_view word : base::words(line)) {
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        if (name != "modprobe.blacklist" && name != "module_blacklist") continue;
        const auto modules = base::split(word.substr(equals + 1), ',');
        if (std::find(modules.begin(), modules.end(), "nvidia") != modules.end()) return true;
    }
    return false;
}

bool is_blacklisted(const Root& root) {
    constexpr std::array<const char*, 4> kFolders{"/etc/modprobe.d", "/run/modprobe.d",
                                                  "/usr/lib/modprobe.d", "/lib/modprobe.d"};
    for (const std::string folder : kFolders) {
        for (const std::string& name : root.names(folder)) {
            if (!name.ends_with(".conf")) continue;
            if (forbids_nvidia(root.text(folder + "/" + name))) return true;
        }
    }
    return kernel_line_forbids_nvidia(root);
}

}  // namespace

KernelModule find_kernel_module(const Root& root, const Sources& sources,
                                const std::string& kernel) {
    KernelModule module;
    module.loaded = loaded_version(root);
    if (!module.loaded.empty() || root.exists("/sys/module/nvidia")) {
        module.is_loaded = true;
    } else if (root.exists("/sys/module") || root.exists("/proc/modules")) {
        module.is_loaded = false;
    }
    if (kernel.empty()) return module;
    const std::string modules = "/lib/modules/" + kernel;
    module.path = module_path(root, modules);
    if (!module.path.empty()) module.on_disk = module_version(root, sources, module.path, kernel);
    return module;
}

std::string reason_not_loaded(const Root& root, const KernelModule& module, bool is_container) {
    for (const PciGpu& found : find_pci_gpus(root)) {
        if (found.driver == "nouveau") return "nouveau";
    }
    if (module.path.empty()) return is_container ? "" : "not-built";
    if (is_blacklisted(root)) return "blacklisted";
    return is_secure_boot_on(root) ? "secure-boot" : "";
}

}  // namespace cudaenv::probe
