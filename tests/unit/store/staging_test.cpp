// SPDX-License-Identifier: MIT
#include "store/staging.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "some_stack.hpp"
#include "support/child.hpp"
#include "support/temp_folder.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;

class StagingTest : public testing::Test {
  protected:
    std::vector<std::string> names_in(std::string_view folder) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(root_ / folder)) {
            names.push_back(entry.path().filename());
        }
        std::sort(names.begin(), names.end());
        return names;
    }
    std::uint32_t mode_of(std::string_view path) const {
        const auto info = sys::info(root_ / path);
        return info ? info->mode : 0;
    }

    test::TempFolder root_;
    base::Layout layout_{root_.path()};
};

TEST_F(StagingTest, MakesAWholeStack) {
    const auto receipt = install(layout_, "12.4.1", some_tree());

    ASSERT_TRUE(receipt) << receipt.error().what;
    EXPECT_EQ(root_.read("versions/12.4.1/include/cuda.h"), "// header\n");
    EXPECT_EQ(*sys::read_link(root_ / "versions/12.4.1/lib64"), "targets/x86_64-linux/lib");
    EXPECT_EQ(root_.read("versions/12.4.1/.cudaenv/activate"), kActivation);
    EXPECT_EQ(*read_receipt(layout_.prefix("12.4.1")), *receipt);
    EXPECT_EQ(receipt->files_sha256, sys::sha256_of(root_.read("versions/12.4.1/.cudaenv/files")));
    const auto rows = read_file_list(layout_.prefix("12.4.1"));
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->size(), 11U);
    EXPECT_TRUE(names_in("staging").empty());
}

TEST_F(StagingTest, MakesFilesReadOnlyAndFoldersWritable) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));

    EXPECT_EQ(mode_of("versions/12.4.1"), 0755U);
    EXPECT_EQ(mode_of("versions/12.4.1/bin"), 0755U);
    EXPECT_EQ(mode_of("versions/12.4.1/bin/nvcc"), 0555U);
    EXPECT_EQ(mode_of("versions/12.4.1/include/cuda.h"), 0444U);
    EXPECT_EQ(mode_of("versions/12.4.1/.cudaenv/receipt.json"), 0444U);
}

TEST_F(StagingTest, KeepsToAStrictUmask) {
    const mode_t old_mask = ::umask(077);
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    ::umask(old_mask);

    EXPECT_EQ(mode_of("versions"), 0700U);
    EXPECT_EQ(mode_of("versions/12.4.1"), 0700U);
    EXPECT_EQ(mode_of("versions/12.4.1/bin"), 0700U);
    EXPECT_EQ(mode_of("versions/12.4.1/bin/nvcc"), 0500U);
    EXPECT_EQ(mode_of("versions/12.4.1/.cudaenv/activate"), 0400U);
}

TEST_F(StagingTest, SharesEqualFilesBetweenStacks) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    EXPECT_OK(install(layout_, "12.4.1+cudnn8.9.7", some_tree()));

    const auto first = sys::info(root_ / "versions/12.4.1/bin/nvcc");
    const auto second = sys::info(root_ / "versions/12.4.1+cudnn8.9.7/bin/nvcc");
    EXPECT_EQ(first->inode, second->inode);
    EXPECT_EQ(first->links, 3U);
}

TEST_F(StagingTest, LeavesNothingWhenItIsDropped) {
    {
        auto staging = Staging::begin(layout_, "12.4.1");
        ASSERT_TRUE(staging);
        ObjectStore objects(layout_, staging->scratch());
        EXPECT_OK(staging->link(rows_of(some_tree(), objects), objects));
        EXPECT_EQ(names_in("staging").size(), 2U);
    }

    EXPECT_TRUE(names_in("staging").empty());
    EXPECT_TRUE(names_in("versions").empty());
}

TEST_F(StagingTest, RemovesWhatADeadRunOfTheSameStackLeft) {
    root_.write("staging/12.4.1.dead/bin/nvcc", "half");
    root_.write("staging/12.4.1+cudnn8.9.7.other/bin/nvcc", "half");

    auto staging = Staging::begin(layout_, "12.4.1");

    ASSERT_TRUE(staging);
    EXPECT_FALSE(fs::exists(root_ / "staging/12.4.1.dead"));
    EXPECT_TRUE(fs::exists(root_ / "staging/12.4.1+cudnn8.9.7.other"));
}

TEST_F(StagingTest, RefusesNamesThatAreNoStacks) {
    for (const char* name : {"", "..", "a/b", "12.4.1/..", "mine", "../../x"}) {
        const auto staging = Staging::begin(layout_, name);
        ASSERT_FALSE(staging) << name;
        EXPECT_EQ(staging.error().code, Code::usage) << name;
    }
}

TEST_F(StagingTest, RefusesRowsThatWouldWriteThroughALink) {
    auto staging = Staging::begin(layout_, "12.4.1");
    ASSERT_TRUE(staging);
    ObjectStore objects(layout_, staging->scratch());
    auto rows = rows_of({{"a", "->b"}, {"a0", "x"}, {"b/c", "y"}}, objects);
    rows[1].path = "a/x";

    const auto linked = staging->link(rows, objects);

    ASSERT_FALSE(linked);
    EXPECT_EQ(linked.error().code, Code::integrity);
}

