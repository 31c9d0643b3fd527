// SPDX-License-Identifier: MIT
// Installs of several archives, killed in the middle: nothing half is listed, and what had arrived
// is not fetched again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <random>
#include <thread>

#include "machine.hpp"
#include "support/local_mirror.hpp"

namespace cudaenv::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kKilled = 128 + SIGKILL;
const std::string kStack = "12.4.1+cudnn8.9.7";
const std::vector<std::string> kInstall = {"install", "--profile", "minimal", kStack};

// A machine whose mirror has the archives of the stack.
struct RedistMachine {
    // `pad_mb`: of cudart's archive; the others are tiny.
    explicit RedistMachine(unsigned pad_mb = 0) : machine({}) {
        make_redist(served.path(), machine.folder / "catalog", {"12.4.1"}, pad_mb);
        // The toolkit has no runfile here; the release must be known all the same.
        machine.folder.write("catalog/toolkits.toml", manifest_of({a_runfile()}, {"md5"}));
        mirror = std::make_unique<LocalMirror>(serving(served.path()));
        machine.use_mirror(mirror->url());
    }
    static ToolkitFile a_runfile() {
        ToolkitFile file;
        file.version = "12.4.1";
        file.name = "cuda_12.4.1_linux.run";
        file.sha256 = std::string(64, 'a');
        file.size_bytes = 1;
        return file;
    }
    void start_over() {
        std::filesystem::remove_all(machine.root());
        std::filesystem::remove_all(machine.folder / "cache");
    }
    void expect_recovery(const std::string& end_state) {
        if (!machine.versions().empty()) {
            EXPECT_EQ(machine.run({"verify", "--all"}).exit, 0);
        }
        const Finished again = machine.run(kInstall);
        EXPECT_EQ(again.exit, 0) << again.err;
        EXPECT_THAT(machine.versions(), ElementsAre(kStack));
        EXPECT_TRUE(machine.files_of(kStack) == end_state);
        EXPECT_EQ(machine.run({"verify", "--all"}).exit, 0);
        EXPECT_EQ(machine.run({"gc"}).exit, 0);
        EXPECT_THAT(machine.staging(), IsEmpty());
    }
    // What was served of the toolkit's archives since the last reset.
    std::uint64_t archive_bytes() const {
        std::uint64_t sum = 0;
        for (const LocalMirror::Seen& seen : mirror->seen()) {
            if (seen.path.starts_with("/compute/cuda/redist/cuda_")) sum += seen.body_bytes;
        }
        return sum;
    }

    TempFolder served;
    Machine machine;
    std::unique_ptr<LocalMirror> mirror;
};

TEST(KilledRedistInstall, AtRandomMomentsNothingHalfIsEverListed) {
    RedistMachine here(4);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(here.machine.run(kInstall).exit, 0);
    const auto whole = std::chrono::steady_clock::now() - begin;
    const std::string end_state = here.machine.files_of(kStack);
    std::mt19937 random(21);  // NOLINT(bugprone-random-generator-seed): the same moments each time
    std::uniform_real_distribution<double> part(0.0, 1.0);

    here.start_over();
    for (int kill = 0; kill < 12; ++kill) {
        Running running = here.machine.start(kInstall);
        std::this_thread::sleep_for(whole * part(random));
        running.signal(SIGKILL);
        const Finished finished = running.wait();
        SCOPED_TRACE("kill " + std::to_string(kill));
        EXPECT_TRUE(finished.exit == kKilled || finished.exit == 0) << finished.err;
        if (kill % 3 != 2) continue;
        here.expect_recovery(end_state);
        here.start_over();
    }
}

TEST(KilledRedistInstall, WhatHadArrivedIsNotFetchedAgain) {
    constexpr std::uint64_t kPadBytes = 16U << 20U;
    constexpr std::uint64_t kSlack = 8U << 20U;  // the unfinished piece, what the kernel had taken
    std::vector<std::string> one_by_one = kInstall;
    one_by_one.insert(one_by_one.end(), {"--jobs", "1"});
    RedistMachine here(kPadBytes >> 20U);
    here.mirror->fault("/compute/cuda/redist/cuda_cudart/* rate=8000000");
    Running running = here.machine.start(one_by_one);
    while (here.mirror->traffic().body_bytes < kPadBytes * 3 / 4 && !running.has_ended()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    running.signal(SIGKILL);
    ASSERT_EQ(running.wait().exit, kKilled);
    EXPECT_THAT(here.machine.versions(), IsEmpty());
    const std::uint64_t first = here.mirror->traffic().body_bytes;
    here.mirror->clear_faults();
    here.mirror->reset();

    ASSERT_EQ(here.machine.run(one_by_one).exit, 0);

    EXPECT_LE(here.mirror->traffic().body_bytes + first, kPadBytes + kSlack);
    EXPECT_THAT(here.machine.versions(), ElementsAre(kStack));
    EXPECT_EQ(here.machine.run({"verify", "--all"}).exit, 0);
}

TEST(FailedRedistInstall, WhatHadArrivedIsNotFetchedAgain) {
    RedistMachine here;
    here.mirror->fault("/compute/cudnn/redist/cudnn/* delay=1000 status=404");
    ASSERT_NE(here.machine.run(kInstall).exit, 0);
    EXPECT_THAT(here.machine.versions(), IsEmpty());
    EXPECT_GT(here.archive_bytes(), 0U);
    here.mirror->clear_faults();
    here.mirror->reset();

    ASSERT_EQ(here.machine.run(kInstall).exit, 0);

    EXPECT_EQ(here.archive_bytes(), 0U);
}

}  // namespace
}  // namespace cudaenv::test
