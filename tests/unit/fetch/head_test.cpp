// SPDX-License-Identifier: MIT
#include "fetch/head.hpp"

#include <gtest/gtest.h>

namespace cudaenv::fetch {
namespace {

Head head_of(std::initializer_list<std::string_view> lines) {
    Head head;
    for (const std::string_view line : lines) head.take_line(line);
    return head;
}

TEST(Head, ReadsWhatTellsFilesApart) {
    const Head head = head_of({"HTTP/1.1 206 Partial Content\r\n", "ETag: W/\"x\"\r\n",
                               "last-modified:  Wed, 01 May 2024 \r\n", "CONTENT-LENGTH: 100\r\n",
                               "Content-Range: bytes 100-199/1000\r\n", "\r\n"});

    EXPECT_EQ(head.status, 206);
    EXPECT_EQ(head.etag, "W/\"x\"");
    EXPECT_EQ(head.modified, "Wed, 01 May 2024");
    EXPECT_EQ(head.length, 100U);
    ASSERT_TRUE(head.range);
    EXPECT_EQ(head.range->span, (Span{100, 200}));
    EXPECT_EQ(head.range->total, 1000U);
}

TEST(Head, StartsAgainWithEachStatusLine) {
    const Head head = head_of({"HTTP/1.1 100 Continue", "ETag: old", "HTTP/1.1 200 OK"});

    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.etag, "");
}

TEST(Head, KnowsRangesWithoutTotalAndTotalsWithoutRange) {
    EXPECT_EQ(head_of({"Content-Range: bytes 0-9/*"}).range->total, std::nullopt);
    EXPECT_EQ(head_of({"Content-Range: bytes */77"}).range->total, 77U);
}

TEST(Head, IgnoresWhatIsMalformed) {
    for (const char* line :
         {"Content-Range: bytes 9-0/10", "Content-Range: bytes 0-9", "Content-Range: lines 0-9/10",
          "Content-Range: bytes 0-9/10x", "Content-Range: bytes 0-18446744073709551615/*",
          "Content-Range: bytes -9/10", "Content-Range: bytes 0-99999999999999999999/1"}) {
        EXPECT_FALSE(head_of({line}).range) << line;
    }
    EXPECT_FALSE(head_of({"Content-Length: 12 apples"}).length);
    EXPECT_FALSE(head_of({"Retry-After: Wed, 01 May 2024 10:00:00 GMT"}).retry_after);
    EXPECT_EQ(head_of({"HTTP/1.1"}).status, 0);
    EXPECT_EQ(head_of({"no colon"}).status, 0);
}

TEST(Head, ReadsRetryAfterInSeconds) {
    EXPECT_EQ(head_of({"Retry-After: 7"}).retry_after, std::chrono::seconds(7));
    EXPECT_EQ(head_of({"Retry-After: 99999999999"}).retry_after, std::chrono::hours(24));
}

}  // namespace
}  // namespace cudaenv::fetch
