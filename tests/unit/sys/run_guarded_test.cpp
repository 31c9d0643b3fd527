// SPDX-License-Identifier: MIT
#include "sys/run_guarded.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::sys {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

void wait_for_ever() {
    while (true) ::poll(nullptr, 0, 1000);
}

TEST(RunGuarded, BringsWhatWasSaid) {
    const RunOutput output = run_guarded(
                                 [](const Say& say) {
                                     say("one ");
                                     say("two");
                                 },
                                 20s)
                                 .value();

    EXPECT_EQ(output.out, "one two");
    EXPECT_EQ(output.exit_code, 0);
    EXPECT_FALSE(output.timed_out);
}

TEST(RunGuarded, CrashIsSurvivedWithWhatWasSaidBefore) {
    const RunOutput output = run_guarded(
                                 [](const Say& say) {
                                     say("before");
                                     ::raise(SIGKILL);
                                     say("after");
                                 },
                                 20s)
                                 .value();

    EXPECT_EQ(output.out, "before");
    EXPECT_EQ(output.exit_code, 128 + SIGKILL);
    EXPECT_FALSE(output.timed_out);
}

TEST(RunGuarded, HangIsCutOffWithWhatWasSaidBefore) {
    const auto begin = Clock::now();

    const RunOutput output = run_guarded(
                                 [](const Say& say) {
                                     say("before");
                                     std::signal(SIGTERM, SIG_IGN);
                                     wait_for_ever();
                                 },
                                 200ms)
                                 .value();

    EXPECT_EQ(output.out, "before");
    EXPECT_TRUE(output.timed_out);
    EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(RunGuarded, EndlessTalkIsBounded) {
    const RunOutput output = run_guarded(
                                 [](const Say& say) {
                                     while (true) say(std::string(10'000, 'x'));
                                 },
                                 200ms)
                                 .value();

    EXPECT_TRUE(output.timed_out);
    EXPECT_EQ(output.out.size(), 1U << 20U);
}

TEST(RunGuarded, StreamsLeadNowhereAndNothingElseIsOpen) {
    const Fd open_here(::open("/dev/null", O_RDONLY));

    const RunOutput output = run_guarded(
                                 [](const Say& say) {
                                     std::puts("must not be seen");
                                     for (int fd = 0; fd < 64; ++fd) {
                                         if (::fcntl(fd, F_GETFD) != -1) say(std::to_string(fd));
                                     }
                                     say(" " + read_link("/proc/self/fd/1").value_or(""));
                                 },
                                 20s)
                                 .value();

    EXPECT_EQ(output.out, "0123 /dev/null");
}

TEST(RunGuarded, EndsWhenInterrupted) {
    set_interrupt(SIGINT);
    const auto output = run_guarded([](const Say&) { wait_for_ever(); }, 20s);
    set_interrupt(0);

    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, Code::interrupted);
}

}  // namespace
}  // namespace cudaenv::sys