struct Quirk {
    std::string name;
    bool can_exchange, can_move_installed;
};

class ReplaceTest : public testing::TestWithParam<Quirk> {
  protected:
    MoveOptions options() const {
        return {.on_step = {},
                .can_exchange = GetParam().can_exchange,
                .can_move_installed = GetParam().can_move_installed};
    }
    test::TempFolder root_;
    base::Layout layout_{root_.path()};
};

TEST_P(ReplaceTest, PutsTheNewStackInPlaceOfTheOld) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree(), options()));
    root_.write("versions/12.4.1/__pycache__/x.pyc", "extra");

    const auto again = install(layout_, "12.4.1", {{"bin/nvcc", "new"}}, options());

    ASSERT_TRUE(again) << again.error().what << again.error().why;
    EXPECT_EQ(root_.read("versions/12.4.1/bin/nvcc"), "new");
    EXPECT_FALSE(fs::exists(root_ / "versions/12.4.1/include"));
    EXPECT_FALSE(fs::exists(root_ / "versions/12.4.1/__pycache__"));
    EXPECT_EQ(*read_receipt(layout_.prefix("12.4.1")), *again);
    EXPECT_TRUE(fs::is_empty(layout_.staging()));
}

TEST_P(ReplaceTest, RemovesAStack) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree(), options()));
    fs::permissions(root_ / "versions/12.4.1/include", fs::perms{0555});

    EXPECT_OK(remove_stack(layout_, "12.4.1", options()));

    EXPECT_TRUE(fs::is_empty(layout_.versions()));
    EXPECT_TRUE(fs::is_empty(layout_.staging()));
}

INSTANTIATE_TEST_SUITE_P(Staging, ReplaceTest,
                         testing::Values(Quirk{"Exchange", true, true},
                                         Quirk{"TwoRenames", false, true},
                                         Quirk{"DeleteInPlace", true, false}),
                         [](const auto& instance) { return instance.param.name; });

TEST_F(StagingTest, LeavesAnAdoptedToolkitAlone) {
    root_.make("versions");
    const std::string toolkit = root_.write("cuda/bin/nvcc", "theirs");
    fs::create_symlink(root_ / "cuda", layout_.prefix("12.4.1"));

    const auto installed = install(layout_, "12.4.1", some_tree());
    const auto removed = remove_stack(layout_, "12.4.1");

    ASSERT_FALSE(installed);
    EXPECT_EQ(installed.error().code, Code::usage);
    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().code, Code::usage);
    EXPECT_TRUE(fs::exists(toolkit));
    EXPECT_TRUE(fs::is_symlink(layout_.prefix("12.4.1")));
}

TEST_F(StagingTest, CannotRemoveWhatIsNotThere) {
    const auto removed = remove_stack(layout_, "12.4.1");

    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().code, Code::not_installed);
}

TEST_F(StagingTest, SaysWhereItMayNotWrite) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));

    test::without_root([&] {
        const auto refused = install(layout_, "11.8.0", some_tree());
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Code::permission);
        EXPECT_TRUE(refused.error().at.starts_with(layout_.staging())) << refused.error().at;
        EXPECT_EQ(remove_stack(layout_, "12.4.1").error().code, Code::permission);
    });

    EXPECT_TRUE(read_receipt(layout_.prefix("12.4.1")));
}

TEST_F(StagingTest, RemovesAStackWhoseReceiptIsAFolder) {
    root_.write("versions/12.4.1/.cudaenv/receipt.json/x", "a folder");
    root_.write("staging/12.4.1.k2j4/.cudaenv/receipt.json/x", "a folder");

    EXPECT_OK(Staging::begin(layout_, "12.4.1"));
    EXPECT_OK(remove_stack(layout_, "12.4.1"));

    EXPECT_TRUE(names_in("versions").empty());
    EXPECT_TRUE(names_in("staging").empty());
}

TEST_F(StagingTest, LeavesNothingBehindWhenInterrupted) {
    {
        auto staging = Staging::begin(layout_, "12.4.1");
        ASSERT_TRUE(staging);
        ObjectStore objects(layout_, staging->scratch());
        const auto rows = rows_of(some_tree(), objects);
        EXPECT_OK(staging->link(rows, objects));
        root_.write("staging/" + fs::path(staging->scratch()).filename().string() + "/new-9", "x");
        sys::set_interrupt(SIGINT);
    }
    sys::set_interrupt(0);

    EXPECT_TRUE(names_in("staging").empty());
}

TEST_F(StagingTest, NeverWorksThroughALinkInItsPlace) {
    EXPECT_OK(install(layout_, "12.4.1", some_tree()));
    const std::string theirs = root_.write("outside/12.4.1.mine/notes", "theirs");
    fs::remove(layout_.staging());
    fs::create_symlink(root_ / "outside", layout_.staging());

    const auto begun = Staging::begin(layout_, "12.4.1");
    const auto removed = remove_stack(layout_, "12.4.1");

    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error().code, Code::files);
    EXPECT_EQ(begun.error().at, layout_.staging());
    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().code, Code::files);
    EXPECT_TRUE(read_receipt(layout_.prefix("12.4.1")));
    EXPECT_TRUE(fs::exists(theirs));
    EXPECT_EQ(names_in("outside").size(), 1U);
}

}  // namespace
}  // namespace cudaenv::store
