// SPDX-License-Identifier: MIT
#include "fetch/session.hpp"

#include <sys/mount.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "fetch_test.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

class SessionTest : public FetchTest {};

TEST_F(SessionTest, FetchesAFileInRangesThatCoverItOnce) {
    const std::string content = serve("file", 1'000'000);

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_EQ(part(), content);
    EXPECT_EQ(mirror_.traffic("/file").body_bytes, content.size());
    for (const auto& seen : mirror_.seen()) {
        EXPECT_EQ(seen.method, "GET");
        EXPECT_EQ(seen.status, 206);
        EXPECT_LE(seen.body_bytes, options_.piece_bytes);
        EXPECT_EQ(seen.user_agent.rfind("cudaenv/", 0), 0U);
    }
    EXPECT_EQ(mirror_.seen().front().range, "bytes=0-65535");
    EXPECT_EQ(listener_.totals, std::vector<std::uint64_t>{content.size()});
    EXPECT_EQ(listener_.sizes, std::vector<std::uint64_t>{content.size()});
    EXPECT_EQ(listener_.urls, std::vector{mirror_.url("/file")});
}

TEST_F(SessionTest, UsesSeveralConnectionsAndKeepsThem) {
    serve("file", 2'000'000);

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_GT(mirror_.connections(), 1U);
    EXPECT_LE(mirror_.connections(), options_.connections());
}

TEST_F(SessionTest, StartsAllConnectionsAtOnceWhereTheSizeIsKnown) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file delay=100");
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_EQ(part(), content);
    const auto seen = mirror_.seen();
    for (std::size_t i = 0; i < seen.size(); ++i) {
        // Asked for before any answer had told what If-Range needs.
        EXPECT_EQ(seen[i].if_range.empty(), i < options_.connections()) << i;
    }
}

class Size : public SessionTest, public testing::WithParamInterface<std::tuple<int, bool>> {};
INSTANTIATE_TEST_SUITE_P(AroundThePiece, Size,
                         testing::Combine(testing::Values(0, 1, 65535, 65536, 65537, 131072),
                                          testing::Bool()));
TEST_P(Size, OfAnyKindIsFetched) {
    const auto [size, is_known] = GetParam();
    const std::string content = serve("file", static_cast<std::size_t>(size));
    Job job = job_of(mirror_.url("/file"));
    if (is_known) job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_EQ(part(), content);
    EXPECT_EQ(*job.watermark->wait_end(), content.size());
}

