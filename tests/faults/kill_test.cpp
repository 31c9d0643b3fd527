// SPDX-License-Identifier: MIT
// Stopped at any moment, the next run is right (F41, F42, F43): killed before each call that
// changes the disk, killed at random moments, interrupted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "machine.hpp"
#include "support/local_mirror.hpp"

namespace cudaenv::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kKilled = 128 + SIGKILL;

const TempFolder& mirror_folder() {
    static const TempFolder folder;
    return folder;
}

const ToolkitFile& small_toolkit() {
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "12.4.1");
    return file;
}

const ToolkitFile& large_toolkit() {
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "11.8.0", 12);
    return file;
}

// What must hold after a stop: what is listed is whole, and one more run gives the full end state.
void expect_recovery(Machine& machine, const std::string& stack, const std::string& end_state) {
    if (!machine.versions().empty()) {
        const Finished verified = machine.run({"verify", "--all"});
        EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
    }
    const Finished again = machine.run({"install", "--skip-existing", stack});
    EXPECT_EQ(again.exit, 0) << again.err;
    EXPECT_THAT(machine.versions(), ElementsAre(stack));
    EXPECT_TRUE(machine.files_of(stack) == end_state);
    const Finished verified = machine.run({"verify", stack});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.err;
    // A stop behind the last rename leaves an empty folder to the next command that changes things.
    EXPECT_EQ(machine.run({"gc"}).exit, 0);
    EXPECT_THAT(machine.staging(), IsEmpty());
}

void start_over(Machine& machine) {
    std::filesystem::remove_all(machine.root());
    std::filesystem::remove_all(machine.folder / "cache");
}

TEST(StoppedInstall, AfterEveryStepTheNextRunEndsTheSame) {
    Machine machine({small_toolkit()});
    machine.use_mirror("file://" + mirror_folder().path());
    machine.env["LD_PRELOAD"] = CUDAENV_STOP_AT_CALL;
    machine.env["CUDAENV_TEST_COUNT_TO"] = machine.folder / "count";
    ASSERT_EQ(machine.run({"install", "12.4.1"}).exit, 0);
    long steps = 0;
    std::ifstream(machine.folder / "count") >> steps;
    ASSERT_GT(steps, 50) << "the calls were not seen";
    machine.env.erase("CUDAENV_TEST_COUNT_TO");
    const std::string end_state = machine.files_of("12.4.1");
    // Each step of the commit; of the many equal ones before it every ninth, unless all are wanted.
    const long stride = std::getenv("CUDAENV_FAULTS_ALL") != nullptr ? 1 : 9;
    const long commit = std::max(1L, steps - 40);

    for (long step = 1; step <= steps; step += step < commit ? stride : 1) {
        start_over(machine);
        machine.env["CUDAENV_TEST_STOP_AT"] = std::to_string(step);
        const Finished stopped = machine.run({"install", "12.4.1"});
        machine.env.erase("CUDAENV_TEST_STOP_AT");
        SCOPED_TRACE("stopped before step " + std::to_string(step));
        EXPECT_EQ(stopped.exit, kKilled) << stopped.err;
        expect_recovery(machine, "12.4.1", end_state);
        if (HasFailure()) return;
    }
}

TEST(StoppedUninstall, AfterEveryStepTheNextRunEndsTheSame) {
    Machine machine({small_toolkit()});
    machine.use_mirror("file://" + mirror_folder().path());
    ASSERT_EQ(machine.run({"install", "12.4.1"}).exit, 0);
    machine.env["LD_PRELOAD"] = CUDAENV_STOP_AT_CALL;

    for (long step = 1;; step += 5) {
        machine.env["CUDAENV_TEST_STOP_AT"] = std::to_string(step);
        const Finished stopped = machine.run({"uninstall", "12.4.1"});
        machine.env.erase("CUDAENV_TEST_STOP_AT");
        SCOPED_TRACE("stopped before step " + std::to_string(step));
        if (stopped.exit == 0) break;
        ASSERT_EQ(stopped.exit, kKilled) << stopped.err;
        if (!machine.versions().empty()) {
            EXPECT_EQ(machine.run({"verify", "--all"}).exit, 0);
        }
        const Finished again = machine.run({"install", "--skip-existing", "12.4.1"});
        ASSERT_EQ(again.exit, 0) << again.err;
        ASSERT_EQ(machine.run({"verify", "12.4.1"}).exit, 0);
    }
    EXPECT_THAT(machine.versions(), IsEmpty());
}

