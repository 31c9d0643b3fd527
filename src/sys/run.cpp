// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "sys/exec.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"
#include "sys/os_error.hpp"
#include "sys/process.hpp"

namespace cudaenv::sys {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// A name without a slash is looked up on the PATH of the program's own environment.
Result<std::string> find_program(const RunRequest& request) {
    CUDAENV_CHECK(!request.argv.empty());
    const std::string& name = request.argv.front();
    if (name.find('/') != std::string::npos) return name;
    const std::string search_path = request.env.value_or("PATH", "");
    for (const std::string_view folder : base::split(search_path, ':')) {
        // An empty element would be the working folder: nobody means that for our questions.
        if (folder.empty()) continue;
        std::string path = std::string(folder) + "/" + name;
        if (is_executable_file(path)) return path;
    }
    return fail(Code::not_found, "no such program on PATH").at(name);
}

struct Pipe {
    Fd read_end, write_end;

    static Result<Pipe> make() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) == -1)
            return os_failure(errno, "cannot make a pipe", "");
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
        return Pipe{Fd(ends[0]), Fd(ends[1])};
    }
};

// posix_spawn's two descriptions of the child.
class SpawnPlan {
  public:
    SpawnPlan() {
        CUDAENV_CHECK(::posix_spawn_file_actions_init(&actions_) == 0);
        CUDAENV_CHECK(::posix_spawnattr_init(&attributes_) == 0);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    void connect(const Pipe& out, const Pipe& err, const std::string& folder) {
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, out.write_end.number(), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, err.write_end.number(), STDERR_FILENO);
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    }

    Result<pid_t> spawn(const std::string& path, const RunRequest& request) const {
        const std::vector<std::string> env = request.env.to_strings();
        pid_t pid = -1;
        const int os_error = ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_,
                                           pointers(request.argv).data(), pointers(env).data());
        if (os_error != 0) return exec_failure(os_error, path);
        return pid;
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// A child and what it says, until it is reaped. Destroyed early, it is killed.
class Child {
  public:
    Child(pid_t pid, Fd out, Fd err, std::size_t limit_bytes)
        : pid_(pid), out_(std::move(out)), err_(std::move(err)), limit_bytes_(limit_bytes) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (!is_reaped_) end();
    }

    // Collects for up to `time`. True once the child has ended and all it said is read.
    bool collect(milliseconds time, RunOutput& output) {
        std::array<pollfd, 2> waits{{{out_.number(), POLLIN, 0}, {err_.number(), POLLIN, 0}}};
        // Both closed: the child is about to end, and poll only sleeps.
        const milliseconds pause = out_ || err_ ? time : std::min(time, milliseconds(1));
        ::poll(waits.data(), waits.size(), static_cast<int>(pause.count()));
        const bool has_ended = reap(WNOHANG, output);
        drain(out_, output.out);
        drain(err_, output.err);
        return has_ended;
    }

    // With all of its process group.
    void end() {
        ::kill(-pid_, SIGKILL);
        RunOutput ignored;
        reap(0, ignored);
    }

  private:
    bool reap(int flags, RunOutput& output) {
        int status = 0;
        if (retry_eintr([&] { return ::waitpid(pid_, &status, flags); }) != pid_) return false;
        is_reaped_ = true;
        output.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        return true;
    }

    // What is there, within reason: who writes without end must not keep us from the clock.
    void drain(Fd& from, std::string& into) const {
        constexpr int kMostReads = 64;
        std::array<char, 16384> buffer{};
        for (int i = 0; i < kMostReads && from; ++i) {
            const ssize_t got =
                retry_eintr([&] { return ::read(from.number(), buffer.data(), buffer.size()); });
            if (got == -1 && errno == EAGAIN) return;
            if (got <= 0) {
                from = Fd();
                return;
            }
            const std::size_t room = limit_bytes_ - std::min(limit_bytes_, into.size());
            into.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
        }
    }

    pid_t pid_;
    Fd out_, err_;
    std::size_t limit_bytes_;
    bool is_reaped_ = false;
};

Result<RunOutput> watch(Child& child, milliseconds timeout) {
    constexpr milliseconds kLookUp{20};
    constexpr int kKilled = 128 + SIGKILL;
    const auto deadline = Clock::now() + timeout;
    RunOutput output;
    while (!child.collect(kLookUp, output)) {
        CUDAENV_TRY(check_interrupt());
        if (Clock::now() < deadline) continue;
        child.end();
        child.collect(milliseconds(0), output);
        output.exit_code = kKilled;
        output.timed_out = true;
        break;
    }
    return output;
}

}  // namespace

Result<RunOutput> run(const RunRequest& request) {
    CUDAENV_TRY(const std::string path, find_program(request));
    if (!request.folder.empty() && !is_folder(request.folder)) {
        return fail(Code::not_found, "the working folder is not there").at(request.folder);
    }
    CUDAENV_TRY(Pipe out, Pipe::make());
    CUDAENV_TRY(Pipe err, Pipe::make());
    SpawnPlan plan;
    plan.connect(out, err, request.folder);
    CUDAENV_TRY(const pid_t pid, plan.spawn(path, request));
    out.write_end = Fd();
    err.write_end = Fd();
    Child child(pid, std::move(out.read_end), std::move(err.read_end), request.output_limit_bytes);
    return watch(child, request.timeout);
}

}  // namespace cudaenv::sys
