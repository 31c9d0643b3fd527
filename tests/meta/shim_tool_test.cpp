// SPDX-License-Identifier: MIT
// The built shim under a tool's name.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "shim_world.hpp"
#include "support/child.hpp"

namespace cudaenv::test {
namespace {

namespace fs = std::filesystem;

class ShimTool : public testing::Test {
  protected:
    void SetUp() override {
        world_.add_stack("11.8.0", {"nvcc", "nvprof"});
        world_.add_stack("12.4.1", {"nvcc"});
        world_.add_shim("nvprof");
    }
    // What a program of that stack prints when it was called with its own path as argv[0].
    std::string told(const std::string& stack, const std::string& tool,
                     const std::string& arguments = "") const {
        return stack + "|" + world_.prefix(stack) + "/bin/" + tool + "|" + arguments;
    }
    // The environment of the program that a call ends in.
    std::string environment_of_child(Start start) const {
        world_.add_script("root/versions/12.4.1/bin/nvcc", "#!/bin/sh\nexec /usr/bin/env\n");
        const Finished finished = run(start);
        EXPECT_EQ(finished.exit_code, 0) << finished.err;
        return "\n" + finished.out;
    }

    ShimWorld world_;
};

TEST_F(ShimTool, RunsTheProgramOfTheRulingVersionByItsAbsolutePath) {
    world_.select("12.4\n");

    const Finished finished = world_.call("nvcc", {"-o", "a b", "", "x\n"});

    EXPECT_EQ(finished.out, told("12.4.1", "nvcc", "-o|a b||x\n|"));
    EXPECT_EQ(finished.err, "");
    EXPECT_EQ(finished.exit_code, 0);
}

TEST_F(ShimTool, TheExitCodeIsTheProgramsOwn) {
    world_.select("12.4\n");
    world_.add_script("root/versions/12.4.1/bin/nvcc", "#!/bin/sh\nexit 42\n");

    EXPECT_EQ(world_.call("nvcc").exit_code, 42);
}

TEST_F(ShimTool, PlusVersionCountsAsTheFirstArgumentOnly) {
    world_.select("12.4\n");

    EXPECT_EQ(world_.call("nvcc", {"+11.8", "a.cu"}).out, told("11.8.0", "nvcc", "a.cu|"));
    EXPECT_EQ(world_.call("nvcc", {"a.cu", "+11.8"}).out, told("12.4.1", "nvcc", "a.cu|+11.8|"));
    EXPECT_EQ(world_.call("nvcc", {"+"}).exit_code, 2);
}

TEST_F(ShimTool, OrderIsPlusThenVariableThenFileThenGlobal) {
    world_.folder().write("root/version", "11.8\n");
    EXPECT_EQ(world_.call("nvcc").out, told("11.8.0", "nvcc"));
    world_.select("12.4\n");
    EXPECT_EQ(world_.call("nvcc").out, told("12.4.1", "nvcc"));
    Start start = world_.start("nvcc");
    start.environment["CUDAENV_VERSION"] = "11.8";
    EXPECT_EQ(run(start).out, told("11.8.0", "nvcc"));
    start.arguments.push_back("+12.4");
    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc"));
}

TEST_F(ShimTool, WindowsFilesWork) {
    world_.select(
        "\xEF\xBB\xBF"
        "12.4\r\n");

    EXPECT_EQ(world_.call("nvcc").out, told("12.4.1", "nvcc"));
}

TEST_F(ShimTool, AFolderCalledLikeTheFileIsPassedOver) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    start.folder = world_.folder().make("project/sub");
    world_.folder().make("project/sub/.cuda-version");

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc"));
}

TEST_F(ShimTool, SetsTheEnvironmentOfTheStack) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    start.environment["LD_LIBRARY_PATH"] = "/mine";
    start.environment["ODD"] = "\xFF\n'";

    const std::string seen = environment_of_child(start);

