// SPDX-License-Identifier: MIT
// Servers that know no ranges, that lie about them, and files that change meanwhile.
#include <filesystem>
#include <utility>

#include "fetch_test.hpp"
#include "sys/files.hpp"

namespace cudaenv::fetch {
namespace {

class RangesTest : public FetchTest {
  protected:
    void replace(const std::string& name, const std::string& content) {
        folder_.write("new", content);
        std::filesystem::rename(folder_ / "new", folder_ / ("www/" + name));
    }
    unsigned requests_with(int status) const {
        unsigned count = 0;
        for (const auto& seen : mirror_.seen()) count += seen.status == status ? 1 : 0;
        return count;
    }
};

TEST_F(RangesTest, AServerWithoutRangesSendsOneStream) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file no-ranges");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic(), (test::LocalMirror::Traffic{1, content.size()}));
}

TEST_F(RangesTest, AServerWithoutRangesIsFineWhereTheSizeIsKnown) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file no-ranges");
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_TRUE(part() == content);
}

TEST_F(RangesTest, AStreamThatBreaksStartsAgainFromTheFront) {
    const std::string content = serve("file", 500'000);
    mirror_.fault("/file no-ranges cut=300000 times=2");
    mirror_.fault("/file no-ranges");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(listener_.retries.size(), 2U);
    EXPECT_EQ(mirror_.traffic().body_bytes, 1'100'000U);
}

class BrokenStream : public RangesTest, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, BrokenStream, testing::Values("no-ranges", "no-ranges no-length"));

TEST_P(BrokenStream, ThatNeverComesFurtherIsGivenUp) {
    serve("file", 2'000'000);
    mirror_.fault("/file cut=1000000 times=20 " + std::string(GetParam()));
    options_.retries = 2;
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = 2'000'000;

    const auto fetched = fetch(job);

    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().code, Code::network);
    EXPECT_EQ(listener_.retries.size(), options_.retries);
    // All connections ask at first, since the size is known, which may cost one beginning anew.
    EXPECT_LE(mirror_.traffic().requests, options_.connections() + 1 + options_.retries);
}

TEST_F(RangesTest, AStreamThatComesFurtherEachTimeIsNotGivenUp) {
    const std::string content = serve("file", 1'200'000);
    for (const char* cut : {"300000", "600000", "900000"}) {
        mirror_.fault(std::string("/file no-ranges times=1 cut=") + cut);
    }
    mirror_.fault("/file no-ranges");
    options_.retries = 1;

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
}

TEST_F(RangesTest, AStreamOfUnknownLengthEndsWithTheConnection) {
    const std::string content = serve("file", 500'000);
    mirror_.fault("/file no-ranges no-length");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(listener_.totals, std::vector<std::uint64_t>{0});
    EXPECT_EQ(listener_.sizes, std::vector<std::uint64_t>{content.size()});
    mirror_.reset();
    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));
    EXPECT_EQ(mirror_.traffic().requests, 0U);
}

TEST_F(RangesTest, AFileThatChangesIsFetchedFromTheFrontAgain) {
    const std::string before = serve("file", 1'000'000);
    const std::string after = noise(before.size(), 2);
    mirror_.fault("/file rate=1000000 times=8");
    bool is_replaced = false;
    listener_.on_progress = [&](std::uint64_t done) {
        if (done >= 100'000 && !std::exchange(is_replaced, true)) replace("file", after);
    };

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == after);
    EXPECT_GE(requests_with(200), 1U);  // what If-Range gives for a changed file
}

TEST_F(RangesTest, AFileThatChangesItsSizeUnderAReaderIsRefused) {
    serve("file", 1'000'000);
    mirror_.fault("/file rate=1000000 times=8");
    bool is_replaced = false;
    listener_.on_progress = [&](std::uint64_t done) {
        if (done >= 300'000 && !std::exchange(is_replaced, true))
            replace("file", noise(700'000, 2));
    };
    const Job job = job_of(mirror_.url("/file"));

    const auto fetched = fetch(job);

    EXPECT_EQ(fetched.error().code, Code::checksum);
    EXPECT_FALSE(sys::exists(job.part_path));
    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));
    EXPECT_TRUE(part() == noise(700'000, 2));
}

TEST_F(RangesTest, AFileThatChangedBetweenTwoRunsIsFetchedWhole) {
    serve("file", 1'000'000);
    options_.retries = 0;
    mirror_.fault("/file after=8 status=503");
    EXPECT_FALSE(fetch(job_of(mirror_.url("/file"))));
    mirror_.clear_faults();
    const std::string after = noise(900'000, 2);
    replace("file", after);

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == after);
}

TEST_F(RangesTest, AnotherTagForEachAnswerEndsAsOneStream) {
    const std::string content = serve("file", 500'000);
    mirror_.fault("/file new-etag");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
}

TEST_F(RangesTest, ValidatorsAreNotNeeded) {
    const std::string content = serve("file", 500'000);
    mirror_.fault("/file no-validators");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size());
}

TEST_F(RangesTest, IfRangeIsSentOnceTheFileIsKnown) {
    serve("file", 500'000);
    mirror_.fault("/file etag=abc");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    const auto seen = mirror_.seen();
    EXPECT_EQ(seen.front().if_range, "");
    EXPECT_EQ(seen.back().if_range, "\"abc\"");
}

class Lie : public RangesTest, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Lie,
                         testing::Values("range=+1", "range=-1", "range=+100000", "total=+5",
                                         "length=+10", "no-length"));
TEST_P(Lie, DoesNotSpoilTheFile) {
    const std::string content = serve("file", 500'000);
    mirror_.fault(std::string("/file ") + GetParam());

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
}

TEST_F(RangesTest, ATotalThatIsTooSmallIsSeenWhereTheSizeIsKnown) {
    const std::string content = serve("file", 500'000);
    mirror_.fault("/file total=-5");
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = content.size();

    EXPECT_EQ(fetch(job).error().code, Code::checksum);
}

TEST_F(RangesTest, AnswersThatAreAlwaysShortAreAFailure) {
    serve("file", 500'000);
    mirror_.fault("/file length=-10");
    options_.retries = 2;

    EXPECT_EQ(fetch(job_of(mirror_.url("/file"))).error().code, Code::network);
}

TEST_F(RangesTest, AnotherSizeThanTheCatalogSaysIsRefused) {
    serve("file", 500'000);
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = 400'000;

    const auto fetched = fetch(job);

    EXPECT_EQ(fetched.error().code, Code::checksum);
    EXPECT_EQ(fetched.error().found, "500000 bytes");
    EXPECT_EQ(fetched.error().needs, "400000 bytes");
}

}  // namespace
}  // namespace cudaenv::fetch
