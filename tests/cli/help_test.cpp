// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <sstream>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Help, ACallWithoutArgumentsPrintsUsageOnStderr) {
    Sandbox box;

    const Ran ran = box.run({});

    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, testing::StartsWith("Usage: cudaenv [OPTIONS] COMMAND [ARGUMENTS]\n"));
    EXPECT_EQ(ran.exit, 2);
}

TEST(Help, IsTheSameByOptionAndByVerb) {
    Sandbox box;

    EXPECT_EQ(box.run({"help"}).out, box.run({"--help"}).out);
    const Ran ran = box.run({"help", "local"});
    EXPECT_EQ(ran.out, box.run({"local", "--help"}).out);
    EXPECT_EQ(ran.out, box.run({"local", "-h", "12.4"}).out);
    EXPECT_THAT(ran.out, testing::StartsWith("Usage: cudaenv local [-f] [--resolve] [--cudnn V] "
                                             "[VERSION...]\n       cudaenv local --unset\n\n"
                                             "Set or show the version of this folder.\n"));
    EXPECT_EQ(ran.exit, 0);
}

TEST(Help, UsageAloneCanBeHad) {
    Sandbox box;

    EXPECT_EQ(box.run({"help", "--usage", "root"}).out, "Usage: cudaenv root\n");
}

TEST(Help, AnUnknownCommandIsExitTwoWithNearNames) {
    Sandbox box;

    const Ran ran = box.run({"instal", "12.4"});

    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("error: no such command instal\n"));
    EXPECT_THAT(ran.err, HasSubstr("did you mean install?"));
    EXPECT_EQ(ran.exit, 2);
    EXPECT_EQ(box.run({"help", "instal"}).exit, 2);
}

TEST(Help, AnUnknownOptionIsExitTwoWithNearNames) {
    Sandbox box;

    const Ran ran = box.run({"versions", "--bear"});

    EXPECT_EQ(ran.err,
              "cudaenv: error: unknown option --bear\n"
              "  try:   cudaenv help versions\n"
              "  note:  did you mean --bare?\n");
    EXPECT_EQ(ran.exit, 2);
}

TEST(Help, OptionsStandBeforeOrAfterTheVerbAndADoubleDashEndsThem) {
    Sandbox box;
    box.install("12.4.1");

    EXPECT_EQ(box.run({"--root", box.root(), "versions", "--bare"}).out, "12.4.1\n");
    EXPECT_EQ(box.run({"versions", "--bare", "--root", box.root()}).out, "12.4.1\n");
    EXPECT_EQ(box.run({"latest", "--", "12"}).out, "12.4.1\n");
    EXPECT_EQ(box.run({"latest", "--", "--known"}).exit, 2);
}

TEST(Help, VersionIsOneLine) {
    Sandbox box;

    EXPECT_THAT(box.run({"--version"}).out,
                testing::MatchesRegex("cudaenv [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    EXPECT_EQ(box.run({"-V"}).out, box.run({"--version"}).out);
}

TEST(Help, TooManyOrTooFewWordsAreToldApart) {
    Sandbox box;

    EXPECT_THAT(box.run({"root", "x"}).err, HasSubstr("one argument too many\n  found: x\n"));
    EXPECT_THAT(box.run({"which"}).err, HasSubstr("COMMAND is missing"));
    EXPECT_THAT(box.run({"env", "--shell"}).err, HasSubstr("--shell"));
    EXPECT_EQ(box.run({"env", "--shell"}).exit, 2);
}

// Every verb of the table has help, and none of it is empty.
TEST(Help, EveryCommandHasIt) {
    Sandbox box;
    std::istringstream names(box.run({"commands"}).out);
    int count = 0;
    for (std::string name; std::getline(names, name); ++count) {
        const Ran ran = box.run({"help", name});
        EXPECT_THAT(ran.out, testing::StartsWith("Usage: cudaenv " + name)) << name;
        EXPECT_EQ(ran.exit, 0) << name;
    }
    EXPECT_GT(count, 30);
}

TEST(Commands, ShellIsTheOneThatNeedsTheFunction) {
    Sandbox box;

    EXPECT_EQ(box.run({"commands", "--sh"}).out, "shell\n");
    EXPECT_THAT(box.run({"commands", "--no-sh"}).out, testing::Not(HasSubstr("\nshell\n")));
    EXPECT_THAT(box.run({"commands"}).out, HasSubstr("\nshell\n"));
}

}  // namespace
}  // namespace cudaenv::test
