// SPDX-License-Identifier: MIT
#include "commands/foreign_toolkit.hpp"

#include <string_view>

#include "hot/toolkit_version.hpp"
#include "probe/toolkits.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

// "Cuda compilation tools, release 12.4, V12.4.131"
std::string line_of_nvcc(const std::string& folder, const World& world) {
    if (!world.runner) return {};
    sys::RunRequest request;
    request.argv = {folder + "/bin/nvcc", "--version"};
    request.env = world.env;
    const Result<sys::RunOutput> ran = world.runner(request);
    constexpr std::string_view kMark = "release ";
    const std::size_t mark = ran.has_value() ? ran->out.find(kMark) : std::string::npos;
    if (mark == std::string::npos) return {};
    const std::string_view rest = std::string_view(ran->out).substr(mark + kMark.size());
    return hot::line_of_version(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

}  // namespace

bool is_toolkit(const std::string& folder) {
    return sys::exists(folder + "/bin/nvcc") || sys::exists(folder + "/lib64/libcudart.so");
}

std::string version_of_toolkit(const std::string& folder, const World& world) {
    const std::string told =
        hot::line_of_version(probe::version_of_toolkit(probe::Root(""), folder));
    return told.empty() ? line_of_nvcc(folder, world) : told;
}

}  // namespace cudaenv::commands
