// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(SelfUninstall, AsksAndWithoutATerminalDoesNothing) {
    Sandbox box;
    box.install("12.4.1");

    const Ran ran = box.run({"self", "uninstall"});

    EXPECT_THAT(ran.err, HasSubstr("try:   cudaenv self uninstall --yes"));
    EXPECT_EQ(ran.exit, 2);
    EXPECT_TRUE(box.exists(box.root() + "/versions/12.4.1"));
}

TEST(SelfUninstall, RemovesTheRootAndOurLines) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.home() + "/.bashrc", "mine\n");
    box.run({"init", "--install", "bash"});

    const Ran ran = box.run({"self", "uninstall", "--yes"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_FALSE(box.exists(box.root()));
    EXPECT_EQ(box.read(box.home() + "/.bashrc"), "mine\n");
}

TEST(SelfUninstall, LeavesWhatItDidNotMake) {
    Sandbox box;
    box.install("12.4.1");
    const std::string toolkit = box.make_toolkit(box.folder() / "cuda-11.3", "11.3.1");
    std::filesystem::create_directory_symlink(toolkit, box.root() + "/versions/old");
    box.write(box.root() + "/thesis.tex", "x");

    const Ran ran = box.run({"-y", "self", "uninstall"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.err, HasSubstr(box.root() + " stays"));
    EXPECT_TRUE(box.exists(box.root() + "/thesis.tex"));
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
    EXPECT_TRUE(box.exists(toolkit + "/bin/nvcc"));
}

TEST(SelfUninstall, OtherWordsAreUsageErrors) {
    Sandbox box;

    EXPECT_EQ(box.run({"self", "destruct"}).exit, 2);
    EXPECT_EQ(box.run({"self"}).exit, 2);
}

}  // namespace
}  // namespace cudaenv::test
