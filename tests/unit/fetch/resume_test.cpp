// SPDX-License-Identifier: MIT
// A later run goes on where an earlier one ended.
#include "fetch_test.hpp"
#include "sys/files.hpp"

namespace cudaenv::fetch {
namespace {

class ResumeTest : public FetchTest {
  protected:
    // Leaves a `.part` of which some is there.
    std::uint64_t interrupt(const std::string& content) {
        mirror_.fault("/file after=6 status=503");
        options_.retries = 0;
        EXPECT_FALSE(fetch(job_of(mirror_.url("/file"))));
        mirror_.clear_faults();
        mirror_.reset();
        const std::uint64_t done = listener_.progress.back();
        EXPECT_GT(done, 0U);
        EXPECT_LT(done, content.size());
        return done;
    }
};

TEST_F(ResumeTest, FetchesOnlyWhatIsMissing) {
    const std::string content = serve("file", 1'000'000);
    const std::uint64_t done = interrupt(content);

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size() - done);
    EXPECT_EQ(listener_.resumed.back(), done);
}

TEST_F(ResumeTest, GoesOnFromAnotherMirror) {
    const std::string content = serve("file", 1'000'000);
    const std::uint64_t done = interrupt(content);
    test::LocalMirror other({folder_ / "www", "127.0.0.1", 0, {}, {}});
    other.fault("/file etag=other");

    ASSERT_TRUE(fetch(job_of(other.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(other.traffic().body_bytes, content.size() - done);
}

TEST_F(ResumeTest, StartsAgainWhereRangesAreNotKnown) {
    const std::string content = serve("file", 1'000'000);
    interrupt(content);
    mirror_.fault("/file no-ranges");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
}

TEST_F(ResumeTest, DoesNotPublishWhatMayHaveChanged) {
    const std::string content = serve("file", 1'000'000);
    interrupt(content);
    mirror_.fault("/file status=404");
    const Job job = job_of(mirror_.url("/file"));

    EXPECT_FALSE(fetch(job));

    EXPECT_TRUE(listener_.totals.size() == 1);  // the second run never saw the file
    EXPECT_EQ(job.watermark->wait_end().error().code, Code::http);
}

TEST_F(ResumeTest, KeepsWhatIsThereWhenTheServerIsAway) {
    const std::string content = serve("file", 1'000'000);
    const std::uint64_t done = interrupt(content);
    mirror_.fault("/file status=503");
    EXPECT_FALSE(fetch(job_of(mirror_.url("/file"))));
    mirror_.clear_faults();
    mirror_.reset();

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size() - done);
}

TEST_F(ResumeTest, FetchesHolesThatTheJournalDoesNotClaim) {
    const std::string content = serve("file", 1'000'000);
    std::string holed = content;
    std::fill_n(holed.begin() + 500'000, 1000, '\0');
    folder_.write("cache/file.part", holed);
    folder_.write("cache/file.part.journal",
                  "cudaenv-part 1\nurl " + mirror_.url("/file") +
                      "\nsize 1000000\nhave 501000 1000000\nhave 0 500000\n");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic(), (test::LocalMirror::Traffic{1, 1000}));
}

}  // namespace
}  // namespace cudaenv::fetch
