// SPDX-License-Identifier: MIT
// Runs a piece of a test without root's rights, since root may do everything. In a child process:
// expectations inside are told and count, but what it changes in memory is lost.
#pragma once

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

namespace cudaenv::test {

// The user that the piece runs as when the tests run as root.
inline constexpr unsigned kNobody = 65534;

// GTEST_SKIPs the test where root's rights cannot be given up.
inline void without_root(const std::function<void()>& piece) {
    constexpr int kCannot = 77;
    const pid_t child = ::fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        if (::geteuid() == 0 &&
            (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
            ::_exit(kCannot);
        }
        piece();
        std::fflush(nullptr);
        ::_exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kCannot) {
        GTEST_SKIP() << "this process cannot become another user";
    }
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "wait status " << status;
}

}  // namespace cudaenv::test
