// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Exec, RunsTheVersionsProgramUnderItsAbsolutePath) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.set("CUDAENV_VERSION", "12.4");

    const Ran ran = box.run({"exec", "nvcc", "--version", "-h", "--", "-q"});

    EXPECT_EQ(ran.out, prefix + "/bin/nvcc --version -h -- -q\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Exec, VersionChoosesForThisCallOnly) {
    Sandbox box;
    box.install("12.4.1");
    const std::string old = box.install("11.8.0");
    box.set("CUDAENV_VERSION", "12.4");

    EXPECT_EQ(box.run({"exec", "--version", "11.8", "--", "nvcc", "a.cu"}).out,
              old + "/bin/nvcc a.cu\n");
    EXPECT_EQ(box.run({"exec", "--version", "13.0", "nvcc"}).exit, 3);
}

TEST(Exec, SetsTheEnvironmentOfTheVersion) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.set("CUDAENV_VERSION", "12.4");

    const Ran ran =
        box.run({"exec", "sh", "-c", "echo $CUDA_HOME $CUDA_PATH $CUDACXX; echo $PATH"});

    EXPECT_THAT(ran.out, StartsWith(prefix + " " + prefix + " " + prefix + "/bin/nvcc\n" + prefix +
                                    "/bin:"));
}

TEST(Exec, TheExitCodeIsTheProgramsOwn) {
    Sandbox box;

    EXPECT_EQ(box.run({"exec", "sh", "-c", "exit 42"}).exit, 42);
    EXPECT_EQ(box.run({"exec", "sh", "-c", "kill -9 $$"}).exit, 137);
}

TEST(Exec, ACommandThatIsNotThereIs127AndOneThatCannotRun126) {
    Sandbox box;
    box.write(box.work() + "/data", "no program");
    box.write_program(box.work() + "/dangling", "#!/nonexistent/interpreter\n");

    EXPECT_EQ(box.run({"exec", "nonesuch"}).exit, 127);
    EXPECT_EQ(box.run({"exec", "./absent"}).exit, 127);
    EXPECT_EQ(box.run({"exec", "./data"}).exit, 126);
    EXPECT_EQ(box.run({"exec", "./dangling"}).exit, 127);
}

TEST(Exec, WithoutACommandIsAUsageError) {
    Sandbox box;

    const Ran ran = box.run({"exec"});

    EXPECT_EQ(ran.err, "cudaenv: error: COMMAND is missing\n  try:   cudaenv help exec\n");
    EXPECT_EQ(ran.exit, 2);
}

TEST(Exec, AnOptionOfOursMustStandInFront) {
    Sandbox box;

    const Ran ran = box.run({"exec", "--cleanld", "true"});

    EXPECT_THAT(ran.err, HasSubstr("unknown option --cleanld"));
    EXPECT_THAT(ran.err, HasSubstr("did you mean --clean-ld?"));
    EXPECT_EQ(ran.exit, 2);
}

TEST(Exec, UnderSystemTheShimsLeaveThePath) {
    Sandbox box;
    const std::string shims = box.root() + "/shims";
    box.write_program(shims + "/cudaenv-shim", "#!/bin/sh\n");
    const std::string path = box.get("PATH");
    box.set("PATH", shims + ":" + path);

    EXPECT_EQ(box.run({"exec", "sh", "-c", "echo $PATH"}).out, path + "\n");
}

TEST(Exec, BytesThatAreNotUtf8ArePassedOn) {
    Sandbox box;
    box.set("WEIRD", "\xff\xfe");

    EXPECT_EQ(box.run({"exec", "sh", "-c", "printf '%s|%s' \"$WEIRD\" \"$1\"", "sh", "\xc3("}).out,
              "\xff\xfe|\xc3(");
}

TEST(Exec, RemembersTheProjectWhoseFileRules) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.work() + "/.cuda-version", "12.4\n");

    box.run({"exec", "true"});

    EXPECT_THAT(box.read(box.home() + "/.local/state/cudaenv/seen.json"), HasSubstr(box.work()));
}

TEST(Exec, AMissingVersionIsNotInstalledWithoutATerminal) {
    Sandbox box;
    box.set("CUDAENV_VERSION", "12.4");

    const Ran ran = box.run({"exec", "true"});

    EXPECT_THAT(ran.err, HasSubstr("12.4 is not installed (asked for by CUDAENV_VERSION)"));
    EXPECT_EQ(ran.exit, 3);
}

}  // namespace
}  // namespace cudaenv::test
