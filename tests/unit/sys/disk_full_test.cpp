// SPDX-License-Identifier: MIT
// What stays behind when there is no room: the old file, and nothing half-written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/child.hpp"
#include "support/temp_folder.hpp"
#include "sys/files.hpp"

namespace cudaenv::sys {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t kDiskBytes = 1U << 20U;

TEST(DiskFull, WriteFileKeepsTheOldOne) {
    const cudaenv::test::TempFolder folder;

    cudaenv::test::on_small_disk(folder.path(), kDiskBytes, [&] {
        ASSERT_TRUE(write_file(folder / "a", "old"));

        const auto written = write_file(folder / "a", std::string(2 * kDiskBytes, 'x'));

        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, Code::space);
        EXPECT_EQ(folder.read("a"), "old");
        EXPECT_THAT(list_folder(folder.path()).value(), ElementsAre("a"));
    });
}

TEST(DiskFull, CopyLeavesNothing) {
    const cudaenv::test::TempFolder source;
    const cudaenv::test::TempFolder folder;
    source.write("a", std::string(2 * kDiskBytes, 'x'));

    cudaenv::test::on_small_disk(folder.path(), kDiskBytes, [&] {
        const auto outcome = link_or_copy(source / "a", folder / "a", 0444);

        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().code, Code::space);
        EXPECT_THAT(list_folder(folder.path()).value(), IsEmpty());
    });
}

TEST(OtherDisk, RemoveTreeDoesNotCrossIntoIt) {
    const cudaenv::test::TempFolder folder;
    folder.make("tree/mounted");

    cudaenv::test::on_small_disk(folder / "tree/mounted", kDiskBytes, [&] {
        folder.write("tree/mounted/file", "x");

        const auto removed = remove_tree(folder / "tree");

        ASSERT_FALSE(removed);
        EXPECT_EQ(removed.error().at, folder / "tree/mounted");
        EXPECT_EQ(folder.read("tree/mounted/file"), "x");
    });
}

}  // namespace
}  // namespace cudaenv::sys
