// SPDX-License-Identifier: MIT
#include "sys/lock_owner.hpp"

#include <signal.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include "base/text.hpp"
#include "sys/files.hpp"

namespace cudaenv::sys {

namespace {

std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) == -1) return "";
    return name.data();
}

std::string boot_id() {
    const auto text = read_file("/proc/sys/kernel/random/boot_id", 4096);
    return text ? std::string(base::trim(*text)) : "";
}

std::string random_token() {
    std::array<unsigned char, 16> random{};
    static_cast<void>(!::getrandom(random.data(), random.size(), 0));
    return base::hex(random);
}

int parse_pid(std::string_view text) {
    int pid = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && pid > 0 ? pid : 0;
}

}  // namespace

LockOwner LockOwner::of_process(std::string_view purpose) {
    LockOwner owner;
    owner.pid = ::getpid();
    owner.host = host_name();
    owner.boot = boot_id();
    owner.pid_space = read_link("/proc/self/ns/pid").value_or("");
    owner.token = random_token();
    owner.purpose = purpose;
    return owner;
}

LockOwner LockOwner::parse(std::string_view text) {
    LockOwner owner;
    for (const std::string_view line : base::split(text, '\n')) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string_view key = line.substr(0, blank);
        const std::string_view value = base::trim(line.substr(blank));
        if (key == "pid") owner.pid = parse_pid(value);
        if (key == "host") owner.host = value;
        if (key == "boot") owner.boot = value;
        if (key == "pid_space") owner.pid_space = value;
        if (key == "token") owner.token = value;
        if (key == "purpose") owner.purpose = value;
    }
    return owner;
}

std::string LockOwner::to_text() const {
    return "pid " + std::to_string(pid) + "\nhost " + host + "\nboot " + boot + "\npid_space " +
           pid_space + "\ntoken " + token + "\npurpose " + purpose + "\n";
}

std::string LockOwner::name() const {
    if (pid == 0) return "another process";
    return "pid " + std::to_string(pid) + (host.empty() ? "" : " on " + host);
}

bool LockOwner::is_gone() const {
    if (pid == 0 || boot.empty() || pid_space.empty()) return false;
    if (boot != boot_id() || pid_space != read_link("/proc/self/ns/pid").value_or("")) return false;
    return ::kill(pid, 0) == -1 && errno == ESRCH;
}

}  // namespace cudaenv::sys
