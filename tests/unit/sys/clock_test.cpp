// SPDX-License-Identifier: MIT
#include "sys/clock.hpp"

#include <gtest/gtest.h>

namespace cudaenv::sys {
namespace {

std::string text(std::int64_t seconds) {
    return to_utc_text(std::chrono::system_clock::time_point(std::chrono::seconds(seconds)));
}

TEST(Clock, WritesUtc) {
    EXPECT_EQ(text(0), "1970-01-01T00:00:00Z");
    EXPECT_EQ(text(1'777'888'800), "2026-05-04T10:00:00Z");
    EXPECT_EQ(text(951'827'696), "2000-02-29T12:34:56Z");
    EXPECT_EQ(text(-1), "1969-12-31T23:59:59Z");
}

}  // namespace
}  // namespace cudaenv::sys