    const std::string prefix = world_.prefix("12.4.1");
    EXPECT_NE(seen.find("\nCUDA_HOME=" + prefix + "\n"), std::string::npos) << seen;
    EXPECT_NE(seen.find("\nCUDACXX=" + prefix + "/bin/nvcc\n"), std::string::npos);
    EXPECT_NE(seen.find("\nLD_LIBRARY_PATH=/mine:" + prefix + "/lib64\n"), std::string::npos);
    EXPECT_NE(seen.find("\nPATH=" + prefix + "/bin:"), std::string::npos);
    EXPECT_NE(seen.find("\nCUDAENV_STATE=1:"), std::string::npos);
    EXPECT_NE(seen.find("\nODD=\xFF\n'\n"), std::string::npos);
}

TEST_F(ShimTool, TheGuardDoesNotReachAProgramOfAStack) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    start.environment["CUDAENV_SHIM_DEPTH"] = "2:1";

    EXPECT_EQ(environment_of_child(start).find("CUDAENV_SHIM_DEPTH"), std::string::npos);
}

TEST_F(ShimTool, WorksWithAnEmptyEnvironment) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    start.environment.clear();

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc"));
}

TEST_F(ShimTool, AStalePwdDoesNotCount) {
    world_.select("12.4\n");
    const std::string other = world_.folder().make("other");
    world_.folder().write("other/.cuda-version", "11.8\n");
    Start start = world_.start("nvcc");
    start.environment["PWD"] = other;

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc"));
}

TEST_F(ShimTool, MakeWithAnotherFolderTakesThatFoldersVersion) {
    if (::access("/usr/bin/make", X_OK) != 0) GTEST_SKIP() << "make is not here";
    world_.select("12.4\n");
    world_.folder().write("other/.cuda-version", "11.8\n");
    world_.folder().write("other/Makefile", "all:\n\t@nvcc x\n");
    Start start = world_.start("nvcc");
    start.arguments = {"/usr/bin/make", "--no-print-directory", "-C", world_.folder() / "other"};
    start.environment["PWD"] = world_.project();

    EXPECT_EQ(run(start).out, told("11.8.0", "nvcc", "x|"));
}

TEST_F(ShimTool, WorksThroughALinkThatLiesElsewhere) {
    world_.select("12.4\n");
    world_.folder().make("home/bin");
    const std::string link = world_.folder() / "home/bin/nvcc";
    fs::create_symlink(world_.shims() + "/nvcc", link);
    Start start = world_.start("nvcc");
    start.arguments = {link, "x"};
    start.environment["CUDAENV_ROOT"] = "/nowhere";  // the one that it lies in goes before

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc", "x|"));
}

TEST_F(ShimTool, ALinkInAnotherManagersShimsFolderLeadsToOurRoot) {
    world_.select("12.4\n");
    world_.folder().make("pyenv/versions");
    world_.folder().make("pyenv/shims");
    const std::string link = world_.folder() / "pyenv/shims/nvcc";
    fs::create_symlink(world_.shims() + "/nvcc", link);
    Start start = world_.start("nvcc");
    start.arguments = {link, "x"};

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc", "x|"));
}

TEST_F(ShimTool, ARelativePathLeadsToTheRootToo) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    start.path = "../root/shims/nvcc";

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc"));
}

TEST_F(ShimTool, ACopyElsewhereAsksForTheRoot) {
    world_.select("12.4\n");
    world_.folder().make("home/bin");
    const std::string copy = world_.folder() / "home/bin/nvcc";
    fs::copy_file(world_.shims() + "/nvcc", copy);
    Start start = world_.start("nvcc");
    start.arguments = {copy};
    start.environment["CUDAENV_ROOT"] = world_.root();

    EXPECT_EQ(run(start).out, told("12.4.1", "nvcc"));
    start.environment.erase("CUDAENV_ROOT");
    fs::rename(world_.root(), world_.folder() / "home/.cudaenv");
    EXPECT_NE(run(start).out.find("home/.cudaenv/versions/12.4.1/bin/nvcc"), std::string::npos);
    start.environment.erase("HOME");
    EXPECT_EQ(run(start).exit_code, 3);
}

