// SPDX-License-Identifier: MIT
#include "sys/watermark.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "sys/interrupt.hpp"

namespace cudaenv::sys {
namespace {

TEST(Watermark, ReaderSeesWhatIsThere) {
    Watermark mark;
    mark.publish(10);

    EXPECT_EQ(mark.wait_beyond(0).value(), 10U);
    EXPECT_EQ(mark.wait_beyond(9).value(), 10U);
}

TEST(Watermark, NeverFalls) {
    Watermark mark;
    mark.publish(10);
    mark.publish(5);

    EXPECT_EQ(mark.wait_beyond(0).value(), 10U);
}

TEST(Watermark, ReaderWaitsForTheWriter) {
    Watermark mark;
    mark.publish(10);
    std::thread writer([&] {
        mark.publish(20);
        mark.finish();
    });

    EXPECT_EQ(mark.wait_beyond(10).value(), 20U);
    EXPECT_EQ(mark.wait_end().value(), 20U);
    EXPECT_EQ(mark.wait_beyond(20).value(), 20U);  // the end
    writer.join();
}

TEST(Watermark, FailureReachesTheReader) {
    Watermark mark;
    mark.publish(10);
    std::thread writer([&] {
        Error error;
        error.code = Code::network;
        mark.finish(error);
    });

    EXPECT_EQ(mark.wait_end().error().code, Code::network);
    EXPECT_EQ(mark.wait_beyond(0).error().code, Code::network);
    writer.join();
}

TEST(Watermark, WaitingEndsWithAnInterrupt) {
    const Watermark mark;
    set_interrupt(SIGINT);

    EXPECT_EQ(mark.wait_beyond(0).error().code, Code::interrupted);
    EXPECT_EQ(mark.wait_end().error().code, Code::interrupted);
    set_interrupt(0);
}

}  // namespace
}  // namespace cudaenv::sys
