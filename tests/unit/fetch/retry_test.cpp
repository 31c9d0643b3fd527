// SPDX-License-Identifier: MIT
// What is tried again, what is not, and that nothing is fetched twice.
#include <utility>

#include "fetch_test.hpp"

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

class RetryTest : public FetchTest {
  protected:
    std::chrono::milliseconds time(const std::function<void()>& action) {
        const auto begin = std::chrono::steady_clock::now();
        action();
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
    }
};

TEST_F(RetryTest, GoesOnAtTheByteWhereAConnectionWasCut) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file after=3 cut=40000 times=3");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size());
    EXPECT_FALSE(listener_.retries.empty());
}

TEST_F(RetryTest, NeverTakesTheTextOfAnErrorForTheFile) {
    const std::string content = serve("file", 500'000);
    mirror_.fault("/file after=2 status=500 times=3");

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
    EXPECT_EQ(listener_.retries.front().code, Code::http);
}

TEST_F(RetryTest, DoesNotAskAgainForWhatIsNotThere) {
    const auto fetched = fetch(job_of(mirror_.url("/none")));

    EXPECT_EQ(fetched.error().code, Code::http);
    EXPECT_EQ(fetched.error().what, "fetching file: 127.0.0.1 answered 404 (not found)");
    EXPECT_EQ(fetched.error().at, mirror_.url("/none"));
    EXPECT_EQ(mirror_.traffic().requests, 1U);
}

TEST_F(RetryTest, GivesUpAfterTheRetries) {
    serve("file", 1000);
    mirror_.fault("/file status=503");
    options_.retries = 3;

    const auto fetched = fetch(job_of(mirror_.url("/file")));

    EXPECT_EQ(fetched.error().code, Code::http);
    EXPECT_EQ(mirror_.traffic().requests, 4U);
    EXPECT_EQ(listener_.retries.size(), 3U);
}

TEST_F(RetryTest, WaitsAsLongAsTheServerAsks) {
    const std::string content = serve("file", 1000);
    mirror_.fault("/file status=429 retry-after=1 times=1");

    const auto took = time([&] { ASSERT_TRUE(fetch(job_of(mirror_.url("/file")))); });

    EXPECT_GE(took, 1s);
    EXPECT_EQ(part(), content);
}

TEST_F(RetryTest, NamesARefusedConnection) {
    std::uint16_t port = 0;
    { port = test::LocalMirror({folder_ / "www", "127.0.0.1", 0, {}, {}}).port(); }
    options_.retries = 1;

    const auto fetched = fetch(job_of("http://127.0.0.1:" + std::to_string(port) + "/a"));

    EXPECT_EQ(fetched.error().code, Code::network);
    EXPECT_EQ(fetched.error().what,
              "fetching file: cannot connect to 127.0.0.1: connection refused");
    EXPECT_EQ(fetched.error().found, "tried 127.0.0.1");
    EXPECT_EQ(listener_.retries.size(), 1U);
}

TEST_F(RetryTest, TellsNoNameFromNoRoute) {
    options_.retries = 0;
    // Too long for a name, and an address that the kernel has no route for: no packet leaves.
    const auto nameless = fetch(job_of("http://" + std::string(64, 'a') + ".invalid/a"));
    const auto routeless = fetch(job_of("http://224.0.0.1:9/a"));

    EXPECT_NE(nameless.error().what.find("cannot find the address of aaa"), std::string::npos);
    EXPECT_NE(routeless.error().what.find("no route"), std::string::npos) << routeless.error().what;
}

TEST_F(RetryTest, EndsASilentConnectionAndGoesOn) {
    const std::string content = serve("file", 30'000);
    mirror_.fault("/file stall=50 times=1");  // curl looks at the mean of five seconds
    options_.timeout = 1s;
    options_.jobs = 0;  // one connection: no other takes over

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_EQ(part(), content);
    EXPECT_EQ(mirror_.traffic().body_bytes, content.size());
    ASSERT_EQ(listener_.retries.size(), 1U);
    EXPECT_EQ(listener_.retries.front().what, "127.0.0.1 sent nothing for 1 s");
}

TEST_F(RetryTest, AnIdleConnectionTakesOverFromASilentOne) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file after=2 stall=10000 times=1");
    options_.timeout = 6s;  // silence counts after one second

    const auto took = time([&] { ASSERT_TRUE(fetch(job_of(mirror_.url("/file")))); });

    EXPECT_LT(took, 4s);
    EXPECT_TRUE(part() == content);
    EXPECT_TRUE(listener_.retries.empty());
}

TEST_F(RetryTest, ASlowServerIsNotASilentOne) {
    const std::string content = serve("file", 30'000);
    mirror_.fault("/file rate=12000");
    options_.timeout = 1s;

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_EQ(part(), content);
    EXPECT_TRUE(listener_.retries.empty());
}

TEST_F(RetryTest, LivesThroughARestartOfTheServer) {
    const std::string content = serve("file", 1'000'000);
    auto server = std::make_unique<test::LocalMirror>(
        test::LocalMirror::Options{folder_ / "www", "127.0.0.1", 0, {}, {}});
    const std::uint16_t port = server->port();
    server->fault("/file rate=1000000");
    const Job job = job_of(server->url("/file"));
    bool is_restarted = false;
    listener_.on_progress = [&](std::uint64_t done) {
        if (done < 400'000 || std::exchange(is_restarted, true)) return;
        server.reset();
        server = std::make_unique<test::LocalMirror>(
            test::LocalMirror::Options{folder_ / "www", "127.0.0.1", port, {}, {}});
    };

    ASSERT_TRUE(fetch(job));

    EXPECT_TRUE(part() == content);
    EXPECT_LT(server->traffic().body_bytes, 700'000U);
}

TEST_F(RetryTest, AServerThatWantsFewConnectionsIsGivenFew) {
    const std::string content = serve("file", 1'000'000);
    mirror_.fault("/file after=1 status=503 times=3");
    options_.retries = 2;

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_TRUE(part() == content);
}

}  // namespace
}  // namespace cudaenv::fetch
