// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "activate/shell_init.hpp"
#include "activate/shims.hpp"
#include "some_root.hpp"
#include "support/child.hpp"

namespace cudaenv::activate {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using test::SomeRoot;
using testing::ElementsAre;

pid_t start(const std::function<int()>& piece) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(piece());
    return child;
}

int status_of(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

std::vector<std::string> many_programs() {
    std::vector<std::string> names{"nvcc"};
    for (int i = 0; i < 40; ++i) names.push_back("tool-" + std::to_string(i));
    return names;
}

TEST(RehashFaults, TwentyAtOnceAllSucceedAndNvccIsAlwaysThere) {
    const SomeRoot root;
    root.add_stack("12.4.1", many_programs());
    ASSERT_TRUE(root.rehash());
    root.add_stack("11.8.0", {"nvcc", "cuda-gdb"});
    fs::permissions(root.layout.shim(), fs::perms{0644});  // makes all of it to be done anew

    std::vector<pid_t> children;
    for (int i = 0; i < 20; ++i) {
        children.push_back(start([&] { return root.rehash() ? 0 : 1; }));
    }
    std::size_t running = children.size();
    while (running > 0) {
        ASSERT_EQ(::access((root.layout.shims() + "/nvcc").c_str(), F_OK), 0);
        int status = 0;
        if (::waitpid(-1, &status, WNOHANG) > 0) {
            EXPECT_EQ(status, 0);
            --running;
        }
    }

    EXPECT_EQ(root.names().size(), 43U);  // 41 programs, cuda-gdb and the shim itself
    EXPECT_TRUE(root.is_whole("nvcc"));
}

TEST(RehashFaults, KilledAtAnyMomentItLeavesNothingThatKeepsTheNextOneWaiting) {
    const SomeRoot root;
    root.add_stack("12.4.1", many_programs());
    for (int round = 0; round < 20; ++round) {
        const pid_t child = start([&] {
            while (true) {
                fs::remove_all(root.layout.shims());
                if (!root.rehash()) return 1;
            }
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(round));
        ::kill(child, SIGKILL);
        status_of(child);

        const auto begin = Clock::now();
        ASSERT_TRUE(init_text(root.layout, root.conf, sys::Env{{"PATH", "/bin"}}, {}));
        EXPECT_LT(Clock::now() - begin, 50ms);
        ASSERT_TRUE(root.rehash());
        EXPECT_LT(Clock::now() - begin, 1s);
        EXPECT_EQ(root.names().size(), 42U);
        EXPECT_TRUE(root.is_whole("nvcc"));
    }
}

TEST(RehashFaults, AReadOnlyFolderIsAnErrorAtOnce) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"nvcc", "ptxas"});
    root.folder.make("shims");
    root.folder.make("locks");
    fs::permissions(root.layout.locks(), fs::perms{0777});
    fs::permissions(root.layout.shims(), fs::perms{0555});
    cudaenv::test::without_root([&] {
        const auto begin = Clock::now();

        const auto outcome = root.rehash();

        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().code, Code::permission);
        EXPECT_THAT(outcome.error().at, testing::HasSubstr(root.layout.shims()));
        EXPECT_LT(Clock::now() - begin, 1s);
    });
}

TEST(RehashFaults, AnUnreadableStackIsPassedOver) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"ptxas"});
    root.add_stack("11.8.0", {"cuda-gdb"});
    fs::permissions(root.layout.prefix("11.8.0") + "/bin", fs::perms{0});
    fs::permissions(root.folder.path(), fs::perms{0777});
    cudaenv::test::without_root([&] {
        ASSERT_TRUE(root.rehash());

        EXPECT_THAT(root.names(), ElementsAre("cudaenv-shim", "nvcc", "ptxas"));
    });
}

}  // namespace
}  // namespace cudaenv::activate
