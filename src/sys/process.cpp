// SPDX-License-Identifier: MIT
#include "sys/process.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "base/text.hpp"
#include "sys/exec.hpp"
#include "sys/files.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

std::string exec_reason(int os_error) {
    if (os_error == E2BIG) return "arguments and environment together are too long (E2BIG)";
    if (os_error == ENOENT) return "it, or the interpreter that it names, is not there (ENOENT)";
    return os_error_text(os_error);
}

Code exec_code(int os_error) {
    if (os_error == ENOENT || os_error == ENOTDIR) return Code::not_found;
    if (os_error == EACCES || os_error == ENOEXEC || os_error == EPERM) return Code::not_executable;
    return Code::files;
}

}  // namespace

base::Failure exec_failure(int os_error, std::string_view path) {
    return fail(exec_code(os_error), "cannot run the program").at(path).why(exec_reason(os_error));
}

Error become(const std::string& path, const std::vector<std::string>& argv, const Env& env) {
    const std::vector<std::string> entries = env.to_strings();
    // Ignored signals stay ignored through exec; watch_signals has ignored this one.
    const auto old_handler = std::signal(SIGPIPE, SIG_DFL);
    ::execve(path.c_str(), pointers(argv).data(), pointers(entries).data());
    const int os_error = errno;
    std::signal(SIGPIPE, old_handler);
    return exec_failure(os_error, path).value();
}

namespace {

bool is_below(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool uses(const std::string& process, std::string_view folder) {
    if (is_below(read_link(process + "/exe").value_or(""), folder)) return true;
    const std::string maps = read_file(process + "/maps").value_or("");
    for (const std::string_view line : base::split(maps, '\n')) {
        const std::size_t path = line.find('/');
        if (path != std::string_view::npos && is_below(line.substr(path), folder)) return true;
    }
    return false;
}

}  // namespace

std::vector<int> processes_below(const std::string& folder) {
    const std::string real = real_path(folder).value_or(folder);
    std::vector<int> pids;
    for (const std::string& name : list_folder("/proc").value_or(std::vector<std::string>{})) {
        if (!std::all_of(name.begin(), name.end(), base::is_digit)) continue;
        if (uses("/proc/" + name, real)) pids.push_back(std::stoi(name));
    }
    std::sort(pids.begin(), pids.end());
    return pids;
}

}  // namespace cudaenv::sys
