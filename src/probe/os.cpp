// SPDX-License-Identifier: MIT
#include <array>

#include "base/text.hpp"
#include "probe/system.hpp"
#include "sys/host.hpp"

namespace cudaenv::probe {

namespace {

// KEY=value, or KEY="value" as a shell would read it.
std::string value_of(std::string_view text, std::string_view key) {
    for (std::string_view line : base::split(text, '\n')) {
        line = base::trim(line);
        if (!line.starts_with(key) || line.substr(key.size(), 1) != "=") continue;
        line = base::trim(line.substr(key.size() + 1));
        const bool is_quoted = line.size() >= 2 && (line.front() == '"' || line.front() == '\'') &&
                               line.back() == line.front();
        return std::string(is_quoted ? line.substr(1, line.size() - 2) : line);
    }
    return {};
}

std::string kernel_release(const Root& root) {
    std::string release = root.line("/proc/sys/kernel/osrelease");
    if (release.empty()) {
        // Linux version 6.8.0-45-generic (buildd@…) …
        const std::string version = root.line("/proc/version");
        const auto words = base::words(version);
        if (words.size() > 2 && words[1] == "version") release = words[2];
    }
    return release.empty() && !root.is_sysroot() ? sys::kernel_release() : release;
}

// WSL2's own kernel says so in its name; with a kernel of the user's own, WSL's traces are left.
// WSL1 (4.4.0-19041-Microsoft) has no GPU and is no matter of ours.
bool is_wsl2(const Root& root, const sys::Env& env, const std::string& kernel) {
    if (kernel.ends_with("-Microsoft")) return false;
    if (base::to_lower(kernel).find("microsoft") != std::string::npos) return true;
    if (!root.exists("/dev/dxg")) return false;
    return root.exists("/run/WSL") || root.exists("/proc/sys/fs/binfmt_misc/WSLInterop") ||
           root.exists("/usr/lib/wsl/lib") || env.find("WSL_DISTRO_NAME");
}

// What `uname -m` says there. The dynamic loader of a sysroot has its architecture in its name.
std::string machine_name(const Root& root) {
    struct Loader {
        const char* path;
        const char* machine;
    };
    constexpr std::array<Loader, 3> kLoaders{{{"/lib64/ld-linux-x86-64.so.2", "x86_64"},
                                              {"/lib/ld-linux-aarch64.so.1", "aarch64"},
                                              {"/lib64/ld64.so.2", "ppc64le"}}};
    for (const Loader& loader : kLoaders) {
        if (root.is_sysroot() && root.exists(loader.path)) return loader.machine;
    }
    return sys::machine_name();
}

}  // namespace

Os find_os(const Root& root, const sys::Env& env) {
    Os os;
    os.kernel = kernel_release(root);
    os.kind = is_wsl2(root, env, os.kernel) ? "wsl2" : "linux";
    std::string release = root.text("/etc/os-release");
    if (release.empty()) release = root.text("/usr/lib/os-release");
    os.distro = base::to_lower(value_of(release, "ID"));
    os.version = value_of(release, "VERSION_ID");
    // NVIDIA's name for 64-bit ARM is that of servers, unless it is one of its own boards.
    os.arch = machine_name(root);
    if (find_tegra(root).is_tegra) {
        os.arch = "aarch64";
    } else if (os.arch == "aarch64" || os.arch == "arm64") {
        os.arch = "sbsa";
    }
    return os;
}

}  // namespace cudaenv::probe
