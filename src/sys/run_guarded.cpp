// SPDX-License-Identifier: MIT
#include "sys/run_guarded.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <span>

#include "sys/child.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

// Descriptors of the child: its streams, then the pipe, then none.
constexpr int kPipe = STDERR_FILENO + 1;

void leave_parent_alone(int pipe) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
    const int nowhere = ::open("/dev/null", O_RDWR);
    // The pipe first: it may be one of the numbers that the streams need.
    const int kept = ::fcntl(pipe, F_DUPFD, kPipe + 1);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
    ::dup2(kept, kPipe);
    ::close_range(kPipe + 1, ~0U, 0);
}

[[noreturn]] void work_in_child(const std::function<void(const Say&)>& work, int pipe) {
    leave_parent_alone(pipe);
    work([](std::string_view text) {
        static_cast<void>(!write_all(kPipe, std::as_bytes(std::span(text)), "pipe"));
    });
    ::_exit(0);
}

}  // namespace

Result<RunOutput> run_guarded(const std::function<void(const Say&)>& work,
                              std::chrono::milliseconds timeout) {
    constexpr std::size_t kMostBytes = 1U << 20U;
    CUDAENV_TRY(Pipe pipe, Pipe::make());
    const pid_t pid = ::fork();
    if (pid == -1) return os_failure(errno, "cannot start a process", "");
    if (pid == 0) work_in_child(work, pipe.write_end.number());
    // Here too: it may have to be killed before it came so far.
    ::setpgid(pid, pid);
    pipe.write_end = Fd();
    Child child(pid, std::move(pipe.read_end), Fd(), kMostBytes);
    return child.watch(timeout);
}

}  // namespace cudaenv::sys
