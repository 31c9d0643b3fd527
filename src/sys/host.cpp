// SPDX-License-Identifier: MIT
#include "sys/host.hpp"

#include <gnu/libc-version.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "sys/files.hpp"

namespace cudaenv::sys {

std::string machine_name() {
    utsname names{};
    return uname(&names) == 0 ? names.machine : "";
}

// The affinity mask, which taskset and containers set; the machine's own number ignores it.
unsigned usable_cores() {
    cpu_set_t cores;
    if (::sched_getaffinity(0, sizeof cores, &cores) == 0) {
        return std::max(1U, static_cast<unsigned>(CPU_COUNT(&cores)));
    }
    return std::max(1U, std::thread::hardware_concurrency());
}

std::string kernel_release() {
    utsname names{};
    return uname(&names) == 0 ? names.release : "";
}

std::string libc_version() {
    return gnu_get_libc_version();
}

std::uint32_t effective_user() {
    return geteuid();
}

std::string parent_command() {
    const auto line = read_file("/proc/" + std::to_string(getppid()) + "/cmdline");
    return line ? line->substr(0, line->find('\0')) : "";
}

}  // namespace cudaenv::sys
