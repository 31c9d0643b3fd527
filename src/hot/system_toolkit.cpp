// SPDX-License-Identifier: MIT
// The machine's own toolkit, as it is without us.
#include "hot/installed.hpp"
#include "hot/program.hpp"
#include "hot/read_file.hpp"
#include "hot/undo.hpp"

namespace cudaenv::hot {

namespace {

std::string parent_of(std::string_view path) {
    return std::string(path.substr(0, path.rfind('/')));
}

std::string from_variables(const Undo& undo) {
    for (const std::string_view name : {"CUDA_HOME", "CUDA_PATH"}) {
        const auto value = undo.scalar(name);
        if (value && !value->empty() && !undo.is_own(*value) && is_folder(*value)) return *value;
    }
    return {};
}

// The prefix of the first nvcc on PATH; its real path, since /usr/bin/nvcc may be a link into one.
std::string from_path(const Undo& undo) {
    const auto path = undo.list("PATH");
    const auto nvcc = path ? find_on_path(*path, "nvcc") : std::nullopt;
    if (!nvcc || !nvcc->is_executable) return {};
    const std::string bin = parent_of(real_path(nvcc->path.c_str()));
    return bin.ends_with("/bin") ? parent_of(bin) : std::string();
}

}  // namespace

Found find_system(const ResolveInput& input) {
    std::vector<std::string_view> roots{input.layout.root()};
    roots.insert(roots.end(), input.conf.system_roots.begin(), input.conf.system_roots.end());
    const Undo undo(input.env, roots);
    Found found{Found::Kind::system, "system", from_variables(undo), false};
    if (found.prefix.empty()) found.prefix = from_path(undo);
    if (!found.prefix.empty()) return found;
    const std::string usual = "/usr/local/cuda";
    const std::string sysroot(input.env.find_filled("CUDAENV_SYSROOT").value_or(""));
    if (is_folder(sysroot + usual)) found.prefix = usual;
    return found;
}

}  // namespace cudaenv::hot