TEST_F(SessionTest, FetchesSeveralFilesInOneRun) {
    std::vector<Job> jobs;
    std::vector<std::string> contents;
    for (unsigned i = 0; i < 9; ++i) {
        const std::string name = "file" + std::to_string(i);
        contents.push_back(serve(name, 30'000 * (i + 1), i));
        jobs.push_back(job_of({mirror_.url("/" + name)}, name));
    }

    ASSERT_TRUE(fetch(jobs));

    for (unsigned i = 0; i < 9; ++i) EXPECT_EQ(part("file" + std::to_string(i)), contents[i]);
}

TEST_F(SessionTest, AsksNothingForACompletePart) {
    const std::string content = serve("file", 300'000);
    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));
    mirror_.reset();
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_EQ(mirror_.traffic().requests, 0U);
    EXPECT_EQ(*job.watermark->wait_end(), content.size());
    EXPECT_EQ(listener_.resumed.back(), content.size());
    EXPECT_EQ(listener_.urls.back(), mirror_.url("/file"));
}

TEST_F(SessionTest, DoesNotTakeACompletePartOfAnotherSize) {
    serve("file", 300'000);
    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));
    const std::string content = serve("file", 200'000, 2);
    Job job = job_of(mirror_.url("/file"));
    job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_EQ(part(), content);
}

TEST_F(SessionTest, DoesNotTrustAPartWithoutJournal) {
    const std::string content = serve("file", 100'000);
    folder_.write("cache/file.part", std::string(200'000, 'x'));

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_EQ(part(), content);
}

TEST_F(SessionTest, LetsAReaderFollowBehind) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file rate=1000000");
    const Job job = job_of(mirror_.url("/file"));
    std::string read;
    std::vector<std::uint64_t> marks;
    std::thread reader([&] {
        std::uint64_t mark = 0;
        while ((mark = job.watermark->wait_beyond(read.size()).value_or(0)) > read.size()) {
            marks.push_back(mark);
            std::ifstream file(job.part_path, std::ios::binary);
            file.seekg(static_cast<std::streamoff>(read.size()));
            std::string fresh(mark - read.size(), '\0');
            file.read(fresh.data(), static_cast<std::streamsize>(fresh.size()));
            read += fresh;
        }
    });

    const auto fetched = fetch(job);
    reader.join();

    ASSERT_TRUE(fetched);
    EXPECT_TRUE(read == content);
    EXPECT_GT(marks.size(), 10U);
    EXPECT_LT(marks.front(), content.size() / 4);
}

TEST_F(SessionTest, CopiesAFileUrl) {
    const std::string content = noise(2'500'000);
    const std::string path = folder_.write("a b.run", content);
    Job job = job_of("file://" + folder_ / "a%20b.run");
    job.size_bytes = content.size();

    ASSERT_TRUE(fetch(job));

    EXPECT_TRUE(part() == content);
    EXPECT_TRUE(folder_.read("a b.run") == content);
    EXPECT_EQ(*job.watermark->wait_end(), content.size());
}

TEST_F(SessionTest, NamesAFileUrlThatIsNotThere) {
    const auto fetched = fetch(job_of("file:///none/such.run"));

    EXPECT_EQ(fetched.error().code, Code::not_found);
    EXPECT_EQ(fetched.error().at, "/none/such.run");
}

TEST_F(SessionTest, GoesOnFromAFileUrlToAServer) {
    const std::string content = serve("file", 100'000);

    ASSERT_TRUE(fetch(job_of({"file:///none/such.run", mirror_.url("/file")})));

    EXPECT_EQ(part(), content);
}

TEST_F(SessionTest, OfflineUsesOnlyFilesAndCompleteParts) {
    const std::string content = serve("file", 100'000);
    const std::string url = mirror_.url("/file");
    options_.is_offline = true;

    const auto refused = fetch(job_of(url));
    EXPECT_EQ(refused.error().code, Code::offline);
    EXPECT_EQ(refused.error().at, url);
    EXPECT_EQ(mirror_.traffic().requests, 0U);

    ASSERT_TRUE(fetch(job_of({url, "file://" + folder_ / "www/file"})));
    EXPECT_EQ(part(), content);
    ASSERT_TRUE(fetch(job_of(url)));
    EXPECT_EQ(mirror_.traffic().requests, 0U);
}

TEST_F(SessionTest, EndsSoonAfterASignalAndLosesNothing) {
    const std::string content = serve("file", 2'000'000);
    mirror_.fault("/file rate=200000 times=40");
    const Job job = job_of(mirror_.url("/file"));
    listener_.on_progress = [](std::uint64_t done) {
        if (done > 200'000) sys::set_interrupt(SIGINT);
    };

    const auto begin = std::chrono::steady_clock::now();
    const auto fetched = fetch(job);
    sys::set_interrupt(0);

    EXPECT_EQ(fetched.error().code, Code::interrupted);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
    EXPECT_EQ(job.watermark->wait_end().error().code, Code::interrupted);

    const std::uint64_t done = listener_.progress.back();
    mirror_.clear_faults();
    mirror_.reset();
    listener_.on_progress = nullptr;
    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));
    EXPECT_EQ(listener_.resumed.back(), done);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size() - done);
    EXPECT_TRUE(part() == content);
}

TEST_F(SessionTest, EndsWhenAnotherThreadAsksForIt) {
    serve("file", 2'000'000);
    mirror_.fault("/file rate=100000");
    std::stop_source stop;
    listener_.on_progress = [&](std::uint64_t) { stop.request_stop(); };

    const auto fetched = fetch({job_of(mirror_.url("/file"))}, stop.get_token());

    EXPECT_EQ(fetched.error().code, Code::interrupted);
}

TEST_F(SessionTest, NamesAFullDisk) {
    const std::string disk = folder_.make("cache");
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0) {
        GTEST_SKIP() << "needs the right to mount";
    }
    serve("file", 1'000'000);
    const Job job = job_of(mirror_.url("/file"));

    const auto fetched = fetch(job);
    ::umount2(disk.c_str(), MNT_DETACH);

    EXPECT_EQ(fetched.error().code, Code::space);
    EXPECT_EQ(fetched.error().at.rfind(job.part_path, 0), 0U);
    EXPECT_EQ(job.watermark->wait_end().error().code, Code::space);
}

TEST_F(SessionTest, TwoSessionsFetchTheSameFileOnce) {
    const std::string content = serve("file", 600'000);
    mirror_.fault("/file rate=2000000");
    Result<void> other;
    std::thread thread([&] {
        Recorder listener;
        Session session = *Session::open(options_);
        other = session.run({job_of(mirror_.url("/file"))}, listener);
    });

    const auto fetched = fetch(job_of(mirror_.url("/file")));
    thread.join();

    EXPECT_TRUE(fetched);
    EXPECT_TRUE(other);
    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size());
}

TEST_F(SessionTest, StopsTheOtherFilesWhenOneCannotBeHad) {
    serve("big", 3'000'000);
    mirror_.fault("/big rate=100000");
    const Job big = job_of({mirror_.url("/big")}, "big");

    const auto fetched = fetch({big, job_of({mirror_.url("/none")}, "none")});

    EXPECT_EQ(fetched.error().code, Code::http);
    EXPECT_EQ(fetched.error().at, mirror_.url("/none"));
    EXPECT_EQ(big.watermark->wait_end().error().code, Code::http);
}

TEST_F(SessionTest, RefusesAnAddressItDoesNotSpeak) {
    EXPECT_EQ(fetch(job_of("ftp://127.0.0.1/a")).error().code, Code::usage);
    EXPECT_EQ(fetch(job_of(std::vector<std::string>())).error().code, Code::not_found);
}

TEST_F(SessionTest, DiscardRemovesPartAndJournal) {
    serve("file", 100'000);
    const Job job = job_of(mirror_.url("/file"));
    ASSERT_TRUE(fetch(job));

    ASSERT_TRUE(discard_part(job.part_path));
    ASSERT_TRUE(discard_part(job.part_path));

    EXPECT_FALSE(sys::exists(job.part_path));
    EXPECT_FALSE(sys::exists(job.part_path + ".journal"));
}

}  // namespace
}  // namespace cudaenv::fetch
