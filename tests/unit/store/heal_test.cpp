// SPDX-License-Identifier: MIT
#include "store/heal.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "some_stack.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class HealTest : public testing::Test {
  protected:
    // A finished stack, moved where a process that died just before the last rename leaves it.
    void stage_finished(const std::string& stack, const std::string& staged) {
        EXPECT_OK(install(layout_, stack, some_tree()));
        fs::rename(layout_.prefix(stack), root_ / ("staging/" + staged));
    }
    Healed heal_all(const Names& ours = {}) {
        const auto healed = heal(layout_, ours);
        EXPECT_OK(healed);
        return healed ? *healed : Healed();
    }

    MemoryFolder root_;
    base::Layout layout_{root_.path()};
};

TEST_F(HealTest, OfAnEmptyRootIsNothing) {
    const Healed healed = heal_all();

    EXPECT_TRUE(healed.committed.empty());
    EXPECT_TRUE(healed.removed.empty());
}

TEST_F(HealTest, PutsAFinishedPrefixInItsPlace) {
    stage_finished("12.4.1+cudnn8.9.7", "12.4.1+cudnn8.9.7.k2j4");

    const Healed healed = heal_all();

    EXPECT_EQ(healed.committed, Names{"12.4.1+cudnn8.9.7"});
    EXPECT_EQ(root_.read("versions/12.4.1+cudnn8.9.7/bin/nvcc"), "#!/bin/sh\n");
    EXPECT_TRUE(fs::is_empty(layout_.staging()));
}

TEST_F(HealTest, RemovesAFinishedPrefixWhosePlaceIsTaken) {
    stage_finished("12.4.1", "12.4.1.k2j4");
    EXPECT_OK(install(layout_, "12.4.1+cudnn8.9.7", some_tree()));
    fs::rename(layout_.prefix("12.4.1+cudnn8.9.7"), layout_.prefix("12.4.1"));

    const Healed healed = heal_all();

    EXPECT_TRUE(healed.committed.empty());
    EXPECT_EQ(healed.removed, Names{"12.4.1.k2j4"});
    EXPECT_TRUE(fs::is_empty(layout_.staging()));
    EXPECT_TRUE(fs::exists(layout_.prefix("12.4.1")));
}

TEST_F(HealTest, RemovesEverythingElseInStaging) {
    root_.write("staging/12.4.1.a/bin/nvcc", "half");
    root_.write("staging/12.4.1.a-objects/new-0", "half");
    root_.write("staging/12.4.1.b/.cudaenv/receipt.json", "{\"schema\": 1");
    root_.write("staging/stranger", "file");
    root_.make("staging/no.stack");
    stage_finished("11.8.0", "12.1.0.c");  // another's receipt

    const Healed healed = heal_all();

    EXPECT_TRUE(healed.committed.empty());
    EXPECT_EQ(healed.removed.size(), 6U);
    EXPECT_TRUE(fs::is_empty(layout_.staging()));
    EXPECT_TRUE(fs::is_empty(layout_.versions()));
}

TEST_F(HealTest, RemovesAFolderWithoutReceiptAndFillsItsPlace) {
    stage_finished("12.4.1", "12.4.1.k2j4");
    root_.write("versions/12.4.1/bin/nvcc", "half");
    root_.write("versions/11.8.0/bin/nvcc", "half");

    const Healed healed = heal_all();

    EXPECT_EQ(healed.committed, Names{"12.4.1"});
    EXPECT_EQ(healed.removed, (Names{"11.8.0", "12.4.1"}));
    EXPECT_EQ(root_.read("versions/12.4.1/bin/nvcc"), "#!/bin/sh\n");
    EXPECT_FALSE(fs::exists(layout_.prefix("11.8.0")));
}

TEST_F(HealTest, LeavesAloneWhatIsNotItsOwn) {
    const std::string theirs = root_.write("opt/cuda/bin/nvcc", "theirs");
    const std::string note = root_.write("versions/README", "a file");
    const std::string stray = root_.write("versions/my-own/bin/nvcc", "a folder");
    fs::create_symlink(root_ / "opt/cuda", layout_.prefix("system-12.2"));
    fs::create_symlink(root_ / "nowhere", layout_.prefix("12.9.0"));
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    root_.write("versions/12.1.0/.cudaenv/receipt.json", "damaged");

    const Healed healed = heal_all();

    EXPECT_TRUE(healed.removed.empty()) << healed.removed.front();
    for (const auto& path : {theirs, note, stray, layout_.prefix("12.1.0")}) {
        EXPECT_TRUE(fs::exists(path)) << path;
    }
    EXPECT_TRUE(fs::is_symlink(layout_.prefix("system-12.2")));
    EXPECT_TRUE(fs::is_symlink(layout_.prefix("12.9.0")));
}

TEST_F(HealTest, PassesOverWhatALivingProcessHolds) {
    root_.write("staging/12.4.1.a/bin/nvcc", "half");
    root_.write("staging/11.8.0.b/bin/nvcc", "half");
    const auto held = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
    ASSERT_TRUE(held);

    const Healed others = heal_all();
    EXPECT_EQ(others.removed, Names{"11.8.0.b"});
    EXPECT_TRUE(fs::exists(root_ / "staging/12.4.1.a"));

    const Healed own = heal_all({"12.4.1"});
    EXPECT_EQ(own.removed, Names{"12.4.1.a"});
}

TEST_F(HealTest, TakesOverFromAProcessThatWasKilled) {
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto lock = StoreLock::of_stacks(layout_, {"12.4.1"}, {});
        const auto staging = Staging::begin(layout_, "12.4.1");
        if (lock && staging) static_cast<void>(!::write(ready[1], "x", 1));
        ::pause();
        ::_exit(1);
    }
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);

    EXPECT_TRUE(heal_all().removed.empty());
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);

    EXPECT_EQ(heal_all().removed.size(), 2U);  // the prefix and its unfinished objects
    EXPECT_TRUE(fs::is_empty(layout_.staging()));
}

TEST_F(HealTest, RemovesWhatHasAFolderForAReceipt) {
    root_.write("staging/12.4.1.a/.cudaenv/receipt.json/x", "a folder");

    EXPECT_EQ(heal_all().removed, Names{"12.4.1.a"});

    EXPECT_TRUE(fs::is_empty(layout_.staging()));
}

TEST_F(HealTest, GoesOnBehindWhatItCannotHeal) {
    root_.make("locks/11.8.0.lock");  // a folder, which nobody can lock
    root_.write("staging/11.8.0.a/bin/nvcc", "half");
    root_.write("staging/12.4.1.b/bin/nvcc", "half");

    const Healed healed = heal_all();

    EXPECT_EQ(healed.removed, Names{"12.4.1.b"});
    ASSERT_EQ(healed.failures.size(), 1U);
    EXPECT_EQ(healed.failures[0].at, root_ / "locks/11.8.0.lock");
    EXPECT_TRUE(fs::exists(root_ / "staging/11.8.0.a"));
}

TEST_F(HealTest, NeverWorksThroughALinkInStagingsPlace) {
    const std::string theirs = root_.write("outside/notes", "theirs");
    fs::create_symlink(root_ / "outside", layout_.staging());

    const auto healed = heal(layout_, {});

    ASSERT_FALSE(healed);
    EXPECT_EQ(healed.error().code, Code::files);
    EXPECT_EQ(healed.error().at, layout_.staging());
    EXPECT_TRUE(fs::exists(theirs));
}

}  // namespace
}  // namespace cudaenv::store
