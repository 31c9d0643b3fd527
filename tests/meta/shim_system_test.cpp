// SPDX-License-Identifier: MIT
// The shim where the machine's own program is meant: it must reach it, and never itself.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "shim_world.hpp"

namespace cudaenv::test {
namespace {

namespace fs = std::filesystem;

class ShimSystem : public testing::Test {
  protected:
    void SetUp() override { world_.select("system\n"); }
    // nvcc with these folders in front of the machine's on PATH.
    Finished call_with(const std::string& folders) const {
        Start start = world_.start("nvcc", {"x"});
        start.environment["PATH"] = folders + ":/bin";
        return run(start);
    }
    std::string system_nvcc() const { return world_.add_teller("usr/bin/nvcc", "system"); }

    ShimWorld world_;
};

TEST_F(ShimSystem, TheNextOnPathIsRunByItsAbsolutePath) {
    const std::string nvcc = system_nvcc();

    const Finished finished = call_with(world_.shims() + ":" + (world_.folder() / "usr/bin"));

    EXPECT_EQ(finished.out, "system|" + nvcc + "|x|");
    EXPECT_EQ(finished.err, "");
}

TEST_F(ShimSystem, TheToolkitThatTheVariablesNameGoesBeforePath) {
    system_nvcc();
    const std::string mine = world_.add_teller("tk3/bin/nvcc", "mine");
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
        Start start = world_.start("nvcc", {"x"});
        start.environment["PATH"] = world_.folder() / "usr/bin";
        start.environment[name] = world_.folder() / "tk3";
        EXPECT_EQ(run(start).out, "mine|" + mine + "|x|") << name;
    }
}

TEST_F(ShimSystem, WhatTheToolkitLacksIsLookedForOnPath) {
    const std::string nvcc = system_nvcc();
    world_.folder().make("tk3/bin");
    Start start = world_.start("nvcc", {"x"});
    start.environment["PATH"] = world_.folder() / "usr/bin";
    start.environment["CUDA_HOME"] = world_.folder() / "tk3";

    EXPECT_EQ(run(start).out, "system|" + nvcc + "|x|");
}

TEST_F(ShimSystem, AToolBesideTheFirstNvccIsMeant) {
    system_nvcc();
    world_.add_shim("ptxas");
    world_.add_teller("first/ptxas", "stray");
    const std::string ptxas = world_.add_teller("usr/bin/ptxas", "system");
    Start start = world_.start("ptxas", {"x"});
    start.environment["PATH"] = (world_.folder() / "first") + ":" + (world_.folder() / "usr/bin");

    EXPECT_EQ(run(start).out, "system|" + ptxas + "|x|");
}

TEST_F(ShimSystem, TheUsualFolderIsTheLast) {
    if (::access("/usr/local/cuda/bin/nvcc", X_OK) != 0) GTEST_SKIP() << "needs /usr/local/cuda";
    Start start = world_.start("nvcc", {"--version"});
    start.environment["PATH"] = "/bin";
    start.environment.erase("CUDAENV_SYSROOT");

    const Finished finished = run(start);

    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_NE(finished.out.find("Cuda compiler driver"), std::string::npos) << finished.out;
}

TEST_F(ShimSystem, ALinkToTheShimInTheToolkitIsPassedOver) {
    const std::string nvcc = system_nvcc();
    world_.folder().make("tk3/bin");
    fs::create_symlink(world_.shims() + "/nvcc", world_.folder() / "tk3/bin/nvcc");
    Start start = world_.start("nvcc", {"x"});
    start.environment["PATH"] = world_.folder() / "usr/bin";
    start.environment["CUDA_HOME"] = world_.folder() / "tk3";

    EXPECT_EQ(run(start).out, "system|" + nvcc + "|x|");
}

TEST_F(ShimSystem, AFreshRootMeansTheSystem) {
    fs::remove(world_.project() + "/.cuda-version");
    const std::string nvcc = system_nvcc();

    EXPECT_EQ(call_with(world_.shims() + ":" + (world_.folder() / "usr/bin")).out,
              "system|" + nvcc + "|x|");
}

TEST_F(ShimSystem, WithoutOneItIs127OnStderr) {
    const Finished finished = call_with(world_.shims());

    EXPECT_EQ(finished.exit_code, 127);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(finished.err.starts_with("cudaenv: error: nvcc is not in the system\n"))
        << finished.err;
}

TEST_F(ShimSystem, AStacksOwnFolderOnPathIsNotTheSystem) {
    world_.add_stack("12.4.1", {"nvcc"});
    const std::string nvcc = system_nvcc();

    const Finished finished = call_with(world_.prefix("12.4.1") + "/bin:" + world_.shims() + ":" +
                                        (world_.folder() / "usr/bin"));

    EXPECT_EQ(finished.out, "system|" + nvcc + "|x|");
}

TEST_F(ShimSystem, NeverFindsItselfThroughLinksAndCopies) {
    world_.folder().make("links");
    fs::create_symlink(world_.shims() + "/nvcc", world_.folder() / "links/nvcc");
    world_.folder().make("hard");
    fs::create_hard_link(world_.shims() + "/nvcc", world_.folder() / "hard/nvcc");
    world_.folder().make("copies");
    fs::copy_file(world_.shims() + "/nvcc", world_.folder() / "copies/nvcc");
    fs::create_directory_symlink(world_.shims(), world_.folder() / "shimlink");
    const std::string all = (world_.folder() / "links") + ":" + (world_.folder() / "hard") + ":" +
                            (world_.folder() / "copies") + ":" + (world_.folder() / "shimlink") +
                            ":" + world_.shims();

    EXPECT_EQ(call_with(all).exit_code, 127);
    const std::string nvcc = system_nvcc();
    EXPECT_EQ(call_with(all + ":" + (world_.folder() / "usr/bin")).out, "system|" + nvcc + "|x|");
}

TEST_F(ShimSystem, TwoRootsOnPathEndQuickly) {
    const ShimWorld other;
    other.select("system\n");
    const auto before = std::chrono::steady_clock::now();

    const Finished finished = call_with(world_.shims() + ":" + other.shims());

    EXPECT_EQ(finished.exit_code, 127);
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(1));
}

