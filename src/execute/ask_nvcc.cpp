// SPDX-License-Identifier: MIT
#include "base/text.hpp"
#include "execute/steps.hpp"
#include "sys/files.hpp"

namespace cudaenv::execute {

namespace {

// "Cuda compilation tools, release 12.4, V12.4.131" -> 12.4.131
std::string version_in(std::string_view output) {
    constexpr std::string_view kMark = ", V";
    const std::size_t release = output.find("release ");
    const std::size_t mark = output.find(kMark, release);
    if (release == std::string_view::npos || mark == std::string_view::npos) return {};
    const std::string_view rest = output.substr(mark + kMark.size());
    return base::printable(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

}  // namespace

std::string ask_nvcc(const std::string& prefix, Work& work) {
    const std::string nvcc = prefix + "/bin/nvcc";
    if (!work.settings.runner || !sys::exists(nvcc)) return {};
    sys::RunRequest request;
    request.argv = {nvcc, "--version"};
    request.env = work.settings.env;
    const Result<sys::RunOutput> ran = work.settings.runner(request);
    if (!ran.has_value()) {
        work.observer.warned(nvcc + " does not run here: " + ran.error().what);
        return {};
    }
    std::string version = version_in(ran->out);
    if (ran->exit_code != 0 || version.empty()) {
        work.observer.warned(nvcc + " --version does not say its version (exit " +
                             std::to_string(ran->exit_code) + ")");
    }
    return version;
}

}  // namespace cudaenv::execute
