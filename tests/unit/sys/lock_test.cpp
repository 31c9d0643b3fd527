// SPDX-License-Identifier: MIT
#include "sys/lock.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "support/child.hpp"
#include "support/temp_folder.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"
#include "unit/sys/other_holder.hpp"

namespace cudaenv::sys {
namespace {

using test::OtherHolder;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// What holds for both kinds.
class AnyLock : public testing::TestWithParam<LockMode> {
  protected:
    LockOptions options(std::chrono::milliseconds timeout = 5s) const {
        LockOptions options;
        options.mode = GetParam();
        options.timeout = timeout;
        options.purpose = "installing 12.4.1";
        return options;
    }

    test::TempFolder folder_;
    std::string path_ = folder_ / "locks/12.4.1.lock";
};

INSTANTIATE_TEST_SUITE_P(Kinds, AnyLock, testing::Values(LockMode::flock, LockMode::mkdir),
                         [](const auto& kind) {
                             return kind.param == LockMode::flock ? "Flock" : "Mkdir";
                         });

TEST_P(AnyLock, IsHeldUntilDestroyed) {
    {
        const auto lock = Lock::take(path_, options());
        ASSERT_TRUE(lock);
        EXPECT_FALSE(lock->waited());
        EXPECT_TRUE(is_locked(path_, GetParam()));
        EXPECT_EQ(Lock::try_take(path_, options()).error().code, Code::locked);
    }
    EXPECT_FALSE(is_locked(path_, GetParam()));
    EXPECT_TRUE(Lock::try_take(path_, options()));
}

TEST_P(AnyLock, MovesWithItsOwner) {
    Lock first = Lock::take(path_, options()).value();
    {
        const Lock second = std::move(first);
        EXPECT_TRUE(is_locked(path_, GetParam()));
    }
    EXPECT_FALSE(is_locked(path_, GetParam()));
}

TEST_P(AnyLock, AskingDoesNotTake) {
    EXPECT_FALSE(is_locked(path_, GetParam()));
    EXPECT_FALSE(exists(folder_ / "locks"));
}

TEST_P(AnyLock, WaitsForAnotherProcessAndTellsOnce) {
    OtherHolder other(path_, options());
    LockOptions patient = options();
    patient.notice_after = 30ms;
    std::vector<std::string> told;
    patient.on_wait = [&](const std::string& holder, const std::string& purpose) {
        told.push_back(holder + ": " + purpose);
        if (told.size() == 1) std::thread([&] { other.let_go(); }).join();
    };

    const auto lock = Lock::take(path_, patient);

    ASSERT_TRUE(lock);
    EXPECT_TRUE(lock->waited());
    ASSERT_EQ(told.size(), 1U);
    EXPECT_THAT(told[0], testing::MatchesRegex("pid [0-9]+ on .+: installing 12.4.1"));
}

TEST_P(AnyLock, TimeoutNamesTheHolderAndTheSetting) {
    const OtherHolder other(path_, options());
    const auto begin = Clock::now();

    const auto lock = Lock::take(path_, options(100ms));

    EXPECT_LT(Clock::now() - begin, 2s);
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().code, Code::locked);
    EXPECT_THAT(lock.error().found, testing::StartsWith("pid " + std::to_string(other.pid())));
    EXPECT_THAT(lock.error().notes.at(0), testing::HasSubstr("lock.mode"));
}

TEST_P(AnyLock, KilledHolderIsNoObstacle) {
    OtherHolder other(path_, options());
    EXPECT_TRUE(is_locked(path_, GetParam()));

    other.kill();

    EXPECT_FALSE(is_locked(path_, GetParam()));
    EXPECT_TRUE(Lock::try_take(path_, options()));
}

TEST_P(AnyLock, WaitingEndsWithAnInterrupt) {
    const OtherHolder other(path_, options());
    set_interrupt(SIGINT);

    const auto lock = Lock::take(path_, options());
    set_interrupt(0);

    EXPECT_EQ(lock.error().code, Code::interrupted);
}

TEST_P(AnyLock, UnwritableFolderFailsAtOnce) {
    folder_.make("locks");
    const auto begin = Clock::now();

    test::without_root([&] {
        EXPECT_EQ(Lock::take(path_, options()).error().code, Code::permission);
        EXPECT_EQ(Lock::take(folder_ / "new/x.lock", options()).error().code, Code::permission);
    });

    EXPECT_LT(Clock::now() - begin, 1s);
}

TEST_P(AnyLock, ReadOnlyFileSystemFailsAtOnce) {
    folder_.write("locks/12.4.1.lock", "");
    const auto begin = Clock::now();

    test::mounted_as(folder_.path(), MS_RDONLY, [&] {
        EXPECT_EQ(Lock::take(path_, options()).error().code, Code::read_only);
        EXPECT_EQ(Lock::take(folder_ / "new/x.lock", options()).error().code, Code::read_only);
        EXPECT_FALSE(is_locked(path_, GetParam()));
    });

    EXPECT_LT(Clock::now() - begin, 1s);
}

TEST_P(AnyLock, OneAtATimeAmongManyProcesses) {
    constexpr int kProcesses = 6;
    constexpr int kRounds = 20;
    folder_.write("counter", "0");
    std::vector<pid_t> children;
    for (int i = 0; i < kProcesses; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            for (int round = 0; round < kRounds; ++round) {
                const auto lock = Lock::take(path_, options(60s));
                if (!lock) ::_exit(1);
                // Not atomic on purpose: the lock must make it so.
                const int count = std::stoi(folder_.read("counter"));
                std::this_thread::yield();
                folder_.write("counter", std::to_string(count + 1));
            }
            ::_exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }

    EXPECT_EQ(folder_.read("counter"), std::to_string(kProcesses * kRounds));
}

TEST(NoLock, LocksNothingAndTouchesNothing) {
    const test::TempFolder folder;
    LockOptions options;
    options.mode = LockMode::none;

    const auto first = Lock::take(folder / "a/x.lock", options);
    const auto second = Lock::take(folder / "a/x.lock", options);

    EXPECT_TRUE(first);
    EXPECT_TRUE(second);
    EXPECT_FALSE(is_locked(folder / "a/x.lock", LockMode::none));
    EXPECT_FALSE(exists(folder / "a"));
}

TEST(AutomaticLock, IsFlockOnALocalFileSystem) {
    const test::TempFolder folder;
    if (file_system(folder.path())->is_network)
        GTEST_SKIP() << "tests run on a network file system";

    const auto lock = Lock::take(folder / "x.lock");

    ASSERT_TRUE(lock);
    EXPECT_TRUE(is_locked(folder / "x.lock", LockMode::flock));
}

TEST(FlockLock, FileLeftBehindIsNoLock) {
    const test::TempFolder folder;
    folder.write("x.lock", "pid 1\n");

    EXPECT_FALSE(is_locked(folder / "x.lock", LockMode::flock));
    EXPECT_TRUE(Lock::try_take(folder / "x.lock", {.mode = LockMode::flock}));
}

TEST(FlockLock, LockOnARemovedFileIsNoLock) {
    const test::TempFolder folder;
    const int stray = ::open(folder.write("x.lock", "").c_str(), O_RDWR);
    ASSERT_EQ(::flock(stray, LOCK_EX), 0);
    ::unlink((folder / "x.lock").c_str());

    const auto lock = Lock::try_take(folder / "x.lock", {.mode = LockMode::flock});
    const auto second = Lock::try_take(folder / "x.lock", {.mode = LockMode::flock});

    EXPECT_TRUE(lock);
    EXPECT_EQ(second.error().code, Code::locked);
    ::close(stray);
}

TEST(FlockLock, LinkInItsPlaceIsRefused) {
    const test::TempFolder folder;
    folder.write("precious", "x");
    fs::create_symlink("precious", folder / "x.lock");

    EXPECT_EQ(Lock::take(folder / "x.lock", {.mode = LockMode::flock}).error().code, Code::files);
    EXPECT_EQ(folder.read("precious"), "x");
}

}  // namespace
}  // namespace cudaenv::sys
