// SPDX-License-Identifier: MIT
#include "probe/toolkits.hpp"

#include <algorithm>
#include <array>

#include "hot/toolkit_version.hpp"

namespace cudaenv::probe {

namespace {

bool is_ours(const Root& root, const Sources& sources, const std::string& path) {
    return std::any_of(
        sources.own_folders.begin(), sources.own_folders.end(), [&](const std::string& folder) {
            const std::string real = root.real(folder);
            return is_within(path, folder) || (!real.empty() && is_within(path, real));
        });
}

bool is_toolkit(const Root& root, const std::string& folder) {
    constexpr std::array<const char*, 4> kSigns{"/bin/nvcc", "/lib64/libcudart.so", "/version.json",
                                                "/version.txt"};
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&](const char* sign) { return root.exists(folder + sign); });
}

void add_cuda_folders(const Root& root, const std::string& parent,
                      std::vector<std::string>& folders) {
    for (const std::string& name : root.names(parent)) {
        if (name.starts_with("cuda")) folders.push_back(parent + "/" + name);
    }
}

// nvidia/cuda_nvcc (CUDA 12) and nvidia/cu13 (CUDA 13), where the active Python has them.
void add_pip_folders(const Root& root, const std::string& prefix,
                     std::vector<std::string>& folders) {
    for (const std::string& python : root.names(prefix + "/lib")) {
        if (!python.starts_with("python3")) continue;
        for (const char* packages : {"/site-packages", "/dist-packages"}) {
            const std::string parent = prefix + "/lib/" + python + packages + "/nvidia";
            for (const char* name : {"/cuda_nvcc", "/cu12", "/cu13"}) {
                folders.push_back(parent + name);
            }
        }
    }
}

std::vector<std::string> candidates(const Root& root, const sys::Env& env) {
    std::vector<std::string> folders;
    add_cuda_folders(root, "/usr/local", folders);
    add_cuda_folders(root, "/opt", folders);
    folders.emplace_back("/opt/nvidia/hpc_sdk/cuda");
    // Debian's package is spread over /usr; it has a folder that looks like a toolkit beside it.
    folders.emplace_back(root.exists("/usr/lib/cuda") ? "/usr/lib/cuda" : "/usr");
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX"}) {
        folders.push_back(env.value_or(variable, ""));
    }
    const std::string conda = env.value_or("CONDA_PREFIX", "");
    for (const std::string& prefix :
         {env.value_or("VIRTUAL_ENV", ""), conda, std::string("/usr/local"), std::string("/usr")}) {
        if (!prefix.empty()) add_pip_folders(root, prefix, folders);
    }
    return folders;
}

// "nvcc: … release 12.4, V12.4.131"
std::string version_nvcc_says(const Root& root, const Sources& sources, const std::string& path) {
    if (!sources.runner) return {};
    sys::RunRequest request;
    request.argv = {root.to_run(path), "--version"};
    request.env = sources.env;
    request.timeout = sources.program_timeout;
    request.output_limit_bytes = 64U << 10U;
    const auto output = sources.runner(request);
    if (!output || output->exit_code != 0) return {};
    const std::size_t release = output->out.find("release ");
    if (release == std::string::npos) return {};
    const std::string_view rest = std::string_view(output->out).substr(release);
    const std::size_t build = rest.find(", V");
    const std::string exact =
        build == std::string_view::npos ? std::string() : first_version(rest.substr(build + 3));
    return exact.empty() ? first_version(rest) : exact;
}

// The file by which a toolkit's package is known.
std::string known_file(const Root& root, const std::string& folder) {
    for (const char* file : {"/bin/nvcc", "/version.json", "/version.txt"}) {
        if (root.exists(folder + file)) return folder + file;
    }
    return folder;
}

}  // namespace

std::string version_of_toolkit(const Root& root, const std::string& folder) {
    std::string version = hot::version_in_json(root.text(folder + "/version.json"));
    if (version.empty()) version = first_version(root.line(folder + "/version.txt"));
    if (version.empty()) version = hot::version_in_header(root.text(folder + "/include/cuda.h"));
    return version;
}

std::vector<Toolkit> find_toolkits(const Root& root, const Sources& sources) {
    std::vector<Toolkit> toolkits;
    std::vector<std::string> met;
    for (const std::string& candidate : candidates(root, sources.env)) {
        const std::string folder = candidate.starts_with('/') ? root.real(candidate) : "";
        if (folder.empty() || is_ours(root, sources, folder) || !is_toolkit(root, folder)) continue;
        if (std::find(met.begin(), met.end(), folder) != met.end()) continue;
        met.push_back(folder);
        Toolkit toolkit;
        toolkit.path = folder;
        toolkit.version = version_of_toolkit(root, folder);
        if (toolkit.version.empty() && root.is_program(folder + "/bin/nvcc")) {
            toolkit.version = version_nvcc_says(root, sources, folder + "/bin/nvcc");
        }
        toolkit.owner = owner_of(root, sources, known_file(root, folder));
        toolkits.push_back(std::move(toolkit));
    }
    return toolkits;
}

std::vector<Toolkit> find_nvcc(const Root& root, const Sources& sources) {
    std::vector<Toolkit> found;
    for (const std::string& folder : folders_of(sources.env, "PATH")) {
        const std::string path = folder + "/nvcc";
        if (!root.is_program(path)) continue;
        const std::string real = root.real(path);
        if (is_ours(root, sources, path) || is_ours(root, sources, real)) continue;
        Toolkit nvcc;
        nvcc.path = path;
        nvcc.version = version_nvcc_says(root, sources, path);
        const std::size_t bin = real.rfind("/bin/");
        if (nvcc.version.empty() && bin != std::string::npos) {
            nvcc.version = version_of_toolkit(root, real.substr(0, bin));
        }
        nvcc.owner = owner_of(root, sources, path);
        found.push_back(std::move(nvcc));
    }
    return found;
}

}  // namespace cudaenv::probe
