// SPDX-License-Identifier: MIT
#include "sys/tree.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/child.hpp"
#include "support/temp_folder.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::sys {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(MakeFolders, MakesAllAboveAndIsContentWithWhatIsThere) {
    const test::TempFolder folder;

    ASSERT_TRUE(make_folders(folder / "a/b/c"));
    ASSERT_TRUE(make_folders(folder / "a/b/c"));

    EXPECT_TRUE(is_folder(folder / "a/b/c"));
}

TEST(MakeFolders, LinkToAFolderIsAFolder) {
    const test::TempFolder folder;
    folder.make("real");
    fs::create_symlink("real", folder / "link");

    ASSERT_TRUE(make_folders(folder / "link/below"));

    EXPECT_TRUE(is_folder(folder / "real/below"));
}

TEST(MakeFolders, FileInTheWayIsNamed) {
    const test::TempFolder folder;
    folder.write("file", "");

    EXPECT_EQ(make_folders(folder / "file").error().code, Code::files);
    EXPECT_EQ(make_folders(folder / "file/below").error().code, Code::not_found);
    EXPECT_EQ(make_folders("").error().code, Code::not_found);
}

TEST(MakeFolders, MissingRightIsPermissionUnlessItIsThere) {
    const test::TempFolder folder;
    folder.make("there");

    test::without_root([&] {
        EXPECT_TRUE(make_folders(folder / "there"));
        EXPECT_EQ(make_folders(folder / "new/below").error().code, Code::permission);
    });
}

TEST(ListFolder, SortsByBytesAndTakesAnyName) {
    const test::TempFolder folder;
    for (const char* name : {"b", "a", "B", "\xff\xfe", ".hidden", "new\nline"}) {
        folder.write(name, "");
    }

    EXPECT_THAT(list_folder(folder.path()).value(),
                ElementsAre(".hidden", "B", "a", "b", "new\nline", "\xff\xfe"));
}

TEST(ListFolder, AbsentOrNoFolderIsNotFound) {
    const test::TempFolder folder;
    folder.write("file", "");

    EXPECT_EQ(list_folder(folder / "none").error().code, Code::not_found);
    EXPECT_EQ(list_folder(folder / "file").error().code, Code::not_found);
}

TEST(RemoveTree, RemovesEverythingAndFollowsNothing) {
    const test::TempFolder folder;
    folder.write("kept/file", "x");
    folder.write("tree/a/b/file", "x");
    folder.write("tree/new\nline/\xff", "x");
    fs::create_directory_symlink("../kept", folder / "tree/link");
    fs::create_symlink("none", folder / "tree/dangling");
    ASSERT_EQ(::mkfifo((folder / "tree/pipe").c_str(), 0644), 0);

    ASSERT_TRUE(remove_tree(folder / "tree"));

    EXPECT_FALSE(exists(folder / "tree"));
    EXPECT_EQ(folder.read("kept/file"), "x");
}

TEST(RemoveTree, LinkToAFolderGoesButNotTheFolder) {
    const test::TempFolder folder;
    folder.write("kept/file", "x");
    fs::create_directory_symlink("kept", folder / "link");

    ASSERT_TRUE(remove_tree(folder / "link"));

    EXPECT_EQ(info(folder / "link").value().kind, FileKind::none);
    EXPECT_EQ(folder.read("kept/file"), "x");
}

TEST(RemoveTree, AbsentIsFineAndAFileGoes) {
    const test::TempFolder folder;
    folder.write("file", "x");

    EXPECT_TRUE(remove_tree(folder / "none"));
    EXPECT_TRUE(remove_tree(folder / "file"));
    EXPECT_FALSE(exists(folder / "file"));
}

TEST(RemoveTree, FoldersWithoutRightsAreMadeOurs) {
    const test::TempFolder folder;
    ::chmod(folder.path().c_str(), 0777);

    test::without_root([&] {
        folder.write("tree/sealed/deep/file", "x");
        folder.write("tree/unreadable/file", "x");
        ::chmod((folder / "tree/sealed/deep").c_str(), 0555);
        ::chmod((folder / "tree/sealed").c_str(), 0555);
        ::chmod((folder / "tree/unreadable").c_str(), 0);
        ::chmod((folder / "tree").c_str(), 0500);

        EXPECT_TRUE(remove_tree(folder / "tree"));
        EXPECT_FALSE(exists(folder / "tree"));
    });
}

