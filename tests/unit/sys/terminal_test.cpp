// SPDX-License-Identifier: MIT
#include "sys/terminal.hpp"

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace cudaenv::sys {
namespace {

int exit_code_of(pid_t child) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Terminal, IsSeenOnAllStreamsWithItsWidth) {
    const winsize size{50, 123, 0, 0};
    int leader = -1;
    const pid_t child = ::forkpty(&leader, nullptr, nullptr, &size);
    ASSERT_NE(child, -1);
    if (child == 0) {
        const Terminal terminal = Terminal::of_process();
        const bool is_seen = terminal.in_is_tty && terminal.out_is_tty && terminal.err_is_tty;
        ::_exit(is_seen && terminal.columns == 123 ? 0 : 1);
    }

    EXPECT_EQ(exit_code_of(child), 0);
    ::close(leader);
}

TEST(Terminal, PipesAreNoneAndEightyColumnsWide) {
    const pid_t child = ::fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        int ends[2] = {-1, -1};
        if (::pipe(ends) != 0) ::_exit(2);
        ::dup2(ends[0], STDIN_FILENO);
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
        const Terminal terminal = Terminal::of_process();
        const bool is_none = !terminal.in_is_tty && !terminal.out_is_tty && !terminal.err_is_tty;
        ::_exit(is_none && terminal.columns == 80 ? 0 : 1);
    }

    EXPECT_EQ(exit_code_of(child), 0);
}

}  // namespace
}  // namespace cudaenv::sys
