// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Local, WritesTheRequestAsItIsWritten) {
    Sandbox box;
    box.install("12.4.1");

    const Ran ran = box.run({"local", "12.4"});

    EXPECT_EQ(ran.out + ran.err, "");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4\n");
}

TEST(Local, ResolveWritesTheExactVersion) {
    Sandbox box;
    box.install("12.4.1");

    EXPECT_EQ(box.run({"local", "--resolve", "12"}).exit, 0);

    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4.1\n");
}

TEST(Local, SeveralVersionsGoOnOneLine) {
    Sandbox box;
    box.install("12.4.1");
    box.install("11.8.0");

    EXPECT_EQ(box.run({"local", "12.4", "11.8"}).exit, 0);

    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4 11.8\n");
    EXPECT_EQ(box.run({"local"}).out, "12.4\n11.8\n");
}

TEST(Local, KeepsCommentsAndFurtherLines) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.work() + "/.cuda-version", "# why\n11.8\nprofile devel\n");

    EXPECT_EQ(box.run({"local", "12.4"}).exit, 0);

    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "# why\n12.4\nprofile devel\n");
}

TEST(Local, CudnnJoinsTheFirstRequest) {
    Sandbox box;
    box.install("12.4.1+cudnn9.1.0");

    EXPECT_EQ(box.run({"local", "12.4", "--cudnn", "9.1"}).exit, 0);

    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4+cudnn9.1\n");
}

TEST(Local, WhatIsNotInstalledIsExitThreeAndWritesNothing) {
    Sandbox box;
    box.install("11.8.0");

    const Ran ran = box.run({"local", "12.10"});

    EXPECT_EQ(ran.err,
              "cudaenv: error: no installed version matches 12.10\n"
              "  found: 11.8.0\n"
              "  try:   cudaenv install --list 12\n"
              "  note:  12.10 is not known either; newest known 12 is 12.9.2\n");
    EXPECT_EQ(ran.exit, 3);
    EXPECT_FALSE(box.exists(box.work() + "/.cuda-version"));
}

TEST(Local, ForceWritesItAllTheSame) {
    Sandbox box;

    EXPECT_EQ(box.run({"local", "--force", "12.10"}).exit, 0);

    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.10\n");
}

TEST(Local, PrintsTheNearestFileUpwardWhateverCudaenvDirSays) {
    Sandbox box;
    box.write(box.work() + "/.cuda-version", "12.4\n");
    box.write(box.home() + "/other/.cuda-version", "11.8\n");
    box.set("CUDAENV_DIR", box.home() + "/other");
    box.enter(box.work() + "/below");

    EXPECT_EQ(box.run({"local"}).out, "12.4\n");
}

TEST(Local, WithoutAnyFileIsExitThree) {
    Sandbox box;

    const Ran ran = box.run({"local"});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err,
              "cudaenv: error: no local version configured for this directory\n"
              "  try:   cudaenv local VERSION\n");
    EXPECT_EQ(ran.exit, 3);
}

TEST(Local, UnsetRemovesTheFileAndAgainIsFine) {
    Sandbox box;
    box.write(box.work() + "/.cuda-version", "12.4\n");

    EXPECT_EQ(box.run({"local", "--unset"}).exit, 0);
    EXPECT_FALSE(box.exists(box.work() + "/.cuda-version"));
    EXPECT_EQ(box.run({"local", "--unset"}).exit, 0);
    EXPECT_EQ(box.run({"local", "--unset", "12.4"}).exit, 2);
}

TEST(Local, AnUnsafeVersionIsRefusedBeforeAnyPathIsMade) {
    Sandbox box;

    const Ran ran = box.run({"local", "-f", "../../bin"});

    EXPECT_EQ(ran.exit, 2);
    EXPECT_FALSE(box.exists(box.work() + "/.cuda-version"));
}

TEST(Local, RaisesTheGenerationAndRemembersTheProject) {
    Sandbox box;
    box.install("12.4.1");

    box.run({"local", "12.4"});
    const std::string first = box.read(box.root() + "/hot.conf");
    box.run({"local", "12"});

    EXPECT_THAT(first, HasSubstr("cudaenv-hot 1 1\n"));
    EXPECT_THAT(box.read(box.root() + "/hot.conf"), HasSubstr("cudaenv-hot 1 2\n"));
    EXPECT_THAT(box.read(box.home() + "/.local/state/cudaenv/seen.json"),
                HasSubstr("\"" + box.work() + "\":{\"at\":"));
}

TEST(Global, PrintsSystemUntilItIsSet) {
    Sandbox box;
    box.install("12.4.1");

    EXPECT_EQ(box.run({"global"}).out, "system\n");
    EXPECT_EQ(box.run({"global", "12.4"}).exit, 0);
    EXPECT_EQ(box.run({"global"}).out, "12.4\n");
    EXPECT_EQ(box.read(box.root() + "/version"), "12.4\n");
    EXPECT_EQ(box.run({"global", "--unset"}).exit, 0);
    EXPECT_EQ(box.run({"global"}).out, "system\n");
}

TEST(Global, SystemCanBeChosen) {
    Sandbox box;

    EXPECT_EQ(box.run({"global", "system"}).exit, 0);

    EXPECT_EQ(box.read(box.root() + "/version"), "system\n");
    EXPECT_EQ(box.run({"version-name"}).out, "system\n");
}

TEST(Global, WhatIsNotInstalledIsExitThree) {
    Sandbox box;

    const Ran ran = box.run({"global", "12.4"});

    EXPECT_THAT(ran.err, HasSubstr("nothing is installed"));
    EXPECT_EQ(ran.exit, 3);
    EXPECT_FALSE(box.exists(box.root() + "/version"));
}

}  // namespace
}  // namespace cudaenv::test