TEST(KilledInstall, AtRandomMomentsNothingHalfIsEverListed) {
    Machine machine({large_toolkit()});
    LocalMirror mirror(serving(mirror_folder().path()));
    machine.use_mirror(mirror.url());
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(machine.run({"install", "11.8.0"}).exit, 0);
    const auto whole = std::chrono::steady_clock::now() - begin;
    const std::string end_state = machine.files_of("11.8.0");
    std::mt19937 random(20);  // NOLINT(bugprone-random-generator-seed): the same moments each time
    std::uniform_real_distribution<double> part(0.0, 1.0);

    start_over(machine);
    for (int kill = 0; kill < 20; ++kill) {
        Running running = machine.start({"install", "11.8.0"});
        std::this_thread::sleep_for(whole * part(random));
        running.signal(SIGKILL);
        const Finished finished = running.wait();
        SCOPED_TRACE("kill " + std::to_string(kill));
        EXPECT_TRUE(finished.exit == kKilled || finished.exit == 0) << finished.err;
        if (kill % 4 != 3) continue;
        expect_recovery(machine, "11.8.0", end_state);
        start_over(machine);
    }
}

TEST(InterruptedInstall, ExitsWithNothingButTheResumableDownload) {
    Machine machine({large_toolkit()});
    LocalMirror mirror(serving(mirror_folder().path()));
    machine.use_mirror(mirror.url());
    mirror.fault("* rate=4000000");
    const std::string part = machine.cached(large_toolkit()) + ".part";
    Running running = machine.start({"install", "11.8.0"});
    while (mirror.traffic().body_bytes < large_toolkit().size_bytes / 2 && !running.has_ended()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    running.signal(SIGINT);
    const Finished finished = running.wait();

    EXPECT_EQ(finished.exit, 130) << finished.err;
    EXPECT_THAT(machine.staging(), IsEmpty());
    EXPECT_THAT(machine.versions(), IsEmpty());
    EXPECT_TRUE(std::filesystem::exists(part));
}

TEST(KilledInstall, ResumesWhereTheDownloadStood) {
    constexpr std::uint64_t kPiece = 4U << 20U;
    Machine machine({large_toolkit()});
    LocalMirror mirror(serving(mirror_folder().path()));
    machine.use_mirror(mirror.url());
    mirror.fault("* rate=6000000");
    Running running = machine.start({"install", "--jobs", "1", "11.8.0"});
    while (mirror.traffic().body_bytes < large_toolkit().size_bytes * 3 / 4 &&
           !running.has_ended()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    running.signal(SIGKILL);
    ASSERT_EQ(running.wait().exit, kKilled);
    const std::uint64_t first = mirror.traffic().body_bytes;
    mirror.clear_faults();
    mirror.reset();

    ASSERT_EQ(machine.run({"install", "--jobs", "1", "11.8.0"}).exit, 0);

    // The unfinished piece again, and what the kernel had taken from the server but not handed
    // over.
    const std::uint64_t slack = kPiece + (4U << 20U);
    EXPECT_LE(mirror.traffic().body_bytes + first, large_toolkit().size_bytes + slack);
    EXPECT_EQ(machine.run({"verify", "11.8.0"}).exit, 0);
}

}  // namespace
}  // namespace cudaenv::test
