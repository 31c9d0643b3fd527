// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

// What the statements leave in CUDAENV_VERSION when bash evaluates them.
std::string evaluated(const Sandbox& box, const std::string& statements) {
    return box
        .run_program({"/bin/bash", "--norc", "-c",
                      statements + "printf '%s|%s' \"${CUDAENV_VERSION-unset}\" "
                                   "\"${CUDAENV_VERSION_OLD-unset}\""})
        .out;
}

TEST(Shell, WithoutTheFunctionItTellsHowAndFails) {
    Sandbox box;

    const Ran ran = box.run({"shell", "12.4"});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err,
              "cudaenv: error: shell integration is not enabled in this shell\n"
              "  try:   cudaenv init\n");
    EXPECT_EQ(ran.exit, 1);
}

TEST(Shell, PrintsStatementsThatSetTheVariable) {
    Sandbox box;
    box.install("12.4.1");
    box.set("CUDAENV_SHELL", "bash");

    const Ran ran = box.run({"shell", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(evaluated(box, ran.out), "12.4|");
}

TEST(Shell, DashSwapsThePresentAndThePreviousChoice) {
    Sandbox box;
    box.install("12.4.1");
    box.install("11.8.0");
    box.set("CUDAENV_SHELL", "bash");
    box.set("CUDAENV_VERSION", "11.8");
    box.set("CUDAENV_VERSION_OLD", "12.4");

    EXPECT_EQ(evaluated(box, box.run({"shell", "-"}).out), "12.4|11.8");

    box.set("CUDAENV_VERSION_OLD", "");

    EXPECT_EQ(evaluated(box, box.run({"shell", "-"}).out), "unset|11.8");
}

TEST(Shell, DashWithoutAPreviousChoiceFails) {
    Sandbox box;
    box.set("CUDAENV_SHELL", "zsh");

    const Ran ran = box.run({"shell", "-"});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.exit, 3);
}

TEST(Shell, UnsetLetsFilesRuleAgain) {
    Sandbox box;
    box.set("CUDAENV_SHELL", "bash");
    box.set("CUDAENV_VERSION", "11.8");

    EXPECT_EQ(evaluated(box, box.run({"shell", "--unset"}).out), "unset|11.8");
}

TEST(Shell, TheSameVersionAgainChangesNothing) {
    Sandbox box;
    box.install("11.8.0");
    box.set("CUDAENV_SHELL", "bash");
    box.set("CUDAENV_VERSION", "11.8");

    EXPECT_EQ(box.run({"shell", "11.8"}).out, "");
}

TEST(Shell, WithoutArgumentsItPrintsThePresentOne) {
    Sandbox box;
    box.set("CUDAENV_SHELL", "bash");

    EXPECT_EQ(box.run({"shell"}).exit, 3);

    box.set("CUDAENV_VERSION", "11.8 12.4");
    const Ran ran = box.run({"shell"});

    EXPECT_EQ(box.run_program({"/bin/bash", "-c", ran.out}).out, "11.8 12.4\n");
}

TEST(Shell, WhatIsNotInstalledPrintsNoStatement) {
    Sandbox box;
    box.set("CUDAENV_SHELL", "bash");

    const Ran ran = box.run({"shell", "12.4"});

    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("cudaenv install 12.4"));
    EXPECT_EQ(ran.exit, 3);
}

}  // namespace
}  // namespace cudaenv::test
