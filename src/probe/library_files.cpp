// SPDX-License-Identifier: MIT
#include "probe/library_files.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/version.hpp"

namespace cudaenv::probe {

namespace {

bool is_stub_folder(std::string_view folder) {
    return folder.ends_with("/stubs") || folder.find("/stubs/") != std::string_view::npos;
}

void add_lines(std::vector<std::string>& folders, std::string_view text) {
    for (std::string_view line : base::split(text, '\n')) {
        line = base::trim(line);
        if (line.starts_with('/')) folders.emplace_back(line);
    }
}

// Of the dynamic loader's configuration, its drop-in files in the order of their names.
std::vector<std::string> configured_folders(const Root& root) {
    const std::string drop_ins = "/etc/ld.so.conf.d";
    std::vector<std::string> folders;
    for (const std::string& name : root.names(drop_ins)) {
        if (name.ends_with(".conf")) add_lines(folders, root.text(drop_ins + "/" + name));
    }
    add_lines(folders, root.text("/etc/ld.so.conf"));
    return folders;
}

constexpr std::array kUsualFolders{"/lib/x86_64-linux-gnu",
                                   "/usr/lib/x86_64-linux-gnu",
                                   "/lib/aarch64-linux-gnu",
                                   "/usr/lib/aarch64-linux-gnu",
                                   "/usr/lib/aarch64-linux-gnu/nvidia",
                                   "/usr/lib/aarch64-linux-gnu/tegra",
                                   "/usr/lib/powerpc64le-linux-gnu",
                                   "/lib64",
                                   "/usr/lib64",
                                   "/lib",
                                   "/usr/lib",
                                   "/usr/lib/wsl/lib",
                                   "/usr/local/nvidia/lib64",
                                   "/run/opengl-driver/lib"};

}  // namespace

std::vector<std::string> wanted_library_folders(const sys::Env& env) {
    std::vector<std::string> folders = folders_of(env, "LD_LIBRARY_PATH");
    folders.erase(std::remove_if(folders.begin(), folders.end(), is_stub_folder), folders.end());
    return folders;
}

std::vector<std::string> find_libcuda_files(const Root& root, const sys::Env& env) {
    std::vector<std::string> folders = wanted_library_folders(env);
    const auto configured = configured_folders(root);
    folders.insert(folders.end(), configured.begin(), configured.end());
    folders.insert(folders.end(), kUsualFolders.begin(), kUsualFolders.end());
    std::vector<std::string> files;
    for (const std::string& folder : folders) {
        const std::string file = root.real(folder + "/libcuda.so.1");
        if (file.empty() || is_stub_folder(file)) continue;
        if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
    return files;
}

std::string version_of_libcuda(const std::string& path) {
    constexpr std::string_view kName = "libcuda.so.";
    constexpr std::uint32_t kOldestBranch = 100;  // a driver's, not an interface's
    const std::string_view name = base_name(path);
    if (!name.starts_with(kName)) return {};
    const std::string_view number = name.substr(kName.size());
    const auto version = base::parse_version(number);
    return version && version->major() >= kOldestBranch ? std::string(number) : std::string();
}

bool is_compat_library(const std::string& path) {
    return path.find("/compat/") != std::string::npos ||
           path.find("/cuda-compat") != std::string::npos;
}

std::string compat_package_of(const std::string& path, const std::string& cuda) {
    if (!is_compat_library(path)) return {};
    constexpr std::string_view kFolder = "/cuda-";
    std::string line = cuda;
    const std::size_t folder = path.find(kFolder);
    if (folder != std::string::npos) {
        const std::string_view rest = std::string_view(path).substr(folder + kFolder.size());
        const std::string_view number = rest.substr(0, rest.find('/'));
        if (base::parse_version(number)) line = number;
    }
    const auto version = base::parse_version(line);
    if (!version) return "cuda-compat";
    return "cuda-compat-" + std::to_string(version->major()) + "-" +
           std::to_string(version->minor());
}

}  // namespace cudaenv::probe
