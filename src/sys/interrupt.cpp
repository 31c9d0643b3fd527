// SPDX-License-Identifier: MIT
#include "sys/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace cudaenv::sys {

namespace {

// The one piece of global mutable state: a handler can reach nothing else.
std::atomic<int> last_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note_signal(int signal) {
    last_signal.store(signal, std::memory_order_relaxed);
}

void watch(int signal) {
    struct sigaction old {};
    // nohup and background jobs of a script ignore a signal on purpose.
    if (::sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) return;
    struct sigaction action {};
    action.sa_handler = note_signal;
    sigemptyset(&action.sa_mask);
    // No SA_RESTART: waiting calls end. SA_RESETHAND: the second one has its usual effect.
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_signals() {
    watch(SIGINT);
    watch(SIGTERM);
    watch(SIGHUP);
    std::signal(SIGPIPE, SIG_IGN);
}

bool is_interrupted() {
    return last_signal.load(std::memory_order_relaxed) != 0;
}

Result<void> check_interrupt() {
    const int signal = last_signal.load(std::memory_order_relaxed);
    if (signal == 0) return {};
    if (signal == SIGINT) return fail(Code::interrupted, "interrupted");
    return fail(Code::terminated, "terminated");
}

void set_interrupt(int signal) {
    last_signal.store(signal, std::memory_order_relaxed);
}

}  // namespace cudaenv::sys
