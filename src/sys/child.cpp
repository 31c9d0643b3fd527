// SPDX-License-Identifier: MIT
#include "sys/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "sys/interrupt.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

Result<Pipe> Pipe::make() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) == -1) return os_failure(errno, "cannot make a pipe", "");
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

Child::~Child() {
    RunOutput ignored;
    if (!is_done_) end(ignored);
}

Result<RunOutput> Child::watch(milliseconds timeout) {
    constexpr milliseconds kLookUp{20};
    constexpr int kKilled = 128 + SIGKILL;
    const auto deadline = Clock::now() + timeout;
    RunOutput output;
    while (!collect(kLookUp, output)) {
        CUDAENV_TRY(check_interrupt());
        if (Clock::now() < deadline) continue;
        end(output);
        output.exit_code = kKilled;
        output.timed_out = true;
        break;
    }
    return output;
}

// Collects for up to `time`. True once the child has ended and all it said is read.
bool Child::collect(milliseconds time, RunOutput& output) {
    std::array<pollfd, 2> waits{{{out_.number(), POLLIN, 0}, {err_.number(), POLLIN, 0}}};
    // Both closed: the child is about to end, and poll only sleeps.
    const milliseconds pause = out_ || err_ ? time : std::min(time, milliseconds(1));
    ::poll(waits.data(), waits.size(), static_cast<int>(pause.count()));
    const bool has_ended = reap(output);
    drain(out_, output.out);
    drain(err_, output.err);
    return has_ended;
}

bool Child::reap(RunOutput& output) {
    int status = 0;
    if (retry_eintr([&] { return ::waitpid(pid_, &status, WNOHANG); }) != pid_) return false;
    is_done_ = true;
    output.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

// What is there, within reason: who writes without end must not keep us from the clock.
void Child::drain(Fd& from, std::string& into) const {
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

// Kills it with all of its process group. One that sits in a system call that does not end cannot
// be killed: then init will reap it.
void Child::end(RunOutput& output) {
    constexpr milliseconds kPatience{1000};
    ::kill(-pid_, SIGKILL);
    const auto deadline = Clock::now() + kPatience;
    bool has_ended = reap(output);
    while (!has_ended && Clock::now() < deadline) {
        ::poll(nullptr, 0, 1);
        has_ended = reap(output);
    }
    is_done_ = true;
    drain(out_, output.out);
    drain(err_, output.err);
}

}  // namespace cudaenv::sys
