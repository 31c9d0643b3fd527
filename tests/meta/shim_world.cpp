// SPDX-License-Identifier: MIT
#include "shim_world.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>

namespace cudaenv::test {

namespace {

namespace fs = std::filesystem;

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> made;
    for (std::string& text : texts) made.push_back(text.data());
    made.push_back(nullptr);
    return made;
}

[[noreturn]] void become(const Start& start) {
    std::vector<std::string> arguments = start.arguments;
    std::vector<std::string> environment;
    for (const auto& [name, value] : start.environment) environment.push_back(name + "=" + value);
    if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0) ::_exit(200);
    const std::string path = start.path.empty() ? arguments.front() : start.path;
    ::execve(path.c_str(), pointers(arguments).data(), pointers(environment).data());
    ::_exit(201);
}

// Reads both ends until they close or the time is over; false in the latter case.
bool collect(std::array<int, 2> ends, std::array<std::string*, 2> texts) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    std::array<pollfd, 2> waiting{pollfd{ends[0], POLLIN, 0}, pollfd{ends[1], POLLIN, 0}};
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) return false;
        if (::poll(waiting.data(), waiting.size(), static_cast<int>(left.count())) <= 0) continue;
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            if (waiting[i].revents == 0) continue;
            std::array<char, 4096> buffer{};
            const ssize_t count = ::read(waiting[i].fd, buffer.data(), buffer.size());
            if (count <= 0) {
                waiting[i].fd = -1;
            } else {
                texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
            }
        }
    }
    return true;
}

}  // namespace

Finished run(const Start& start) {
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0) return {};
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0);
        ::dup2(out[1], STDOUT_FILENO);
        ::dup2(err[1], STDERR_FILENO);
        become(start);
    }
    ::close(out[1]);
    ::close(err[1]);
    Finished finished;
    const bool is_in_time = collect({out[0], err[0]}, {&finished.out, &finished.err});
    if (!is_in_time) ::kill(-child, SIGKILL);
    ::close(out[0]);
    ::close(err[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (is_in_time && WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
    return finished;
}

ShimWorld::ShimWorld() {
    folder_.make("root/versions");
    folder_.make("root/shims");
    folder_.make("project");
    folder_.make("home");
    fs::copy_file(CUDAENV_SHIM_PATH, shims() + "/cudaenv-shim");
    add_shim("nvcc");
}

void ShimWorld::add_shim(const std::string& name) const {
    fs::create_hard_link(shims() + "/cudaenv-shim", shims() + "/" + name);
}

std::string ShimWorld::add_script(const std::string& rel_path, std::string_view text) const {
    std::string path = folder_.write(rel_path, text);
    fs::permissions(path, fs::perms{0755});
    return path;
}

std::string ShimWorld::add_teller(const std::string& rel_path, std::string_view words) const {
    return add_script(rel_path,
                      "#!/bin/sh\nprintf '%s|' '" + std::string(words) + "' \"$0\" \"$@\"\n");
}

void ShimWorld::add_stack(const std::string& name, const std::vector<std::string>& programs) const {
    const std::string stack = "root/versions/" + name;
    folder_.write(stack + "/.cudaenv/activate",
                  "cudaenv-activate 1\ntoolkit 1.2.3\nbin bin\nlib lib64\nnvcc bin/nvcc\n"
                  "pkgconfig pkg-config\nman share/man\nend\n");
    folder_.write(stack + "/.cudaenv/receipt.json", "{}");
    for (const std::string& program : programs) add_teller(stack + "/bin/" + program, name);
}

std::map<std::string, std::string> ShimWorld::environment() const {
    return {{"HOME", folder_ / "home"},
            {"PATH", shims() + ":/usr/bin:/bin"},
            {"CUDAENV_SYSROOT", folder_ / "sysroot"}};
}

Start ShimWorld::start(const std::string& name, const std::vector<std::string>& arguments) const {
    Start made{{shims() + "/" + name}, environment(), project(), {}};
    made.arguments.insert(made.arguments.end(), arguments.begin(), arguments.end());
    return made;
}

Finished ShimWorld::call(const std::string& name, const std::vector<std::string>& arguments) const {
    return run(start(name, arguments));
}

}  // namespace cudaenv::test
