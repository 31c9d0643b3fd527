// SPDX-License-Identifier: MIT
#include "shims/guard.hpp"

#include <unistd.h>

#include <array>
#include <charconv>
#include <optional>

#include "hot/read_file.hpp"

namespace cudaenv::shim {

namespace {

struct Guard {
    int depth = 0;
    int pid = 0;
};

std::optional<Guard> parse(std::string_view text) {
    Guard guard;
    const char* end = text.data() + text.size();
    const auto depth = std::from_chars(text.data(), end, guard.depth);
    if (depth.ec != std::errc{} || depth.ptr == end || *depth.ptr != ':') return std::nullopt;
    const auto pid = std::from_chars(depth.ptr + 1, end, guard.pid);
    if (pid.ec != std::errc{} || pid.ptr != end || guard.depth < 1) return std::nullopt;
    return guard;
}

std::string to_decimal(int number) {
    std::array<char, 16> digits{};
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

// The parent of a process, from the fourth field of its stat; 0 if that cannot be read.
int parent_of(int pid) {
    const std::string path = "/proc/" + to_decimal(pid) + "/stat";
    const std::string text = hot::read_proc_file(path.c_str());
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos || text.size() < name_end + 5) return 0;
    int parent = 0;
    std::from_chars(text.data() + name_end + 4, text.data() + text.size(), parent);
    return parent;
}

// The process itself, its child, or a child of that: a wrapper may call through one subshell.
bool counts(const Guard& guard) {
    if (guard.pid == getpid()) return true;
    const int parent = getppid();
    return guard.pid == parent || guard.pid == parent_of(parent);
}

}  // namespace

int next_depth(hot::EnvView env) {
    const auto text = env.find_filled(kGuard);
    const auto guard = text ? parse(*text) : std::nullopt;
    return guard && counts(*guard) ? guard->depth + 1 : 1;
}

std::string guard_value(int depth) {
    return to_decimal(depth) + ":" + to_decimal(getpid());
}

}  // namespace cudaenv::shim