TEST(RemoveTree, FilesOfALinkedObjectKeepTheirMode) {
    const test::TempFolder folder;
    folder.write("tree/file", "x");
    fs::create_hard_link(folder / "tree/file", folder / "object");
    ::chmod((folder / "object").c_str(), 0444);

    ASSERT_TRUE(remove_tree(folder / "tree"));

    EXPECT_EQ(info(folder / "object").value().mode, 0444U);
    EXPECT_EQ(info(folder / "object").value().links, 1U);
}

TEST(RemoveTree, SomebodyElsesFolderIsPermissionAndNamed) {
    const test::TempFolder folder;
    folder.write("tree/file", "x");

    test::without_root([&] {
        const auto removed = remove_tree(folder / "tree");
        ASSERT_FALSE(removed);
        EXPECT_EQ(removed.error().code, Code::permission);
        EXPECT_EQ(removed.error().at, folder / "tree/file");
    });
}

TEST(RemoveTree, DepthNeedsNeitherDescriptorsNorShortPaths) {
    const test::TempFolder folder;
    constexpr int kDepth = 100;
    const std::string name(50, 'n');  // the whole path is longer than PATH_MAX
    int parent = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < kDepth; ++i) {
        ASSERT_EQ(::mkdirat(parent, name.c_str(), 0755), 0);
        const int next = ::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY);
        ::close(parent);
        parent = next;
    }
    ::close(parent);
    rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &old), 0);
    const rlimit few{32, old.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);

    const auto removed = remove_tree(folder / name);
    ::setrlimit(RLIMIT_NOFILE, &old);

    EXPECT_TRUE(removed) << removed.error().what << " " << removed.error().why;
    EXPECT_FALSE(exists(folder / name));
}

TEST(RemoveTree, GoesOnWhenInterrupted) {
    const test::TempFolder folder;
    folder.write("tree/below/file", "x");
    set_interrupt(SIGINT);

    const auto removed = remove_tree(folder / "tree");
    set_interrupt(0);

    ASSERT_TRUE(removed.has_value()) << removed.error().what;
    EXPECT_FALSE(exists(folder / "tree"));
}

TEST(Walk, ParentsFirstNamesSortedLinksNotFollowed) {
    const test::TempFolder folder;
    folder.write("b/x", "");
    folder.write("a-c", "");
    folder.write("a/y", "");
    fs::create_directory_symlink("a", folder / "link");
    std::vector<std::string> seen;

    const auto walked =
        walk(folder.path(), [&](const std::string& rel_path, const FileInfo& found) {
            seen.push_back(rel_path);
            EXPECT_EQ(found.kind == FileKind::link, rel_path == "link");
            return Result<void>();
        });

    EXPECT_TRUE(walked);
    EXPECT_THAT(seen, ElementsAre("a", "a/y", "a-c", "b", "b/x", "link"));
}

TEST(Walk, StopsAtTheFirstError) {
    const test::TempFolder folder;
    folder.write("a", "");
    folder.write("b", "");
    int calls = 0;

    const auto walked =
        walk(folder.path(), [&](const std::string&, const FileInfo&) -> Result<void> {
            ++calls;
            return fail(Code::damaged, "bad");
        });

    EXPECT_EQ(walked.error().code, Code::damaged);
    EXPECT_EQ(calls, 1);
}

TEST(DiskUsage, CountsAnInodeOnce) {
    const test::TempFolder folder;
    const std::string text(1'000'000, 'x');
    folder.write("tree/a", text);
    const std::uint64_t one = disk_usage(folder / "tree").value();

    fs::create_hard_link(folder / "tree/a", folder / "tree/b");
    EXPECT_EQ(disk_usage(folder / "tree").value(), one);
    folder.write("tree/c", text);
    EXPECT_GE(disk_usage(folder / "tree").value(), one + text.size());

    EXPECT_GE(one, text.size());
    EXPECT_EQ(disk_usage(folder / "none").error().code, Code::not_found);
}

}  // namespace
}  // namespace cudaenv::sys
