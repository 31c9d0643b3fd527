// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Init, WithoutADashItTellsWhereToPutTheLine) {
    Sandbox box;

    const Ran ran = box.run({"init", "zsh"});

    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(box.home() + "/.zshrc"));
    EXPECT_THAT(ran.err, HasSubstr(" init - zsh)\""));
    EXPECT_EQ(ran.exit, 1);
}

TEST(Init, AnUnknownShellIsAUsageError) {
    Sandbox box;

    EXPECT_EQ(box.run({"init", "-", "tcsh"}).exit, 2);
    EXPECT_EQ(box.run({"init", "-", "bash", "zsh"}).exit, 2);
}

TEST(Init, DetectShellTellsTheFiles) {
    Sandbox box;

    EXPECT_EQ(box.run({"init", "--detect-shell", "bash"}).out,
              "CUDAENV_SHELL_DETECT=bash\n"
              "CUDAENV_PROFILE_DETECT=" +
                  box.home() +
                  "/.profile\n"
                  "CUDAENV_RC_DETECT=" +
                  box.home() + "/.bashrc\n");
}

TEST(InitInstall, AddsTheBlockOnceAndKeepsTheRest) {
    Sandbox box;
    box.write(box.home() + "/.bashrc", "alias ll='ls -l'");

    const Ran first = box.run({"init", "--install", "bash"});
    const std::string text = box.read(box.home() + "/.bashrc");
    const Ran second = box.run({"init", "bash", "--install"});

    EXPECT_EQ(first.exit, 0);
    EXPECT_THAT(text, testing::StartsWith("alias ll='ls -l'\n\n# >>> cudaenv >>>\neval \"$("));
    EXPECT_THAT(text, testing::EndsWith(" init - bash)\"\n# <<< cudaenv <<<\n"));
    EXPECT_EQ(second.exit, 0);
    EXPECT_THAT(second.err, HasSubstr("note: our lines are in " + box.home() + "/.bashrc already"));
    EXPECT_EQ(box.read(box.home() + "/.bashrc"), text);
}

TEST(InitInstall, UninstallTakesExactlyItsBlockAway) {
    Sandbox box;
    box.write(box.home() + "/.bashrc", "before\n");
    box.run({"init", "--install", "bash"});
    box.write(box.home() + "/.bashrc", box.read(box.home() + "/.bashrc") + "after\n");

    EXPECT_EQ(box.run({"init", "--uninstall"}).exit, 0);

    EXPECT_EQ(box.read(box.home() + "/.bashrc"), "before\nafter\n");
    EXPECT_THAT(box.run({"init", "--uninstall"}).err, HasSubstr("no start file has our lines"));
}

TEST(InitInstall, GoesThroughLinks) {
    Sandbox box;
    box.write(box.home() + "/dotfiles/bashrc", "x\n");
    std::filesystem::create_symlink("dotfiles/bashrc", box.home() + "/.bashrc");

    EXPECT_EQ(box.run({"init", "--install", "bash"}).exit, 0);

    EXPECT_TRUE(std::filesystem::is_symlink(box.home() + "/.bashrc"));
    EXPECT_THAT(box.read(box.home() + "/dotfiles/bashrc"), HasSubstr(">>> cudaenv >>>"));
}

// F65: a file that cannot be changed is told, with the line to add, and the others are done.
TEST(InitInstall, AFileThatCannotBeChangedIsExitSevenWithTheLine) {
    Sandbox box;
    std::filesystem::create_directories(box.home() + "/.bashrc");

    const Ran ran = box.run({"init", "--install", "bash"});

    EXPECT_EQ(ran.exit, 7);
    EXPECT_THAT(ran.err, HasSubstr("error: cannot change " + box.home() + "/.bashrc"));
    EXPECT_THAT(ran.err, HasSubstr("add this line by hand: eval \"$("));
    EXPECT_THAT(box.read(box.home() + "/.profile"), HasSubstr(">>> cudaenv >>>"));
}

TEST(InitInstall, UsesTheShortNameWherePathFindsThisBinary) {
    Sandbox box;
    std::filesystem::create_symlink(Sandbox::binary(), box.folder() / "bin/cudaenv");

    box.run({"init", "--install", "bash"});

    EXPECT_THAT(box.read(box.home() + "/.bashrc"),
                HasSubstr("\neval \"$(cudaenv init - bash)\"\n"));
}

TEST(InitInstall, FishHasItsOwnFileAndLine) {
    Sandbox box;

    EXPECT_EQ(box.run({"init", "--install", "fish"}).exit, 0);

    EXPECT_THAT(box.read(box.home() + "/.config/fish/config.fish"),
                HasSubstr(" init - fish | source\n"));
}

}  // namespace
}  // namespace cudaenv::test
