// SPDX-License-Identifier: MIT
#include "sys/lock.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <thread>

#include "support/child.hpp"
#include "support/temp_folder.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"
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

// A child that takes the lock, says so, and holds it until it is let go or killed.
class OtherHolder {
  public:
    OtherHolder(const std::string& path, const LockOptions& options) {
        std::array<int, 2> ready{};
        std::array<int, 2> go{};
        EXPECT_EQ(::pipe(ready.data()), 0);
        EXPECT_EQ(::pipe(go.data()), 0);
        child_ = ::fork();
        if (child_ == 0) {
            ::close(go[1]);
            hold(path, options, ready[1], go[0]);
        }
        ::close(ready[1]);
        ::close(go[0]);
        go_ = go[1];
        char sign = 0;
        EXPECT_EQ(::read(ready[0], &sign, 1), 1) << "the other process did not get the lock";
        ::close(ready[0]);
    }
    OtherHolder(const OtherHolder&) = delete;
    OtherHolder& operator=(const OtherHolder&) = delete;
    ~OtherHolder() {
        if (child_ > 0) let_go();
    }

    pid_t pid() const { return child_; }

    void let_go() {
        ::close(go_);
        reap();
    }
    void kill() {
        ::kill(child_, SIGKILL);
        reap();
        ::close(go_);
    }

  private:
    [[noreturn]] static void hold(const std::string& path, const LockOptions& options, int ready,
                                  int go) {
        {
            const auto lock = Lock::take(path, options);
            if (!lock) ::_exit(1);
            char sign = 'x';
            if (::write(ready, &sign, 1) != 1) ::_exit(2);
            static_cast<void>(!::read(go, &sign, 1));
        }
        ::_exit(0);
    }

    void reap() {
        ::waitpid(child_, nullptr, 0);
        child_ = -1;
    }

    pid_t child_ = -1;
    int go_ = -1;
};

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

TEST(FlockLock, FileRemovedWhileHeldDoesNotMakeTwoHolders) {
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

TEST(LockOwner, ReadsWhatItWrote) {
    const LockOwner mine = LockOwner::of_process("installing 12.4.1");

    const LockOwner read = LockOwner::parse(mine.to_text());

    EXPECT_EQ(read.pid, ::getpid());
    EXPECT_EQ(read.name(), mine.name());
    EXPECT_EQ(read.token, mine.token);
    EXPECT_EQ(read.purpose, "installing 12.4.1");
    EXPECT_FALSE(read.is_gone());
}

TEST(LockOwner, HostileTextIsNobody) {
    for (const std::string_view text :
         {"", "pid", "pid -1\n", "pid 1x\n", "pid 99999999999\n", "\n\n"}) {
        EXPECT_EQ(LockOwner::parse(text).name(), "another process") << text;
        EXPECT_FALSE(LockOwner::parse(text).is_gone());
    }
}

}  // namespace
}  // namespace cudaenv::sys