TEST_F(ShimTool, AnEmptyOrLoginNameIsReplacedByTheFilesOwn) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    start.path = world_.shims() + "/nvcc";
    for (const char* name : {"", "-bash"}) {
        start.arguments = {name, "x"};
        EXPECT_EQ(run(start).out, told("12.4.1", "nvcc", "x|")) << name;
    }
}

TEST_F(ShimTool, FolderNamesMayHoldAnyByte) {
    const std::string odd = "project/o dd'\n$x\xFF";
    world_.folder().write(odd + "/.cuda-version", "12.9\n");
    Start start = world_.start("nvcc");
    start.folder = world_.folder() / odd;

    const Finished finished = run(start);

    EXPECT_EQ(finished.exit_code, 3);
    EXPECT_NE(finished.err.find("o dd'\\x0a$x\\xff/.cuda-version"), std::string::npos)
        << finished.err;
}

TEST_F(ShimTool, SeveralVersionsTheFirstThatHasTheProgram) {
    world_.select("12.4 11.8\n");

    EXPECT_EQ(world_.call("nvcc").out, told("12.4.1", "nvcc"));
    EXPECT_EQ(world_.call("nvprof").out, told("11.8.0", "nvprof"));
}

TEST_F(ShimTool, AVersionThatIsNotInstalledNamesTheFileAndTheInstallLine) {
    world_.select("12.9\n");

    const Finished finished = world_.call("nvcc");

    EXPECT_EQ(finished.exit_code, 3);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err, "cudaenv: error: 12.9 is not installed (asked for by " +
                                world_.project() +
                                "/.cuda-version)\n"
                                "  found: 11.8.0, 12.4.1\n"
                                "  try:   cudaenv install 12.9\n");
}

TEST_F(ShimTool, AMalformedFileIsUsage) {
    world_.select("../../bin\n");

    const Finished finished = world_.call("nvcc");

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_NE(finished.err.find("  at:    " + world_.project() + "/.cuda-version, line 1\n"),
              std::string::npos)
        << finished.err;
}

TEST_F(ShimTool, AProjectMayNotBringItsOwnToolkit) {
    world_.add_teller("project/cuda/bin/nvcc", "evil");
    world_.select("path:" + (world_.folder() / "project/cuda") + "\n");

    const Finished finished = world_.call("nvcc");

    EXPECT_EQ(finished.exit_code, 4);
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err.find("  try:   cudaenv adopt " + (world_.folder() / "project/cuda")),
              std::string::npos)
        << finished.err;
}

TEST_F(ShimTool, AFileThatAnybodyMayWriteIsSkippedWithOneNote) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs a file of another user";
    world_.folder().write("root/version", "11.8\n");
    world_.select("12.4\n");
    const std::string path = world_.project() + "/.cuda-version";
    ASSERT_EQ(::chown(path.c_str(), kNobody, kNobody), 0);
    fs::permissions(path, fs::perms{0666});

    const Finished finished = world_.call("nvcc");

    EXPECT_EQ(finished.out, told("11.8.0", "nvcc"));
    EXPECT_TRUE(finished.err.starts_with("cudaenv: note: " + path)) << finished.err;
}

TEST_F(ShimTool, AProgramThatIsInNoStackIsTold) {
    world_.add_shim("cuda-gdb");
    world_.select("12.4\n");

    const Finished finished = world_.call("cuda-gdb");

    EXPECT_EQ(finished.exit_code, 127);
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err.find("cuda-gdb is not in 12.4.1, nor in the system"), std::string::npos);
    EXPECT_NE(finished.err.find("no installed version has it"), std::string::npos);
}

TEST_F(ShimTool, AProgramOfAnotherVersionIsHinted) {
    world_.select("12.4\n");

    const Finished finished = world_.call("nvprof");

    EXPECT_EQ(finished.exit_code, 127);
    EXPECT_NE(finished.err.find("  try:   nvprof +11.8.0\n"), std::string::npos) << finished.err;
    EXPECT_NE(finished.err.find("  note:  11.8.0 has it\n"), std::string::npos);
}

