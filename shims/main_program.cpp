// SPDX-License-Identifier: MIT
#include "shims/main_program.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "base/layout.hpp"
#include "base/program.hpp"
#include "base/result.hpp"
#include "hot/link.hpp"
#include "shims/message.hpp"

namespace cudaenv::front {

namespace {

// Where this program really lies; without /proc as it was called.
std::string own_path() {
    std::string path = hot::link_target("/proc/self/exe");
    const unsigned long called = getauxval(AT_EXECFN);
    if (path.empty() && called != 0) path = reinterpret_cast<const char*>(called);
    return path;
}

std::string parent_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::string main_path() {
    std::string folder = parent_of(own_path());
    std::string_view way = base::kMainFromFront;
    for (; way.starts_with("../"); way.remove_prefix(3)) folder = parent_of(folder);
    return base::Layout::join(folder, way);
}

}  // namespace

int become_main(char** arguments, char** environment) {
    const std::string path = main_path();
    execve(path.c_str(), arguments, environment);
    const bool is_missing = errno == ENOENT || errno == ENOTDIR;
    const Error error = fail(is_missing ? Code::no_command : Code::not_executable,
                             "the main program cannot be started")
                            .at(path)
                            .found(std::strerror(errno))
                            .needs("a whole installation: link to it, or reinstall it")
                            .value();
    shim::print_error(shim::to_text(error));
    return shim::exit_code(error.code);
}

}  // namespace cudaenv::front
