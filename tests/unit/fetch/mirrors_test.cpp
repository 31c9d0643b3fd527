// SPDX-License-Identifier: MIT
// Several URLs for one file.
#include "fetch_test.hpp"

namespace cudaenv::fetch {
namespace {

class MirrorsTest : public FetchTest {
  protected:
    test::LocalMirror second_{{folder_.make("second"), "127.0.0.1", 0, {}, {}}};

    std::string serve_on_both(std::size_t size) {
        std::string content = serve("file", size);
        folder_.write("second/file", content);
        return content;
    }
    Job both() const { return job_of({mirror_.url("/file"), second_.url("/file")}); }
};

TEST_F(MirrorsTest, TheFirstOneServesAlone) {
    serve_on_both(500'000);

    ASSERT_TRUE(fetch(both()));

    EXPECT_EQ(second_.traffic().requests, 0U);
}

TEST_F(MirrorsTest, AnAbsentFileIsFetchedFromTheNextAtOnce) {
    const std::string content = noise(500'000);
    folder_.write("second/file", content);

    ASSERT_TRUE(fetch(both()));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().requests, 1U);
    EXPECT_TRUE(listener_.retries.empty());
    EXPECT_EQ(listener_.urls, std::vector{second_.url("/file")});
}

TEST_F(MirrorsTest, TheNextGoesOnWhereOneFailsHalfway) {
    const std::string content = serve_on_both(1'000'000);
    mirror_.fault("/file after=5 status=503");
    options_.retries = 1;

    ASSERT_TRUE(fetch(both()));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(second_.traffic().body_bytes + 5 * options_.piece_bytes, content.size());
}

TEST_F(MirrorsTest, TheNextGoesOnWhereAStreamAlwaysBreaks) {
    const std::string content = serve_on_both(2'000'000);
    mirror_.fault("/file no-ranges cut=1000000 times=20");
    options_.retries = 2;

    ASSERT_TRUE(fetch(both()));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().requests, 1 + options_.retries);
    EXPECT_EQ(second_.traffic().body_bytes, 1'000'000U);
}

TEST_F(MirrorsTest, AFileOfAnotherSizeIsLeftForTheNext) {
    const std::string content = noise(500'000);
    serve("file", 400'000, 2);
    folder_.write("second/file", content);
    Job job = both();
    job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_TRUE(part() == content);
}

TEST_F(MirrorsTest, TheErrorNamesThemAll) {
    serve("file", 1000);
    mirror_.fault("/file refuse");
    options_.retries = 0;

    const auto fetched = fetch(both());

    EXPECT_EQ(fetched.error().code, Code::network);
    EXPECT_EQ(fetched.error().at, mirror_.url("/file"));
    ASSERT_EQ(fetched.error().notes.size(), 1U);
    EXPECT_EQ(fetched.error().notes.front(),
              second_.url("/file") + ": 127.0.0.1 answered 404 (not found)");
}

TEST_F(MirrorsTest, ANextOneWithoutRangesSendsTheWhole) {
    const std::string content = serve_on_both(1'000'000);
    mirror_.fault("/file after=5 status=403");
    second_.fault("/file no-ranges");

    ASSERT_TRUE(fetch(both()));

    EXPECT_TRUE(part() == content);
}

}  // namespace
}  // namespace cudaenv::fetch
