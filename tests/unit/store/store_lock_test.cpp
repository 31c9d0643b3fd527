// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "some_stack.hpp"
#include "store/heal.hpp"

namespace cudaenv::store {
namespace {

using std::chrono::milliseconds;

class StoreLockTest : public testing::Test {
  protected:
    static sys::LockOptions within(milliseconds timeout) {
        sys::LockOptions options;
        options.timeout = timeout;
        return options;
    }
    bool is_free(const std::string& stack) const {
        return sys::Lock::try_take(layout_.stack_lock(stack)).has_value();
    }

    MemoryFolder root_;
    base::Layout layout_{root_.path()};
};

TEST_F(StoreLockTest, HoldsEachStackOnce) {
    {
        const auto lock = StoreLock::of_stacks(layout_, {"12.4.1", "11.8.0", "12.4.1"}, {});
        ASSERT_TRUE(lock) << lock.error().what;
        EXPECT_FALSE(lock->waited());
        EXPECT_FALSE(is_free("12.4.1"));
        EXPECT_FALSE(is_free("11.8.0"));
        EXPECT_TRUE(is_free("12.1.0"));
    }

    EXPECT_TRUE(is_free("12.4.1"));
}

TEST_F(StoreLockTest, OfDifferentStacksDoNotMeet) {
    const auto first = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
    const auto second = StoreLock::of_stacks(layout_, {"11.8.0"}, within(milliseconds(0)));

    EXPECT_TRUE(first);
    EXPECT_TRUE(second);
}

TEST_F(StoreLockTest, GivesUpWhenItsTimeIsOverAndLetsGo) {
    const auto first = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
    ASSERT_TRUE(first);

    const auto second =
        StoreLock::of_stacks(layout_, {"11.8.0", "12.4.1"}, within(milliseconds(50)));

    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Code::locked);
    EXPECT_TRUE(is_free("11.8.0"));
}

TEST_F(StoreLockTest, OfTheStoreWaitsForEachStack) {
    const auto stack = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
    ASSERT_TRUE(stack);

    const auto refused = StoreLock::of_store(layout_, within(milliseconds(50)));

    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::locked);
}

TEST_F(StoreLockTest, OfAStackLetsGoAndWaitsWhileTheStoreIsHeld) {
    auto store = StoreLock::of_store(layout_, {});
    ASSERT_TRUE(store) << store.error().what;
    std::atomic<bool> has_it = false;
    bool waited = false;
    std::thread other([&] {
        const auto lock = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
        EXPECT_OK(lock);
        waited = lock && lock->waited();
        has_it = true;
    });

    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_FALSE(has_it);
    // It had the stack's lock for a moment, but does not keep it.
    EXPECT_OK(sys::Lock::take(layout_.stack_lock("12.4.1"), within(milliseconds(10'000))));
    EXPECT_FALSE(has_it);
    { const auto released = *std::move(store); }
    other.join();

    EXPECT_TRUE(has_it);
    EXPECT_TRUE(waited);
}

TEST_F(StoreLockTest, RefusesNamesOfItsOwnLocks) {
    for (const char* name : {"store", "shims", "", "a/b"}) {
        const auto lock = StoreLock::of_stacks(layout_, {name}, {});
        ASSERT_FALSE(lock) << name;
        EXPECT_EQ(lock.error().code, Code::usage);
    }
}

// Never two inside, whoever comes first: stack holders count up, the store's holder sees none.
TEST_F(StoreLockTest, KeepsCollectorsAndInstallersApart) {
    std::atomic<int> inside = 0;
    std::vector<std::thread> threads;
    for (const char* stack : {"11.8.0", "12.1.0", "12.4.1"}) {
        threads.emplace_back([&, stack] {
            for (int i = 0; i < 8; ++i) {
                const auto lock = StoreLock::of_stacks(layout_, {stack}, {});
                EXPECT_OK(lock);
                ++inside;
                std::this_thread::sleep_for(milliseconds(2));
                --inside;
            }
        });
    }
    threads.emplace_back([&] {
        for (int i = 0; i < 4; ++i) {
            const auto lock = StoreLock::of_store(layout_, {});
            EXPECT_OK(lock);
            EXPECT_EQ(inside, 0);
            std::this_thread::sleep_for(milliseconds(5));
            EXPECT_EQ(inside, 0);
        }
    });
    for (auto& thread : threads) thread.join();
}

// F44, F45: the same and other stacks at once.
TEST_F(StoreLockTest, LetsProcessesInstallAtOnce) {
    std::vector<pid_t> children;
    for (const std::string stack : {"12.4.1", "12.4.1", "12.4.1+cudnn8.9.7"}) {
        const pid_t child = ::fork();
        if (child == 0) {
            const auto lock = StoreLock::of_stacks(layout_, {stack}, {});
            const bool is_done =
                lock && heal(layout_, {stack}) && install(layout_, stack, some_tree());
            ::_exit(is_done ? 0 : 1);
        }
        children.push_back(child);
    }

    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    for (const char* stack : {"12.4.1", "12.4.1+cudnn8.9.7"}) {
        EXPECT_EQ(root_.read("versions/" + std::string(stack) + "/bin/nvcc"), "#!/bin/sh\n");
        EXPECT_TRUE(read_receipt(layout_.prefix(stack)));
    }
}

}  // namespace
}  // namespace cudaenv::store
