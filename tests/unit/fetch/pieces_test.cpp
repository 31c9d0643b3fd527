// SPDX-License-Identifier: MIT
// How a file is cut into ranges.
#include <algorithm>

#include "fetch_test.hpp"

namespace cudaenv::fetch {
namespace {

class PiecesTest : public FetchTest {};

TEST_F(PiecesTest, AreSmallInFrontAndAtTheEndAndGrowBetween) {
    const std::string content = serve("file", 24U << 20U);
    options_.piece_bytes = Options().piece_bytes;
    options_.jobs = 1;

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    std::uint64_t largest = 0;
    for (const auto& seen : mirror_.seen()) {
        largest = std::max(largest, seen.body_bytes);
        const bool is_last = seen.range.ends_with("-" + std::to_string(content.size() - 1));
        EXPECT_LE(seen.body_bytes, is_last ? 1U << 20U : options_.piece_bytes);
    }
    EXPECT_EQ(mirror_.seen().front().range, "bytes=0-1048575");
    EXPECT_GE(largest, 3U << 20U);
}

}  // namespace
}  // namespace cudaenv::fetch
