// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "probe/system.hpp"

namespace cudaenv::probe {

namespace {

bool names_container(std::string_view text) {
    constexpr std::array<std::string_view, 8> kMarks{"docker", "kubepods", "containerd", "libpod",
                                                     "/lxc",   "podman",   "buildkit",   "enroot"};
    return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
        return text.find(mark) != std::string_view::npos;
    });
}

// Control groups of version 2 look the same inside; what lies under / does not.
bool is_root_of_container(std::string_view mounts) {
    for (const std::string_view line : base::split(mounts, '\n')) {
        const auto words = base::words(line);
        if (words.size() < 5 || words[4] != "/") continue;
        return line.find(" - overlay ") != std::string_view::npos && names_container(line);
    }
    return false;
}

}  // namespace

std::optional<bool> find_container(const Root& root, const sys::Env& env) {
    constexpr std::array<const char*, 4> kFiles{"/.dockerenv", "/run/.containerenv",
                                                "/run/systemd/container", "/.singularity.d"};
    constexpr std::array<const char*, 3> kVariables{"container", "APPTAINER_CONTAINER",
                                                    "SINGULARITY_CONTAINER"};
    for (const char* file : kFiles) {
        if (root.exists(file)) return true;
    }
    for (const char* variable : kVariables) {
        if (!env.value_or(variable, "").empty()) return true;
    }
    const std::string groups = root.text("/proc/1/cgroup");
    const std::string mounts = root.text("/proc/self/mountinfo");
    if (names_container(groups) || is_root_of_container(mounts)) return true;
    if (groups.empty() && mounts.empty()) return std::nullopt;
    return false;
}

}  // namespace cudaenv::probe