TEST_F(ShimTool, AProgramThatCannotBeExecutedIs126) {
    world_.select("12.4\n");
    fs::permissions(world_.prefix("12.4.1") + "/bin/nvcc", fs::perms{0644});
    EXPECT_EQ(world_.call("nvcc").exit_code, 126);

    world_.add_script("root/versions/12.4.1/bin/nvcc", "#!/no/such/interpreter\n");
    const Finished finished = world_.call("nvcc");
    EXPECT_EQ(finished.exit_code, 126);
    EXPECT_NE(finished.err.find("interpreter"), std::string::npos);
}

TEST_F(ShimTool, AScriptWithoutFirstLineIsTheShells) {
    world_.select("12.4\n");
    world_.add_script("root/versions/12.4.1/bin/nvcc", "echo script \"$1\"\n");

    EXPECT_EQ(world_.call("nvcc", {"x"}).out, "script x\n");
}

TEST_F(ShimTool, TooLongAnEnvironmentIsCalledSo) {
    world_.select("12.4\n");
    Start start = world_.start("nvcc");
    // The kernel takes 128 KiB for one string; with what we put in front it is too long.
    start.environment["PATH"] = "/" + std::string(128 * 1024 - 40, 'x');

    const Finished finished = run(start);

    EXPECT_EQ(finished.exit_code, 126);
    EXPECT_NE(finished.err.find("too long"), std::string::npos) << finished.err;
}

TEST_F(ShimTool, ALongPathKeepsItsOrder) {
    world_.select("12.4\n");
    std::string path = "/first";
    for (int i = 0; i < 2000; ++i) path += ":/some/folder/" + std::to_string(i);
    Start start = world_.start("nvcc");
    start.environment["PATH"] = path;

    const std::string seen = environment_of_child(start);

    EXPECT_NE(seen.find("\nPATH=" + world_.prefix("12.4.1") + "/bin:" + path + "\n"),
              std::string::npos);
}

TEST_F(ShimTool, ADamagedStackIsSixADamagedConfigToo) {
    world_.select("12.4\n");
    world_.folder().write("root/versions/12.4.1/.cudaenv/activate", "garbage\n");
    EXPECT_EQ(world_.call("nvcc").exit_code, 6);

    world_.folder().write("root/hot.conf", "garbage\n");
    const Finished finished = world_.call("nvcc", {"+11.8"});
    EXPECT_EQ(finished.exit_code, 6);
    EXPECT_NE(finished.err.find("hot.conf"), std::string::npos);
}

TEST_F(ShimTool, AStackOfASharedRootIsFound) {
    const ShimWorld shared;
    shared.add_stack("12.6.3", {"nvcc"});
    world_.folder().write("root/hot.conf", "cudaenv-hot 1 1\nsystem_root " + shared.root() + "\n");
    world_.select("12.6\n");

    EXPECT_EQ(world_.call("nvcc").out, "12.6.3|" + shared.prefix("12.6.3") + "/bin/nvcc|");
}

TEST_F(ShimTool, CalledByItsOwnNameItSaysWhatItIsFor) {
    const Finished finished = world_.call("cudaenv-shim");

    EXPECT_EQ(finished.exit_code, 2);
    EXPECT_NE(finished.err.find("--hook SHELL"), std::string::npos);
}

TEST_F(ShimTool, AReadOnlyRootIsNoHindrance) {
    world_.select("12.4\n");
    const std::string activate = world_.prefix("12.4.1") + "/.cudaenv/activate";
    const timespec old{1, 0};
    const std::array<timespec, 2> times{old, old};
    ASSERT_EQ(::utimensat(AT_FDCWD, activate.c_str(), times.data(), 0), 0);
    fs::permissions(activate, fs::perms{0444});

    without_root([&] {
        const Finished finished = world_.call("nvcc");
        EXPECT_EQ(finished.out, told("12.4.1", "nvcc"));
        EXPECT_EQ(finished.err, "");
    });
}

}  // namespace
}  // namespace cudaenv::test
