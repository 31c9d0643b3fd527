// SPDX-License-Identifier: MIT
// A download killed at any moment: the next run is right and fetches little twice.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>

#include "fetch_test.hpp"

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

// A process that fetches once it is told the URL. Forked before there are threads.
class Child {
  public:
    Child(const Options& options, const std::string& part_path) {
        EXPECT_EQ(::pipe(ends_.data()), 0);
        pid_ = ::fork();
        if (pid_ != 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::close(ends_[1]);
        std::array<char, 256> url{};
        const ssize_t size = ::read(ends_[0], url.data(), url.size());
        if (size <= 0) ::_exit(2);
        Recorder listener;
        Session session = *Session::open(options);
        const Job job{"file",
                      {std::string(url.data(), static_cast<std::size_t>(size))},
                      part_path,
                      std::nullopt,
                      nullptr};
        ::_exit(session.run({job}, listener) ? 0 : 1);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }

    void start(const std::string& url) const {
        EXPECT_EQ(::write(ends_[1], url.data(), url.size()), static_cast<ssize_t>(url.size()));
    }
    void kill() const { ::kill(pid_, SIGKILL); }
    int wait() const {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        return status;
    }

  private:
    std::array<int, 2> ends_{};
    pid_t pid_ = -1;
};

class KillTest : public testing::Test {
  protected:
    test::TempFolder folder_;
    Options options_;

    std::unique_ptr<test::LocalMirror> serve(const std::string& content) {
        folder_.write("www/file", content);
        return std::make_unique<test::LocalMirror>(
            test::LocalMirror::Options{folder_ / "www", "127.0.0.1", 0, {}, {}});
    }
};

TEST_F(KillTest, HalfwayCostsAtMostFourMegabytes) {
    const std::string content = noise(16'000'000);
    const Child killed(options_, folder_ / "file.part");
    const Child resumed(options_, folder_ / "file.part");
    const auto mirror = serve(content);
    mirror->fault("/file rate=3000000");  // by eight connections: 24 MB/s

    killed.start(mirror->url("/file"));
    while (mirror->traffic().body_bytes < content.size() / 2) std::this_thread::sleep_for(1ms);
    killed.kill();
    killed.wait();
    std::this_thread::sleep_for(50ms);  // what is on the way is sent
    const std::uint64_t before = mirror->traffic().body_bytes;
    resumed.start(mirror->url("/file"));

    EXPECT_EQ(resumed.wait(), 0);
    EXPECT_TRUE(folder_.read("file.part") == content);
    const std::uint64_t sum = mirror->traffic().body_bytes;
    EXPECT_LE(sum - content.size(), 4'000'000U);
    EXPECT_LT(sum - before, content.size() * 2 / 3);
    RecordProperty("repeated_bytes", static_cast<int>(sum - content.size()));
}

TEST_F(KillTest, AtAnyMomentLeavesWhatTheNextRunNeeds) {
    const std::string content = noise(3'000'000);
    options_.jobs = 2;
    options_.piece_bytes = 300'000;
    std::vector<std::unique_ptr<Child>> killed;
    for (int i = 0; i < 12; ++i) {
        killed.push_back(std::make_unique<Child>(options_, folder_ / "file.part"));
    }
    const Child last(options_, folder_ / "file.part");
    const auto mirror = serve(content);
    mirror->fault("/file rate=2000000");
    std::mt19937 random{std::random_device{}()};

    for (const auto& child : killed) {
        child->start(mirror->url("/file"));
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 60));
        child->kill();
        child->wait();
    }
    last.start(mirror->url("/file"));

    EXPECT_EQ(last.wait(), 0);
    EXPECT_TRUE(folder_.read("file.part") == content);
}

}  // namespace
}  // namespace cudaenv::fetch
