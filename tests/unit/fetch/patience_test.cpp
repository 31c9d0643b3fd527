// SPDX-License-Identifier: MIT
#include "fetch/patience.hpp"

#include <gtest/gtest.h>

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

const Clock::time_point kStart = Clock::time_point() + 1h;

Patience patience_of(unsigned retries, std::chrono::milliseconds back_off = 100ms) {
    Options options;
    options.retries = retries;
    options.back_off = back_off;
    return Patience(options, 8);
}

TEST(Patience, DoublesItsPausesWithJitter) {
    Patience patience = patience_of(20);
    auto longest = 100ms;
    for (int i = 0; i < 20; ++i) {
        const auto pause = patience.failed(kStart + i * 1min, kStart + i * 1min, 0ms);

        ASSERT_TRUE(pause);
        EXPECT_GE(*pause, longest / 2);
        EXPECT_LE(*pause, longest);
        EXPECT_EQ(patience.not_before(), kStart + i * 1min + *pause);
        longest = std::min(2 * longest, 30'000ms);
    }
}

TEST(Patience, GivesUpAfterTheLastRetry) {
    Patience patience = patience_of(2);

    EXPECT_TRUE(patience.failed(kStart, kStart, 0ms));
    EXPECT_TRUE(patience.failed(kStart + 1s, kStart + 1s, 0ms));
    EXPECT_FALSE(patience.failed(kStart + 2s, kStart + 2s, 0ms));
}

TEST(Patience, CountsOneDeadServerOnceForAllConnections) {
    Patience patience = patience_of(1);
    ASSERT_TRUE(patience.failed(kStart + 5s, kStart, 0ms));

    for (int i = 0; i < 7; ++i) {
        EXPECT_EQ(patience.failed(kStart + 6s, kStart + 1s, 0ms), 0ms);
    }
}

TEST(Patience, CountsAfreshOnceBytesCame) {
    Patience patience = patience_of(1);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(patience.failed(kStart + i * 1min, kStart + i * 1min, 0ms));
        patience.succeeded();
    }
}

TEST(Patience, WaitsAtLeastAsLongAsTheServerSays) {
    Patience patience = patience_of(1);

    EXPECT_EQ(patience.failed(kStart, kStart, 7s), 7s);
}

TEST(Patience, HalvesTheConnectionsAndLetsThemComeBackOneByOne) {
    Patience patience = patience_of(9);
    EXPECT_EQ(patience.connections(), 8U);

    ASSERT_TRUE(patience.failed(kStart, kStart, 0ms));
    EXPECT_EQ(patience.connections(), 4U);
    for (int i = 1; i < 6; ++i)
        ASSERT_TRUE(patience.failed(kStart + i * 1min, kStart + i * 1min, 0ms));
    EXPECT_EQ(patience.connections(), 1U);
    patience.succeeded();
    EXPECT_EQ(patience.connections(), 2U);
    patience.start_afresh();
    EXPECT_EQ(patience.connections(), 8U);
}

}  // namespace
}  // namespace cudaenv::fetch
