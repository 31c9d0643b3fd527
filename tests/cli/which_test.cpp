// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Which, IsTheProgramOfTheSelectedVersion) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.set("CUDAENV_VERSION", "12.4");

    const Ran ran = box.run({"which", "nvcc"});

    EXPECT_EQ(ran.out, prefix + "/bin/nvcc\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Which, LooksIntoAllSelectedVersionsThenTheSystem) {
    Sandbox box;
    box.install("12.4.1");
    const std::string old = box.install("11.8.0", {"nvcc", "nvprof"});
    box.set("CUDAENV_VERSION", "12.4 11.8");

    EXPECT_EQ(box.run({"which", "nvprof"}).out, old + "/bin/nvprof\n");
    EXPECT_EQ(box.run({"which", "sh"}).out, "/usr/bin/sh\n");
    EXPECT_EQ(box.run({"which", "--nosystem", "sh"}).exit, 127);
}

TEST(Which, AllTellsEveryOneInOrder) {
    Sandbox box;
    const std::string first = box.install("12.4.1"), second = box.install("11.8.0");
    box.set("CUDAENV_VERSION", "12.4 11.8");
    box.write_program(box.folder() / "bin/nvcc", "#!/bin/sh\n");

    EXPECT_EQ(box.run({"which", "--all", "nvcc"}).out,
              first + "/bin/nvcc\n" + second + "/bin/nvcc\n" + (box.folder() / "bin/nvcc") + "\n");
}

TEST(Which, NothingIsExit127WithTheVersionsThatHaveIt) {
    Sandbox box;
    box.install("12.4.1");
    box.install("11.8.0", {"nvprof"});
    box.set("CUDAENV_VERSION", "12.4");

    const Ran ran = box.run({"which", "nvprof"});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err,
              "cudaenv: error: nvprof: command not found\n"
              "  try:   cudaenv exec --version 11.8.0 nvprof\n"
              "  note:  these versions have it: 11.8.0\n");
    EXPECT_EQ(ran.exit, 127);
}

TEST(Which, AVersionThatIsNotInstalledIsExitThree) {
    Sandbox box;
    box.set("CUDAENV_VERSION", "12.4");

    EXPECT_EQ(box.run({"which", "sh"}).exit, 3);
}

TEST(Which, WhatCannotBeExecutedIsExit126) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.write(prefix + "/bin/data", "no program");
    box.set("CUDAENV_VERSION", "12.4");

    EXPECT_EQ(box.run({"which", "data"}).exit, 126);
}

TEST(Which, NeverAnswersWithAShim) {
    Sandbox box;
    const std::string shims = box.root() + "/shims";
    box.write_program(shims + "/cudaenv-shim", "#!/bin/sh\n");
    box.write_program(shims + "/nvcc", "#!/bin/sh\n");
    box.set("PATH", shims + ":" + box.get("PATH"));

    EXPECT_EQ(box.run({"which", "nvcc"}).exit, 127);
}

TEST(Which, AWordWithASlashIsNoName) {
    Sandbox box;

    EXPECT_EQ(box.run({"which", "../bin/sh"}).exit, 2);
}

TEST(Whence, ListsTheVersionsThatHaveIt) {
    Sandbox box;
    box.install("12.4.1");
    const std::string old = box.install("11.8.0", {"nvcc", "nvprof"});

    EXPECT_EQ(box.run({"whence", "nvcc"}).out, "11.8.0\n12.4.1\n");
    EXPECT_EQ(box.run({"whence", "--path", "nvprof"}).out, old + "/bin/nvprof\n");
    const Ran none = box.run({"whence", "nonesuch"});
    EXPECT_EQ(none.exit, 3);
    EXPECT_EQ(none.err, "cudaenv: error: no installed version has nonesuch\n");
}

}  // namespace
}  // namespace cudaenv::test
