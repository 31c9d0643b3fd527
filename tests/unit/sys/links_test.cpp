// SPDX-License-Identifier: MIT
#include "sys/links.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/temp_folder.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::sys {
namespace {

namespace fs = std::filesystem;

// A folder on another file system than the other tests' one, if this machine has any.
std::string other_file_system(const test::TempFolder& folder) {
    for (const std::string candidate : {"/dev/shm", "/run/shm", "/var/tmp"}) {
        const bool is_usable = ::access(candidate.c_str(), W_OK) == 0;
        if (is_usable && info(candidate)->device != info(folder.path())->device) return candidate;
    }
    return "";
}

TEST(Rename, ReplacesAFileAndReportsAbsence) {
    const test::TempFolder folder;
    folder.write("a", "new");
    folder.write("b", "old");

    ASSERT_TRUE(rename(folder / "a", folder / "b"));

    EXPECT_EQ(folder.read("b"), "new");
    EXPECT_EQ(rename(folder / "a", folder / "c").error().code, Code::not_found);
    EXPECT_EQ(rename_if_possible(folder / "a", folder / "c").error().code, Code::not_found);
}

TEST(Rename, AcrossFileSystemsIsFalseNotAnError) {
    const test::TempFolder here;
    const std::string elsewhere = other_file_system(here);
    if (elsewhere.empty()) GTEST_SKIP() << "only one file system to write to";
    const test::TempFolder there(elsewhere);
    here.write("a", "x");

    EXPECT_FALSE(rename_if_possible(here / "a", there / "a").value());
    EXPECT_EQ(rename(here / "a", there / "a").error().code, Code::files);
    EXPECT_TRUE(rename_if_possible(here / "a", here / "b").value());
}

TEST(Exchange, SwapsTwoFolders) {
    const test::TempFolder folder;
    folder.write("a/file", "a");
    folder.write("b/file", "b");

    ASSERT_TRUE(exchange(folder / "a", folder / "b"));

    EXPECT_EQ(folder.read("a/file"), "b");
    EXPECT_EQ(folder.read("b/file"), "a");
    EXPECT_EQ(exchange(folder / "a", folder / "none").error().code, Code::not_found);
}

TEST(Link, IsReadAsWrittenHoweverLong) {
    const test::TempFolder folder;
    const std::string target(3000, 't');

    ASSERT_TRUE(make_link(target, folder / "link"));

    EXPECT_EQ(read_link(folder / "link").value(), target);
    EXPECT_EQ(make_link("x", folder / "link").error().code, Code::files);
    EXPECT_EQ(read_link(folder.path()).error().code, Code::files);
}

TEST(ReplaceLink, TakesThePlaceOfAnotherLink) {
    const test::TempFolder folder;
    ASSERT_TRUE(make_link("old", folder / "link"));

    ASSERT_TRUE(replace_link("new", folder / "link"));
    ASSERT_TRUE(replace_link("new", folder / "fresh"));

    EXPECT_EQ(read_link(folder / "link").value(), "new");
    EXPECT_EQ(list_folder(folder.path()).value().size(), 2U);
}

TEST(ReplaceLink, FolderInTheWayStaysAndNothingElseIsLeft) {
    const test::TempFolder folder;
    folder.write("link/file", "x");

    EXPECT_EQ(replace_link("new", folder / "link").error().code, Code::files);

    EXPECT_THAT(list_folder(folder.path()).value(), testing::ElementsAre("link"));
}

TEST(RealPath, FollowsEveryLink) {
    const test::TempFolder folder;
    folder.write("real/file", "");
    fs::create_directory_symlink("real", folder / "link");

    EXPECT_EQ(real_path(folder / "link/../link/file").value(),
              real_path(folder.path()).value() + "/real/file");
    EXPECT_EQ(real_path(folder / "none").error().code, Code::not_found);
}

TEST(LinkOrCopy, LinksOnOneFileSystem) {
    const test::TempFolder folder;
    folder.write("a", "x");

    EXPECT_EQ(link_or_copy(folder / "a", folder / "b", 0444).value(), LinkOutcome::linked);

    EXPECT_EQ(info(folder / "a").value().inode, info(folder / "b").value().inode);
    EXPECT_EQ(link_or_copy(folder / "a", folder / "b", 0444).error().code, Code::files);
    EXPECT_EQ(link_or_copy(folder / "none", folder / "c", 0444).error().code, Code::not_found);
}

class CopyAcross : public testing::Test {
  protected:
    void SetUp() override {
        const std::string elsewhere = other_file_system(here_);
        if (elsewhere.empty()) GTEST_SKIP() << "only one file system to write to";
        there_ = std::make_unique<test::TempFolder>(elsewhere);
    }

    test::TempFolder here_;
    std::unique_ptr<test::TempFolder> there_;
};

TEST_F(CopyAcross, GivesTheSameBytesAndTheModeLessUmask) {
    const std::string text = std::string(2'100'001, 'x') + "end";
    here_.write("a", text);
    const mode_t umask_before = ::umask(0022);

    const auto outcome = link_or_copy(here_ / "a", *there_ / "a", 0575);
    ::umask(umask_before);

    ASSERT_TRUE(outcome) << outcome.error().what << " " << outcome.error().why;
    EXPECT_NE(*outcome, LinkOutcome::linked);
    EXPECT_EQ(there_->read("a"), text);
    EXPECT_EQ(info(*there_ / "a").value().mode, 0555U);
}

TEST_F(CopyAcross, EmptyFileIsCopiedToo) {
    here_.write("a", "");

    ASSERT_TRUE(link_or_copy(here_ / "a", *there_ / "a", 0444));

    EXPECT_EQ(there_->read("a"), "");
}

TEST_F(CopyAcross, NeverOverwritesAndNeverFollowsALink) {
    here_.write("a", "new");
    there_->write("kept", "old");
    fs::create_symlink("kept", *there_ / "link");
    fs::create_symlink("a", here_ / "link");

    EXPECT_EQ(link_or_copy(here_ / "a", *there_ / "kept", 0444).error().code, Code::files);
    EXPECT_EQ(link_or_copy(here_ / "a", *there_ / "link", 0444).error().code, Code::files);
    EXPECT_EQ(link_or_copy(here_ / "link", *there_ / "new", 0444).error().code, Code::files);

    EXPECT_EQ(there_->read("kept"), "old");
}

TEST_F(CopyAcross, LeavesNothingWhenInterrupted) {
    here_.write("a", "x");
    set_interrupt(SIGINT);

    const auto outcome = link_or_copy(here_ / "a", *there_ / "a", 0444);
    set_interrupt(0);

    EXPECT_EQ(outcome.error().code, Code::interrupted);
    EXPECT_FALSE(exists(*there_ / "a"));
}

}  // namespace
}  // namespace cudaenv::sys