TEST_F(ShimSystem, AWrapperThatCallsTheShimAgainEndsAtDepthThree) {
    // As it would be found: first on PATH, calling by name.
    const std::string count = world_.folder() / "count";
    for (const char* call : {"exec nvcc \"$@\"", "nvcc \"$@\"", "x=$(nvcc \"$@\") || exit $?"}) {
        fs::remove(count);
        world_.add_script("usr/bin/nvcc", "#!/bin/sh\necho >> " + count + "\n" + call + "\n");

        const Finished finished = call_with(world_.shims() + ":" + (world_.folder() / "usr/bin"));

        EXPECT_EQ(finished.exit_code, 1) << call;
        EXPECT_NE(finished.err.find("again and again"), std::string::npos) << finished.err;
        EXPECT_EQ(world_.folder().read("count"), "\n\n") << call;
    }
}

TEST_F(ShimSystem, AGuardOfAnotherProcessDoesNotCount) {
    const std::string nvcc = system_nvcc();
    Start start = world_.start("nvcc", {"x"});
    start.environment["PATH"] = world_.shims() + ":" + (world_.folder() / "usr/bin") + ":/bin";
    for (const char* guard : {"9:4194303", "nonsense", "9", ":", "9:99999999999999"}) {
        start.environment["CUDAENV_SHIM_DEPTH"] = guard;
        EXPECT_EQ(run(start).out, "system|" + nvcc + "|x|") << guard;
    }
}

TEST_F(ShimSystem, OurVariablesAreTakenOutForIt) {
    world_.add_stack("12.4.1", {});
    world_.add_script("usr/bin/nvcc", "#!/bin/sh\nexec /usr/bin/env\n");
    world_.add_script("root/versions/12.4.1/bin/nvcc",
                      "#!/bin/sh\nexec " + world_.shims() + "/nvcc +system\n");
    Start start = world_.start("nvcc", {"+12.4"});
    start.environment["CUDA_HOME"] = "/usr/local/mine";
    start.environment["PATH"] = world_.shims() + ":" + (world_.folder() / "usr/bin") + ":/bin";

    const Finished finished = run(start);

    const std::string seen = "\n" + finished.out;
    EXPECT_NE(seen.find("\nCUDA_HOME=/usr/local/mine\n"), std::string::npos) << finished.err;
    EXPECT_NE(seen.find("\nPATH=" + start.environment["PATH"] + "\n"), std::string::npos);
    for (const char* name : {"CUDAENV_STATE", "CUDA_PATH", "LD_LIBRARY_PATH", "MANPATH"}) {
        EXPECT_EQ(seen.find("\n" + std::string(name) + "="), std::string::npos) << name;
    }
}

TEST_F(ShimSystem, WhatAStackLacksIsAskedOfTheSystem) {
    world_.add_stack("12.4.1", {});
    world_.select("12.4\n");
    const std::string nvcc = system_nvcc();

    EXPECT_EQ(call_with(world_.shims() + ":" + (world_.folder() / "usr/bin")).out,
              "system|" + nvcc + "|x|");
}

}  // namespace
}  // namespace cudaenv::test
