// SPDX-License-Identifier: MIT
#include "sys/file_system.hpp"

#include <gtest/gtest.h>

#include "support/child.hpp"
#include "support/temp_folder.hpp"

namespace cudaenv::sys {
namespace {

TEST(FileSystem, OfAFolderThatIsToBeMadeIsThatOfTheNearest) {
    const test::TempFolder folder;

    const FileSystem here = file_system(folder.path()).value();
    const FileSystem below = file_system(folder / "not/yet/there").value();

    EXPECT_EQ(here.type, below.type);
    EXPECT_EQ(here.total_bytes, below.total_bytes);
    EXPECT_GT(here.total_bytes, 0U);
    EXPECT_LE(here.free_bytes, here.total_bytes);
    EXPECT_FALSE(here.is_read_only);
}

TEST(FileSystem, RelativePathIsBelowTheWorkingFolder) {
    EXPECT_EQ(file_system("not-there").value().type, file_system(".").value().type);
}

TEST(FileSystem, UnknownTypesShowTheirNumberAndAreLocal) {
    const FileSystem proc = file_system("/proc").value();

    EXPECT_EQ(proc.type, "0x9fa0");
    EXPECT_FALSE(proc.is_network);
}

TEST(FileSystem, SeesWhatItIsMountedFor) {
    const test::TempFolder folder;

    test::mounted_as(folder.path(), MS_RDONLY | MS_NOEXEC, [&] {
        EXPECT_TRUE(file_system(folder.path()).value().is_read_only);
        EXPECT_TRUE(file_system(folder.path()).value().is_noexec);
    });
}

TEST(Sync, ReachesFilesFoldersAndTheFileSystem) {
    const test::TempFolder folder;
    folder.write("a", "x");

    EXPECT_TRUE(sync_file(folder / "a"));
    EXPECT_TRUE(sync_folder(folder.path()));
    EXPECT_TRUE(sync_file_system(folder.path()));
    EXPECT_EQ(sync_file(folder / "none").error().code, Code::not_found);
    EXPECT_EQ(sync_folder(folder / "a").error().code, Code::not_found);
}

}  // namespace
}  // namespace cudaenv::sys
