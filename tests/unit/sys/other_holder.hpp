// SPDX-License-Identifier: MIT
// Another process that holds a lock, for the tests of locks.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

#include "sys/lock.hpp"

namespace cudaenv::test {

// A child that takes the lock, says so, and holds it until it is let go or killed.
class OtherHolder {
  public:
    OtherHolder(const std::string& path, const sys::LockOptions& options) {
        std::array<int, 2> ready{};
        std::array<int, 2> go{};
        EXPECT_EQ(::pipe(ready.data()), 0);
        EXPECT_EQ(::pipe(go.data()), 0);
        child_ = ::fork();
        if (child_ == 0) {
            ::close(go[1]);
            hold(path, options, ready[1], go[0]);
        }
        ::close(ready[1]);
        ::close(go[0]);
        go_ = go[1];
        char sign = 0;
        EXPECT_EQ(::read(ready[0], &sign, 1), 1) << "the other process did not get the lock";
        ::close(ready[0]);
    }
    OtherHolder(const OtherHolder&) = delete;
    OtherHolder& operator=(const OtherHolder&) = delete;
    ~OtherHolder() {
        if (child_ > 0) let_go();
    }

    pid_t pid() const { return child_; }

    void let_go() {
        ::close(go_);
        reap();
    }
    void kill() {
        ::kill(child_, SIGKILL);
        reap();
        ::close(go_);
    }

  private:
    [[noreturn]] static void hold(const std::string& path, const sys::LockOptions& options,
                                  int ready, int go) {
        {
            const auto lock = sys::Lock::take(path, options);
            if (!lock) ::_exit(1);
            char sign = 'x';
            if (::write(ready, &sign, 1) != 1) ::_exit(2);
            static_cast<void>(!::read(go, &sign, 1));
        }
        ::_exit(0);
    }

    void reap() {
        ::waitpid(child_, nullptr, 0);
        child_ = -1;
    }

    pid_t child_ = -1;
    int go_ = -1;
};

}  // namespace cudaenv::test
