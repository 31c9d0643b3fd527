// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "probe/toolkits.hpp"

namespace cudaenv::probe {

namespace {

bool has_line(std::string_view text, std::string_view wanted) {
    for (std::size_t at = text.find(wanted); at != std::string_view::npos;
         at = text.find(wanted, at + 1)) {
        const std::size_t end = at + wanted.size();
        const bool begins = at == 0 || text[at - 1] == '\n';
        if (begins && (end == text.size() || text[end] == '\n')) return true;
    }
    return false;
}

// Reads the lists of what may have CUDA in it: that is far quicker than to ask dpkg.
std::string owner_by_dpkg(const Root& root, const std::string& path) {
    const std::string lists = "/var/lib/dpkg/info";
    constexpr std::string_view kEnd = ".list";
    for (const std::string& name : root.names(lists)) {
        if (!name.ends_with(kEnd)) continue;
        if (name.find("cuda") == std::string::npos && name.find("nvidia") == std::string::npos) {
            continue;
        }
        if (!has_line(root.text(lists + "/" + name), path)) continue;
        const std::string package = name.substr(0, name.size() - kEnd.size());
        return package.substr(0, package.find(':'));  // libcudart11.0:amd64
    }
    return {};
}

// Arch Linux: …/local/cuda-12.6.1-1/files has the paths without their first slash.
std::string owner_by_pacman(const Root& root, const std::string& path) {
    const std::string packages = "/var/lib/pacman/local";
    for (const std::string& name : root.names(packages)) {
        if (name.find("cuda") == std::string::npos) continue;
        if (!has_line(root.text(packages + "/" + name + "/files"), path.substr(1))) continue;
        const std::string without_build = name.substr(0, name.rfind('-'));
        return without_build.substr(0, without_build.rfind('-'));
    }
    return {};
}

std::string owner_by_rpm(const Root& root, const Sources& sources, const std::string& path) {
    if (!sources.runner) return {};
    if (!root.exists("/var/lib/rpm") && !root.exists("/usr/lib/sysimage/rpm")) return {};
    sys::RunRequest request;
    request.argv = {"rpm", "-qf", "--qf", "%{NAME}\\n", path};
    if (root.is_sysroot()) {
        request.argv.insert(request.argv.begin() + 1, {"--root", root.on_disk("/")});
    }
    request.env = sources.env;
    request.env.set("LC_ALL", "C");
    request.timeout = sources.program_timeout;
    const auto output = sources.runner(request);
    if (!output || output->exit_code != 0) return {};
    return output->out.substr(0, output->out.find('\n'));
}

// Whether a conda environment holds the path.
bool is_of_conda(const Root& root, std::string folder) {
    while (folder.size() > 1) {
        folder.resize(folder.rfind('/'));
        if (!folder.empty() && root.exists(folder + "/conda-meta/history")) return true;
    }
    return false;
}

}  // namespace

std::string owner_of(const Root& root, const Sources& sources, const std::string& path) {
    const std::string real = root.real(path);
    if (real.empty()) return {};
    for (const char* packages : {"/site-packages/nvidia/", "/dist-packages/nvidia/"}) {
        if (real.find(packages) != std::string::npos) return "pip";
    }
    if (is_of_conda(root, real)) return "conda";
    // Alternatives belong to nobody; what they lead to does.
    for (const std::string& name : {real, path}) {
        std::string owner = owner_by_dpkg(root, name);
        if (owner.empty()) owner = owner_by_pacman(root, name);
        if (owner.empty()) owner = owner_by_rpm(root, sources, name);
        if (!owner.empty()) return owner;
    }
    return {};
}

}  // namespace cudaenv::probe
