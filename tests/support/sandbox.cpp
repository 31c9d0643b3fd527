// SPDX-License-Identifier: MIT
#include "support/sandbox.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace cudaenv::test {
namespace {

constexpr std::string_view kEcho = "#!/bin/sh\necho \"$0 $*\"\n";

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() { EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    void close_end(std::size_t end) {
        if (ends[end] >= 0) ::close(ends[end]);
        ends[end] = -1;
    }
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

// Reads what comes until the end; false at the end.
bool drain(int fd, std::string& into) {
    std::array<char, 4096> block{};
    const ssize_t count = ::read(fd, block.data(), block.size());
    if (count > 0) into.append(block.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

void drain_both(Pipe& out, Pipe& err, Ran& ran) {
    bool out_open = true, err_open = true;
    while (out_open || err_open) {
        std::array<pollfd, 2> wait{
            {{out_open ? out.ends[0] : -1, POLLIN, 0}, {err_open ? err.ends[0] : -1, POLLIN, 0}}};
        if (::poll(wait.data(), wait.size(), -1) < 0) continue;
        if (wait[0].revents != 0) out_open = drain(out.ends[0], ran.out);
        if (wait[1].revents != 0) err_open = drain(err.ends[0], ran.err);
    }
}

std::string activation_of(const std::string& stack) {
    const std::string toolkit = stack.substr(0, stack.find('+'));
    return "cudaenv-activate 1\ntoolkit " + toolkit +
           "\nprofile full\nbin bin\nlib lib64\nnvcc bin/nvcc\nend\n";
}

std::string receipt_of(const std::string& stack) {
    const std::string name = "\"" + stack + "\"";
    return "{\"schema\": 1, \"stack\": " + name + ", \"requested\": " + name + ", \"toolkit\": \"" +
           stack.substr(0, stack.find('+')) + R"(",
 "platform": "linux-x86_64", "companions": [], "profile": "full", "with": [], "without": [],
 "build_only": false, "made_by": "0.1.0", "made_at": "2026-05-04T10:00:00Z",
 "catalog": {"name": "builtin", "serial": 1, "reviewed": true}, "files_sha256": "0000000000000000000000000000000000000000000000000000000000000000",
 "artifacts": [], "checks": []}
)";
}

}  // namespace

Sandbox::Sandbox()
    : home_(folder_.make("home")), root_(folder_ / "root"), work_(folder_.make("work")) {
    env_ = {{"HOME", home_},
            {"XDG_CONFIG_HOME", home_ + "/.config"},
            {"XDG_CACHE_HOME", home_ + "/.cache"},
            {"XDG_DATA_HOME", home_ + "/.local/share"},
            {"XDG_STATE_HOME", home_ + "/.local/state"},
            {"CUDAENV_ROOT", root_},
            {"PATH", folder_.make("bin") + ":/usr/bin:/bin"},
            {"SHELL", "/bin/bash"},
            {"NO_COLOR", "1"},
            {"LC_ALL", "C"},
            {"PWD", work_}};
    set_machine(R"({"schema": 1, "os": {"kind": "linux"}})");
}

void Sandbox::set_machine(std::string_view json) {
    set("CUDAENV_PROBE", folder_.write("machine.json", json));
}

void Sandbox::set(std::string_view name, std::string_view value) {
    env_.insert_or_assign(std::string(name), std::string(value));
}

void Sandbox::unset(std::string_view name) {
    env_.erase(std::string(name));
}

std::string Sandbox::get(std::string_view name) const {
    const auto found = env_.find(name);
    return found == env_.end() ? "" : found->second;
}

void Sandbox::enter(const std::string& folder) {
    std::filesystem::create_directories(folder);
    work_ = folder;
    set("PWD", folder);
}

Ran Sandbox::run(const std::vector<std::string>& args, std::string_view input) const {
    std::vector<std::string> argv{binary()};
    argv.insert(argv.end(), args.begin(), args.end());
    return run_program(argv, input);
}

Ran Sandbox::run_program(const std::vector<std::string>& argv, std::string_view input) const {
    Pipe in, out, err;
    std::vector<std::string> words = argv, entries;
    for (const auto& [name, value] : env_) entries.push_back(name + "=" + value);
    const auto word_pointers = pointers(words), entry_pointers = pointers(entries);
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGPIPE, SIG_DFL);
        ::dup2(in.ends[0], STDIN_FILENO);
        ::dup2(out.ends[1], STDOUT_FILENO);
        ::dup2(err.ends[1], STDERR_FILENO);
        if (::chdir(work_.c_str()) != 0) ::_exit(99);
        ::execve(word_pointers[0], word_pointers.data(), entry_pointers.data());
        ::_exit(98);
    }
    in.close_end(0);
    out.close_end(1);
    err.close_end(1);
    if (!input.empty()) {
        EXPECT_GT(::write(in.ends[1], input.data(), input.size()), 0);
    }
    in.close_end(1);
    Ran ran;
    drain_both(out, err, ran);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    ran.exit = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return ran;
}

std::string Sandbox::install(const std::string& stack, const std::vector<std::string>& programs,
                             const std::string& root) {
    const std::string prefix = (root.empty() ? root_ : root) + "/versions/" + stack;
    for (const std::string& program : programs) write_program(prefix + "/bin/" + program, kEcho);
    std::filesystem::create_directories(prefix + "/lib64");
    write(prefix + "/.cudaenv/activate", activation_of(stack));
    write(prefix + "/.cudaenv/receipt.json", receipt_of(stack));
    return prefix;
}

std::string Sandbox::make_toolkit(const std::string& folder, const std::string& version) {
    write_program(folder + "/bin/nvcc", kEcho);
    write(folder + "/version.json",
          R"({"cuda": {"name": "CUDA SDK", "version": ")" + version + "\"}}");
    return folder;
}

void Sandbox::write(const std::string& path, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    EXPECT_TRUE(file) << "cannot write " << path;
}

void Sandbox::write_program(const std::string& path, std::string_view script) const {
    write(path, script);
    std::filesystem::permissions(path, std::filesystem::perms{0755});
}

std::string Sandbox::read(const std::string& path) const {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << "cannot read " << path;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool Sandbox::exists(const std::string& path) const {
    return std::filesystem::exists(std::filesystem::symlink_status(path));
}

}  // namespace cudaenv::test
