// SPDX-License-Identifier: MIT
#include "sys/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support/child.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::sys {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(Info, TellsTheKind) {
    const test::TempFolder folder;
    folder.write("file", "12345");
    fs::create_symlink("file", folder / "link");
    fs::create_symlink("none", folder / "dangling");
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0644), 0);

    EXPECT_EQ(info(folder / "file").value().kind, FileKind::file);
    EXPECT_EQ(info(folder / "file").value().size_bytes, 5U);
    EXPECT_EQ(info(folder.path()).value().kind, FileKind::folder);
    EXPECT_EQ(info(folder / "link").value().kind, FileKind::link);
    EXPECT_EQ(info(folder / "pipe").value().kind, FileKind::other);
    EXPECT_EQ(info(folder / "none").value().kind, FileKind::none);
    EXPECT_EQ(info(folder / "file/below").value().kind, FileKind::none);
    EXPECT_EQ(info_following(folder / "link").value().kind, FileKind::file);
    EXPECT_EQ(info_following(folder / "dangling").value().kind, FileKind::none);
}

TEST(Info, TellsModeLinksAndIdentity) {
    const test::TempFolder folder;
    folder.write("a", "x");
    fs::create_hard_link(folder / "a", folder / "b");
    ::chmod((folder / "a").c_str(), 0640);

    const FileInfo a = info(folder / "a").value();
    const FileInfo b = info(folder / "b").value();

    EXPECT_EQ(a.mode, 0640U);
    EXPECT_EQ(a.links, 2U);
    EXPECT_EQ(a.inode, b.inode);
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.owner, ::geteuid());
}

TEST(Info, ErrorsOtherThanAbsenceAreReturned) {
    EXPECT_EQ(info("/" + std::string(5000, 'x')).error().code, Code::files);
}

TEST(IsExecutableFile, NeedsARegularFileWithTheRight) {
    const test::TempFolder folder;
    folder.write("tool", "");
    folder.write("text", "");
    ::chmod((folder / "tool").c_str(), 0755);

    EXPECT_TRUE(is_executable_file(folder / "tool"));
    EXPECT_FALSE(is_executable_file(folder / "text"));
    EXPECT_FALSE(is_executable_file(folder.path()));
}

TEST(ReadFile, ReadsBytesAsTheyAre) {
    const test::TempFolder folder;
    const std::string text = std::string("a\0b\r\n", 5) + std::string(200'000, '\xff');

    EXPECT_EQ(read_file(folder.write("a", text)).value(), text);
    EXPECT_EQ(read_file(folder.write("empty", "")).value(), "");
}

TEST(ReadFile, LimitIsExact) {
    const test::TempFolder folder;
    folder.write("a", "12345");

    EXPECT_TRUE(read_file(folder / "a", 5));
    EXPECT_EQ(read_file(folder / "a", 4).error().code, Code::usage);
    EXPECT_EQ(read_file(folder / "a", 4).error().needs, "at most 4 B");
}

TEST(ReadFile, FilesWithoutASizeAreReadToTheEnd) {
    EXPECT_THAT(read_file("/proc/self/status").value(), testing::HasSubstr("Pid:"));
}

TEST(WriteFile, ReplacesAndLeavesNothingElse) {
    const test::TempFolder folder;
    folder.write("a", "old and longer");

    ASSERT_TRUE(write_file(folder / "a", "new", {.sync = true}));

    EXPECT_EQ(folder.read("a"), "new");
    EXPECT_THAT(list_folder(folder.path()).value(), ElementsAre("a"));
}

TEST(WriteFile, ModeIsLessUmaskAndAnOldFileKeepsItsOwn) {
    const test::TempFolder folder;
    folder.write("private", "old");
    ::chmod((folder / "private").c_str(), 0600);
    const mode_t umask_before = ::umask(0027);

    ASSERT_TRUE(write_file(folder / "new", "x", {.mode = 0666}));
    ASSERT_TRUE(write_file(folder / "private", "x", {.mode = 0666}));
    ::umask(umask_before);

    EXPECT_EQ(info(folder / "new").value().mode, 0640U);
    EXPECT_EQ(info(folder / "private").value().mode, 0600U);
}

TEST(WriteFile, FollowsLinksAlsoDanglingOnes) {
    const test::TempFolder folder;
    folder.make("dotfiles");
    fs::create_symlink("dotfiles/rc", folder / "rc");
    fs::create_symlink("rc", folder / "rc2");

    ASSERT_TRUE(write_file(folder / "rc2", "x"));

    EXPECT_EQ(folder.read("dotfiles/rc"), "x");
    EXPECT_TRUE(fs::is_symlink(folder / "rc"));
    EXPECT_TRUE(fs::is_symlink(folder / "rc2"));
}

TEST(WriteFile, RefusesLoopsAndFolders) {
    const test::TempFolder folder;
    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    folder.make("folder");

    EXPECT_EQ(write_file(folder / "a", "x").error().code, Code::files);
    EXPECT_EQ(write_file(folder / "folder", "x").error().code, Code::files);
    EXPECT_EQ(write_file(folder / "none/x", "x").error().code, Code::not_found);
}

TEST(WriteFile, LongestNameStillFindsATemporaryOne) {
    const test::TempFolder folder;
    const std::string name(255, 'n');

    ASSERT_TRUE(write_file(folder / name, "x"));

    EXPECT_EQ(folder.read(name), "x");
}

TEST(WriteFile, UnwritableFolderIsPermissionAndTheOldFileStays) {
    const test::TempFolder folder;
    folder.write("a", "old");

    test::without_root(
        [&] { EXPECT_EQ(write_file(folder / "a", "new").error().code, Code::permission); });

    EXPECT_EQ(folder.read("a"), "old");
    EXPECT_THAT(list_folder(folder.path()).value(), ElementsAre("a"));
}

TEST(WriteFile, ReadOnlyFileSystemIsSaidSo) {
    const test::TempFolder folder;
    folder.write("a", "old");

    test::mounted_as(folder.path(), MS_RDONLY, [&] {
        EXPECT_EQ(write_file(folder / "a", "new").error().code, Code::read_only);
        EXPECT_EQ(remove_tree(folder / "a").error().code, Code::read_only);
        EXPECT_EQ(make_folders(folder / "b").error().code, Code::read_only);
        EXPECT_TRUE(make_folders(folder.path()));
    });
}

TEST(ParentFolder, OfEveryForm) {
    EXPECT_EQ(parent_folder("/a/b"), "/a");
    EXPECT_EQ(parent_folder("/a"), "/");
    EXPECT_EQ(parent_folder("/"), "/");
    EXPECT_EQ(parent_folder("a"), ".");
    EXPECT_EQ(parent_folder("a/b"), "a");
}

TEST(TemporaryName, IsHiddenBesideAndNeverTheSame) {
    EXPECT_THAT(temporary_name("/x/a"), testing::MatchesRegex("/x/\\.a\\.[0-9a-f]+"));
    EXPECT_NE(temporary_name("/x/a"), temporary_name("/x/a"));
}

}  // namespace
}  // namespace cudaenv::sys
