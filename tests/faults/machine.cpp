// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace cudaenv::test {

namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

Running::Running(pid_t pid, std::string out_path, std::string err_path)
    : pid_(pid), out_path_(std::move(out_path)), err_path_(std::move(err_path)) {}

Running::Running(Running&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      status_(other.status_),
      out_path_(std::move(other.out_path_)),
      err_path_(std::move(other.err_path_)) {}

Running::~Running() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void Running::signal(int number) const {
    if (pid_ > 0) ::kill(pid_, number);
}

bool Running::has_ended() {
    if (pid_ > 0 && ::waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
    return pid_ <= 0;
}

Finished Running::wait() {
    if (pid_ > 0) ::waitpid(std::exchange(pid_, -1), &status_, 0);
    const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    return {code, text_of(out_path_), text_of(err_path_)};
}

Machine::Machine(const std::vector<ToolkitFile>& toolkits,
                 const std::vector<std::string>& without) {
    folder.write("catalog/toolkits.toml", manifest_of(toolkits, without));
    env = {{"HOME", folder.make("home")},
           {"PATH", "/usr/bin:/bin"},
           {"LC_ALL", "C"},
           {"NO_COLOR", "1"},
           {"CUDAENV_ROOT", folder / "root"},
           {"CUDAENV_CACHE_DIR", folder / "cache"},
           {"CUDAENV_CATALOG", folder / "catalog"},
           {"CUDAENV_OVERRIDE_ARCH", "x86_64"},
           // Nothing is known of driver and GPU: what happens does not depend on them.
           {"CUDAENV_PROBE", folder.write("machine.json", "{\"schema\": 1}")},
           {"CUDAENV_ACCEPT_EULA", "1"},
           // A stopped run leaks what it held; that is not what is tested here.
           {"ASAN_OPTIONS", "detect_leaks=0:verify_asan_link_order=0"}};
}

Running Machine::start(const std::vector<std::string>& arguments) {
    const std::string number = std::to_string(++calls_);
    const std::string out = folder.write("out-" + number, "");
    const std::string err = folder.write("err-" + number, "");
    std::vector<std::string> argv = {CUDAENV_BINARY};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    std::vector<std::string> entries;
    for (const auto& [name, value] : env) entries.push_back(name + "=" + value);
    const std::vector<char*> argv_pointers = pointers_to(argv);
    const std::vector<char*> entry_pointers = pointers_to(entries);
    const pid_t pid = ::fork();
    if (pid == 0) {
        // Only calls that are safe in a child of a process with threads.
        ::dup2(::open("/dev/null", O_RDONLY), 0);
        ::dup2(::open(out.c_str(), O_WRONLY), 1);
        ::dup2(::open(err.c_str(), O_WRONLY), 2);
        if (::chdir(env.at("HOME").c_str()) == 0) {
            ::execve(argv_pointers[0], argv_pointers.data(), entry_pointers.data());
        }
        ::_exit(127);
    }
    return Running(pid, out, err);
}

Finished Machine::run(const std::vector<std::string>& arguments) {
    return start(arguments).wait();
}

std::vector<std::string> Machine::versions() {
    std::istringstream lines(run({"versions", "--bare"}).out);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) names.push_back(line);
    return names;
}

std::string Machine::files_of(const std::string& stack) const {
    return text_of(root() + "/versions/" + stack + "/.cudaenv/files");
}

std::vector<std::string> Machine::staging() const {
    std::vector<std::string> names;
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(root() + "/staging", absent)) {
        names.push_back(entry.path().filename());
    }
    return names;
}

}  // namespace cudaenv::test
