// SPDX-License-Identifier: MIT
#include "cli/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

// A terminal and a clock of the test's own.
struct Fixture {
    std::string text;
    std::chrono::steady_clock::time_point now;

    ProgressOptions options(ProgressMode mode) {
        ProgressOptions out;
        out.mode = mode;
        out.columns = 100;
        out.now = [this] { return now; };
        out.write = [this](std::string_view piece) { text += piece; };
        return out;
    }
};

constexpr std::uint64_t kMiB = 1U << 20U;

TEST(Progress, InAPipeOnlySentencesAppear) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::none));

    progress.fetch_progress("a.run", 0, 100 * kMiB, 0);
    fixture.now += seconds(60);
    progress.fetch_progress("a.run", 50 * kMiB, 100 * kMiB, 0);
    progress.unpack_progress("bin/nvcc", 5);
    progress.said("verified 1 runfile (sha256)");

    EXPECT_EQ(fixture.text, "cudaenv: verified 1 runfile (sha256)\n");
}

TEST(Progress, OneLineForEachRunningArchiveAndATotal) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::lines));
    progress.fetch_progress("a.run", 0, 100 * kMiB, 0);
    progress.fetch_progress("b.tar.xz", 0, 100 * kMiB, 0);

    fixture.now += seconds(5);
    progress.fetch_progress("a.run", 50 * kMiB, 100 * kMiB, 0);

    EXPECT_EQ(fixture.text,
              "  a.run                                 100 MiB   50 %   10.0 MiB/s  eta 5 s\n"
              "  b.tar.xz                              100 MiB    0 %\n"
              "  total                                 200 MiB   25 %   10.0 MiB/s  eta 15 s\n");
}

TEST(Progress, RedrawsInPlaceAndClearsBeforeASentence) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::lines));
    fixture.now += seconds(1);
    progress.fetch_progress("a.run", kMiB, 100 * kMiB, 0);
    fixture.text.clear();

    progress.fetch_progress("a.run", 2 * kMiB, 100 * kMiB, 0);  // too soon
    EXPECT_EQ(fixture.text, "");
    fixture.now += milliseconds(100);
    progress.fetch_progress("a.run", 3 * kMiB, 100 * kMiB, 0);
    EXPECT_THAT(fixture.text, testing::StartsWith("\033[1A\r\033[J  a.run "));
    fixture.text.clear();
    progress.said("done");

    EXPECT_EQ(fixture.text, "\033[1A\r\033[Jcudaenv: done\n");
}

TEST(Progress, PlainIsALineEachTenSecondsWithoutEscapes) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::plain));

    for (std::uint64_t second = 0; second <= 30; ++second) {
        progress.fetch_progress("a.run", second * kMiB, 100 * kMiB, 0);
        fixture.now += seconds(1);
    }

    EXPECT_EQ(std::count(fixture.text.begin(), fixture.text.end(), '\n'), 3);
    EXPECT_EQ(fixture.text.find('\033'), std::string::npos);
}

TEST(Progress, ResumedBytesDoNotCountAsSpeed) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::lines));
    progress.fetch_progress("a.run", 90 * kMiB, 100 * kMiB, 90 * kMiB);

    fixture.now += seconds(5);
    progress.fetch_progress("a.run", 95 * kMiB, 100 * kMiB, 90 * kMiB);

    EXPECT_THAT(fixture.text, HasSubstr("95 %    1.0 MiB/s  eta 5 s"));
}

TEST(Progress, WaitingAndRetryingAreSentences) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::none));

    progress.waiting("pid 12 on host", "installing 12.4.1");
    progress.fetch_retry("a.run", fail(Code::network, "the connection broke").value(), seconds(2));

    EXPECT_EQ(fixture.text,
              "cudaenv: waiting for another cudaenv (pid 12 on host) installing 12.4.1\n"
              "cudaenv: note: a.run: the connection broke; trying again in 2 s\n");
}

TEST(Progress, APauseBelowASecondIsNotCalledZeroSeconds) {
    Fixture fixture;
    Progress progress(fixture.options(ProgressMode::none));

    progress.fetch_retry("a.run", fail(Code::network, "the connection broke").value(),
                         std::chrono::milliseconds(300));

    EXPECT_EQ(fixture.text, "cudaenv: note: a.run: the connection broke; trying again\n");
}

}  // namespace
}  // namespace cudaenv::cli
