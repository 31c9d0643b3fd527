// SPDX-License-Identifier: MIT
#include "execute/run.hpp"

#include <filesystem>

#include "execute_fixture.hpp"

namespace cudaenv::execute {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

namespace fs = std::filesystem;

using RunTest = ExecuteTest;

TEST_F(RunTest, InstallsSeveralStacksAndRenewsShimsAndLinks) {
    const auto outcome =
        run({install_step(toolkit("12.4.1")), install_step(toolkit("11.8.0")), plan::Rehash{}});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_THAT(installed(), UnorderedElementsAre("11.8.0", "12.4.1"));
    EXPECT_TRUE(sys::exists(layout.shims() + "/nvcc"));
    EXPECT_EQ(sys::read_link(layout.links() + "/12.4").value(), "../versions/12.4.1");
    EXPECT_EQ(sys::read_link(layout.links() + "/11.8").value(), "../versions/11.8.0");
}

TEST_F(RunTest, WhatWasCompleteBeforeAFailingStepStays) {
    plan::Install bad = install_step(toolkit("11.8.0"));
    bad.artifacts.front().sha256 = std::string(64, '0');

    const auto outcome = run({install_step(toolkit("12.4.1")), bad});

    ASSERT_FALSE(outcome.has_value());
    EXPECT_THAT(installed(), ElementsAre("12.4.1"));
}

TEST_F(RunTest, UninstallTakesTheStackAndCollectingTakesItsBytes) {
    ASSERT_TRUE(run({install_step(toolkit()), plan::Rehash{}}).has_value());

    const auto outcome =
        run({plan::Uninstall{"12.4.1"}, plan::Rehash{}, plan::CollectGarbage{0, 0, false}});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_THAT(outcome->removed, ElementsAre("12.4.1"));
    EXPECT_GT(outcome->freed_bytes, 0U);
    EXPECT_THAT(installed(), IsEmpty());
    EXPECT_FALSE(sys::exists(layout.links() + "/12.4"));
    std::size_t objects = 0;
    for (const auto& entry : fs::recursive_directory_iterator(layout.objects())) {
        objects += entry.is_regular_file() ? 1 : 0;
    }
    EXPECT_EQ(objects, 0U);
}

TEST_F(RunTest, StacksShareWhatTheyHaveInCommon) {
    ASSERT_TRUE(run({install_step(toolkit("12.4.1"))}).has_value());
    plan::Install second = install_step(toolkit("12.4.1"));
    second.receipt.stack = "12.4.1+cudnn8.9.7";

    ASSERT_TRUE(run({second}).has_value());

    const auto left = sys::info(layout.prefix("12.4.1") + "/bin/nvcc").value();
    const auto right = sys::info(layout.prefix("12.4.1+cudnn8.9.7") + "/bin/nvcc").value();
    EXPECT_EQ(left.inode, right.inode);
}

TEST_F(RunTest, AdoptsAndDropsALink) {
    folder.write("opt/cuda/bin/nvcc", "#!/bin/sh\n");
    ASSERT_TRUE(run({plan::Adopt{"mine", folder / "opt/cuda"}}).has_value());
    EXPECT_EQ(sys::read_link(layout.prefix("mine")).value(), folder / "opt/cuda");

    const auto outcome = run({plan::DropAdopted{"mine"}});

    ASSERT_TRUE(outcome.has_value());
    EXPECT_FALSE(sys::exists(layout.prefix("mine")));
    EXPECT_TRUE(sys::exists(folder / "opt/cuda/bin/nvcc"));
}

TEST_F(RunTest, FetchNeedsNoRoot) {
    const auto outcome = run({plan::Fetch{artifact(toolkit())}});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_TRUE(sys::exists(artifact(toolkit()).cache_path));
    EXPECT_FALSE(sys::exists(layout.root()));
}

TEST_F(RunTest, HealsWhatADeadRunLeftBehind) {
    folder.write("root/staging/11.8.0.dead01/bin/nvcc", "half");
    folder.write("root/versions/11.7.0/bin/nvcc", "no receipt");

    ASSERT_TRUE(run({install_step(toolkit())}).has_value());

    EXPECT_THAT(left_in_staging(), IsEmpty());
    EXPECT_FALSE(sys::exists(layout.prefix("11.7.0")));
}

TEST_F(RunTest, DatabaseThatCannotBeUsedNeverFailsAnInstallation) {
    folder.make("root/state.db/in-the-way");

    const auto outcome = run({install_step(toolkit())});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_THAT(installed(), ElementsAre("12.4.1"));
}

}  // namespace
}  // namespace cudaenv::execute
