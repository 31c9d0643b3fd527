// SPDX-License-Identifier: MIT
#include "sys/interrupt.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace cudaenv::sys {
namespace {

TEST(Interrupt, SignalsHaveTheirCodes) {
    EXPECT_TRUE(check_interrupt());
    EXPECT_FALSE(is_interrupted());

    set_interrupt(SIGINT);
    EXPECT_TRUE(is_interrupted());
    EXPECT_EQ(check_interrupt().error().code, Code::interrupted);
    set_interrupt(SIGTERM);
    EXPECT_EQ(check_interrupt().error().code, Code::terminated);
    set_interrupt(SIGHUP);
    EXPECT_EQ(check_interrupt().error().code, Code::terminated);

    set_interrupt(0);
    EXPECT_TRUE(check_interrupt());
}

// In a process of its own, since handlers stay.
using InterruptDeathTest = testing::Test;

TEST(InterruptDeathTest, FirstSignalOnlySetsTheFlag) {
    EXPECT_EXIT(
        {
            watch_signals();
            ::raise(SIGINT);
            ::raise(SIGPIPE);
            ::_exit(is_interrupted() ? 42 : 1);
        },
        testing::ExitedWithCode(42), "");
}

TEST(InterruptDeathTest, SecondSignalOfTheSameKindEndsTheProcess) {
    EXPECT_EXIT(
        {
            watch_signals();
            ::raise(SIGINT);
            ::raise(SIGINT);
            ::_exit(0);
        },
        testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptDeathTest, SignalIgnoredByTheParentStaysIgnored) {
    EXPECT_EXIT(
        {
            std::signal(SIGHUP, SIG_IGN);
            watch_signals();
            ::raise(SIGHUP);
            ::_exit(is_interrupted() ? 1 : 42);
        },
        testing::ExitedWithCode(42), "");
}

}  // namespace
}  // namespace cudaenv::sys
