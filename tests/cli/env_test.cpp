// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Env, PrintsStatementsThatTheShellUnderstands) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");

    const Ran ran = box.run({"env", "12.4", "--shell", "bash"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(box.run_program({"/bin/bash", "-c", ran.out + "\necho $CUDA_HOME"}).out,
              prefix + "\n");
}

TEST(Env, UndoTakesEverythingAway) {
    Sandbox box;
    box.install("12.4.1");
    box.set("CUDAENV_TEST_BINARY", Sandbox::binary());

    const Ran ran = box.run_program(
        {"/bin/bash", "--norc", "-c",
         "eval \"$(\"$CUDAENV_TEST_BINARY\" env --shell bash 12.4)\"; echo \"${CUDA_HOME:+set}\"; "
         "eval \"$(\"$CUDAENV_TEST_BINARY\" env --shell bash --undo)\"; "
         "echo \"${CUDA_HOME-unset} ${CUDAENV_STATE-unset} $PATH\""});

    EXPECT_EQ(ran.out, "set\nunset unset " + box.get("PATH") + "\n");
    EXPECT_EQ(ran.err, "");
}

TEST(Env, CmakeGivesTheArguments) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");

    const Ran ran = box.run({"env", "12.4", "--cmake"});

    EXPECT_THAT(ran.out, HasSubstr("-DCMAKE_CUDA_COMPILER=" + prefix + "/bin/nvcc"));
    EXPECT_THAT(ran.out, HasSubstr("-DCUDAToolkit_ROOT=" + prefix));
}

TEST(Env, GithubAppendsAndPrintsNothing) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.write(box.work() + "/env", "BEFORE=1\n");
    box.set("GITHUB_ENV", box.work() + "/env");
    box.set("GITHUB_PATH", box.work() + "/path");

    const Ran ran = box.run({"env", "--github", "12.4"});

    EXPECT_EQ(ran.out + ran.err, "");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(box.read(box.work() + "/env"), testing::StartsWith("BEFORE=1\n"));
    EXPECT_THAT(box.read(box.work() + "/env"), HasSubstr("CUDA_HOME"));
    EXPECT_THAT(box.read(box.work() + "/path"), HasSubstr(prefix + "/bin"));
}

TEST(Env, GithubNeedsItsFiles) {
    Sandbox box;
    box.install("12.4.1");

    const Ran ran = box.run({"env", "--github", "12.4"});

    EXPECT_THAT(ran.err, HasSubstr("GITHUB_ENV is not set"));
    EXPECT_EQ(ran.exit, 2);
}

TEST(Env, OneFormAtATime) {
    Sandbox box;

    EXPECT_EQ(box.run({"env", "--cmake", "--docker"}).exit, 2);
    EXPECT_EQ(box.run({"env", "--shell", "tcsh"}).exit, 2);
    EXPECT_EQ(box.run({"env", "--modulefile", "perl"}).exit, 2);
}

}  // namespace
}  // namespace cudaenv::test
