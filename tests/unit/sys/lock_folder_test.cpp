// SPDX-License-Identifier: MIT
// The lock of network file systems: what only the folder and its heartbeat decide.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <thread>

#include "support/temp_folder.hpp"
#include "sys/files.hpp"
#include "sys/lock.hpp"
#include "sys/lock_owner.hpp"

namespace cudaenv::sys {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Ages the only sign of life of a mkdir lock.
void set_heartbeat(const std::string& owner_file, std::chrono::seconds ago) {
    const timespec then{
        std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - ago), 0};
    const std::array<timespec, 2> times{then, then};
    ASSERT_EQ(::utimensat(AT_FDCWD, owner_file.c_str(), times.data(), 0), 0);
}

class FolderLock : public testing::Test {
  protected:
    LockOptions options() const {
        LockOptions options;
        options.mode = LockMode::mkdir;
        options.timeout = 2s;
        return options;
    }
    bool is_held() const { return is_locked(path_, LockMode::mkdir); }

    // As a process on another host would have left it.
    std::string leave_foreign_lock() const {
        LockOwner owner;
        owner.pid = 1;
        owner.host = "elsewhere";
        owner.boot = "another-boot";
        owner.pid_space = "pid:[1]";
        owner.token = "foreign";
        return folder_.write("x.lock.d/owner", owner.to_text());
    }

    // Whoever makes the folder second was not alone.
    bool is_alone_while_holding() const {
        LockOptions patient = options();
        patient.timeout = 60s;
        const auto lock = Lock::take(path_, patient);
        if (!lock || ::mkdir((folder_ / "alone").c_str(), 0755) != 0) return false;
        std::this_thread::sleep_for(10ms);
        return ::rmdir((folder_ / "alone").c_str()) == 0;
    }

    test::TempFolder folder_;
    std::string path_ = folder_ / "x.lock";
};

TEST_F(FolderLock, FreshOneOfAnotherHostIsHeld) {
    leave_foreign_lock();

    EXPECT_TRUE(is_held());
    EXPECT_EQ(Lock::try_take(path_, options()).error().found, "pid 1 on elsewhere");
}

TEST_F(FolderLock, OneWhoseHeartStoppedIsTakenOver) {
    set_heartbeat(leave_foreign_lock(), 301s);

    EXPECT_FALSE(is_held());
    const auto lock = Lock::try_take(path_, options());

    ASSERT_TRUE(lock);
    EXPECT_TRUE(is_held());
    EXPECT_THAT(list_folder(folder_.path()).value(), testing::ElementsAre("x.lock.d"));
}

TEST_F(FolderLock, HeartBeatingRecentlyIsHeld) {
    set_heartbeat(leave_foreign_lock(), 290s);

    EXPECT_TRUE(is_held());
}

TEST_F(FolderLock, ProcessOfAnotherContainerIsNotTakenForDead) {
    LockOwner owner = LockOwner::of_process("");
    owner.pid = 999'999'999;  // nobody here
    folder_.write("x.lock.d/owner", owner.to_text());
    EXPECT_FALSE(is_held());

    owner.pid_space = "pid:[1]";
    folder_.write("x.lock.d/owner", owner.to_text());
    EXPECT_TRUE(is_held());
}

TEST_F(FolderLock, FolderWithoutAnOwnerIsHeldUntilItIsOld) {
    folder_.make("x.lock.d");
    EXPECT_TRUE(is_held());

    set_heartbeat(folder_ / "x.lock.d", 301s);
    EXPECT_FALSE(is_held());
    EXPECT_TRUE(Lock::try_take(path_, options()));
}

TEST_F(FolderLock, GateLeftByADeadProcessOpensInTime) {
    set_heartbeat(leave_foreign_lock(), 301s);
    folder_.make("x.lock.d.takeover");
    EXPECT_EQ(Lock::try_take(path_, options()).error().code, Code::locked);

    set_heartbeat(folder_ / "x.lock.d.takeover", 301s);
    EXPECT_TRUE(Lock::take(path_, options()));
}

TEST_F(FolderLock, HeartbeatKeepsItAlive) {
    LockOptions quick = options();
    quick.heartbeat = 10ms;
    const auto lock = Lock::take(path_, quick);
    ASSERT_TRUE(lock);
    set_heartbeat(folder_ / "x.lock.d/owner", 1000s);
    const auto deadline = Clock::now() + 5s;

    while (info(folder_ / "x.lock.d/owner")->mtime_s + 500 < ::time(nullptr)) {
        ASSERT_LT(Clock::now(), deadline) << "no heartbeat came";
        std::this_thread::sleep_for(5ms);
    }

    EXPECT_TRUE(is_held());
}

TEST_F(FolderLock, OwnerThatLostItLeavesTheNextOnesAlone) {
    {
        const auto lock = Lock::take(path_, options());
        ASSERT_TRUE(lock);
        fs::remove_all(folder_ / "x.lock.d");
        leave_foreign_lock();
    }

    EXPECT_TRUE(exists(folder_ / "x.lock.d/owner"));
}

TEST_F(FolderLock, ManyTakeOverAStaleOneButOneWins) {
    constexpr int kProcesses = 8;
    set_heartbeat(leave_foreign_lock(), 301s);
    std::vector<pid_t> children;
    for (int i = 0; i < kProcesses; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(is_alone_while_holding() ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_FALSE(is_held());
}

}  // namespace
}  // namespace cudaenv::sys
