// SPDX-License-Identifier: MIT
// What install, local, global and shell do about a machine that cannot run a toolkit, or not all of
// it: the built program before a machine from a probe file and a mirror on loopback.
#include <gmock/gmock.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "support/local_mirror.hpp"
#include "support/sandbox.hpp"
#include "support/toolkit_fixture.hpp"

namespace cudaenv::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Ubuntu 22.04 with this driver and GPU.
std::string machine_with(const std::string& driver, const std::string& gpu) {
    return R"({"schema": 1, "os": {"kind": "linux", "distro": "ubuntu", "version": "22.04",
 "arch": "x86_64"}, "glibc": "2.35", "container": false, "tegra": null,
 "driver": {"version": ")" +
           driver + R"(", "loaded": true}, "gpus": [)" + gpu + R"(],
 "compilers": [{"kind": "gcc", "version": "11.4.0", "path": "/usr/bin/g++"}]})";
}

std::string machine_with(const std::string& driver) {
    return machine_with(driver,
                        R"({"name": "NVIDIA GeForce RTX 4090", "cc": "8.9", "class": "geforce"})");
}

// Runs 11.x and no 12.x.
std::string old_machine() {
    return machine_with("470.57.02",
                        R"({"name": "NVIDIA A100-SXM4-80GB", "cc": "8.0", "class": "datacenter"})");
}

class Judging : public testing::Test {
  protected:
    Judging() : mirror(options()) {
        box.set("CUDAENV_CATALOG",
                std::filesystem::path(
                    box.folder().write("catalog/small.toml", manifest_of({toolkit()})))
                    .parent_path()
                    .string());
        box.set("CUDAENV_MIRROR", mirror.url());
        box.set("CUDAENV_ACCEPT_EULA", "1");
        box.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
    }
    static const TempFolder& folder() {
        static const TempFolder made;
        return made;
    }
    // A small stand-in for 12.4.1.
    static const ToolkitFile& toolkit() {
        static const ToolkitFile made = make_toolkit(folder().path(), "12.4.1");
        return made;
    }
    static LocalMirror::Options options() {
        LocalMirror::Options options;
        options.root = folder().path();
        return options;
    }
    nlohmann::json receipt() const {
        return nlohmann::json::parse(
            box.read(box.root() + "/versions/12.4.1/.cudaenv/receipt.json"));
    }
    bool is_installed() const { return box.exists(box.root() + "/versions/12.4.1"); }

    Sandbox box;
    LocalMirror mirror;
};

TEST_F(Judging, WhatTheDriverCannotRunIsRefusedBeforeAnyDownload) {
    box.set_machine(machine_with("550.54.15"));

    const Ran ran = box.run({"install", "13.0"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err,
              "cudaenv: error[CE101]: CUDA 13.0 cannot run with this machine's driver\n"
              "  found: driver 550.54.15 (supports up to CUDA 12.4; by minor-version compatibility "
              "every 12.x)\n"
              "  needs: driver >= 580.65.06 for any CUDA 13.x\n"
              "  why:   programs built with 13.x stop with \"CUDA driver version is "
              "insufficient\"\n"
              "  try:   cudaenv install 12.9   newest that runs here\n"
              "  try:   cudaenv install --build-only 13.0   only compile here, run elsewhere\n"
              "  note:  cudaenv never changes drivers; ask your distribution for a 580 or newer "
              "package\n");
    EXPECT_EQ(mirror.traffic().requests, 0U);
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
}

TEST_F(Judging, WhatIsFineIsSaidAndInstalled) {
    box.set_machine(machine_with("550.54.15"));

    const Ran ran = box.run({"install", "12.4"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.err,
                StartsWith("cudaenv: 12.4 -> 12.4.1 (newest patch of the line)\n"
                           "cudaenv: driver 550.54.15 ok (12.4 needs >= 525.60.13)\n"
                           "cudaenv: GPU NVIDIA GeForce RTX 4090 (8.9) ok; g++ 11.4 ok; glibc 2.35 "
                           "ok\n"
                           "cudaenv: 1 runfile, "));
}

TEST_F(Judging, ACompilerThatDidNotAnswerIsNotCalledFine) {
    box.set_machine(R"({"schema": 1, "glibc": "2.35", "driver": null, "gpus": [],
 "compilers": [{"kind": "gcc", "path": "/usr/bin/g++"}]})");

    const Ran ran = box.run({"install", "--dry-run", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.out, HasSubstr("glibc 2.35 ok"));
    EXPECT_THAT(ran.out, Not(HasSubstr("g++")));
}

TEST_F(Judging, AWarningIsSaidBeforeTheWork) {
    box.set_machine(machine_with("535.104.05"));

    const Ran ran = box.run({"install", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.err.substr(0, ran.err.find("cudaenv: 1 runfile")),
              "cudaenv: 12.4 -> 12.4.1 (newest patch of the line)\n"
              "cudaenv: GPU NVIDIA GeForce RTX 4090 (8.9) ok; g++ 11.4 ok; glibc 2.35 ok\n"
              "cudaenv: warning[CE102]: driver 535.104.05 is older than 12.4.1's own (550.54.15)\n"
              "  found: driver 535.104.05 (supports up to CUDA 12.2; by minor-version "
              "compatibility every 12.x)\n"
              "  needs: driver >= 550.54.15 for all that 12.4 can do\n"
              "  why:   PTX made by 12.4 is refused (\"provided PTX was compiled with an "
              "unsupported toolchain\"), and functions that are new in it fail\n"
              "  try:   compile with -gencode arch=compute_89,code=sm_89   "
              "(CMAKE_CUDA_ARCHITECTURES=89-real)\n"
              "  note:  programs with machine code for your GPU (8.9) run\n");
    EXPECT_TRUE(is_installed());
}

TEST_F(Judging, StrictMakesAWarningARefusal) {
    box.set_machine(machine_with("535.104.05"));

    const Ran ran = box.run({"install", "--strict", "12.4"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, StartsWith("cudaenv: error[CE102]: "));
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(Judging, ForceInstallsWithTheRefusalAsAWarning) {
    box.set_machine(old_machine());
    EXPECT_EQ(box.run({"install", "12.4"}).exit, 4);

    const Ran ran = box.run({"install", "--force", "12.4"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("cudaenv: warning[CE101]: "));
    EXPECT_EQ(receipt()["checks"][0]["code"], "CE101");
    EXPECT_EQ(receipt()["checks"][0]["forced"], true);
}

TEST_F(Judging, TheConfigDecidesWhatIsRefused) {
    box.set_machine(old_machine());
    box.write(box.home() + "/.config/cudaenv/config.toml", "[check]\ndriver = \"warn\"\n");
    EXPECT_THAT(box.run({"install", "--dry-run", "12.4"}).err, HasSubstr("warning[CE101]"));

    box.write(box.home() + "/.config/cudaenv/config.toml", "[check]\ndriver = \"off\"\n");
    const Ran ran = box.run({"install", "--dry-run", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.err, HasSubstr("note[CE101]"));
}

TEST_F(Judging, ADryRunShowsThePlanAndEndsAsTheInstallationWould) {
    box.set_machine(old_machine());

    const Ran ran = box.run({"install", "--dry-run", "12.4"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.out, HasSubstr("check CE101: "));
    EXPECT_THAT(ran.err, StartsWith("cudaenv: error[CE101]: "));
}

// The archives of a profile stand in a list that would have to be fetched.
TEST_F(Judging, ADryRunOfWhatIsRefusedAsksNobody) {
    box.unset("CUDAENV_CATALOG");
    box.set_machine(old_machine());

    const Ran ran = box.run({"install", "--dry-run", "--profile", "runtime", "12.4"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, StartsWith("cudaenv: error[CE101]: "));
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(Judging, BuildOnlyInstallsAndIsRemembered) {
    box.set_machine(old_machine());

    const Ran ran = box.run({"install", "--build-only", "12.4"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("cudaenv: note[CE101]: "));
    EXPECT_EQ(receipt()["build_only"], true);
    EXPECT_EQ(box.run({"local", "12.4"}).exit, 0);
}

TEST_F(Judging, WithoutDriverAnythingIsInstalledWithOneNote) {
    box.set_machine(R"({"schema": 1, "os": {"kind": "linux"}, "driver": null, "gpus": []})");

    const Ran ran = box.run({"install", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.err, HasSubstr("cudaenv: note[CE105]: no NVIDIA driver on this machine"));
    EXPECT_TRUE(is_installed());
}

TEST_F(Judging, ATargetIsJudgedInPlaceOfThisMachine) {
    box.set_machine(R"({"schema": 1, "os": {"kind": "linux"}, "driver": null, "gpus": []})");

    const Ran ran =
        box.run({"install", "--target-driver", "470.57.02", "--target-cc", "8.0,9.0", "12.4"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, StartsWith("cudaenv: error[CE101]: "));
    EXPECT_EQ(box.run({"install", "--target-cc", "ampere", "12.4"}).exit, 2);
}

TEST_F(Judging, ARefusalAsJsonHasEveryFinding) {
    box.set_machine(machine_with("550.54.15"));

    const auto json = nlohmann::json::parse(box.run({"--json", "install", "13.0"}).out);

    EXPECT_EQ(json["ok"], false);
    EXPECT_TRUE(json["data"].is_null());
    EXPECT_EQ(json["error"]["code"], "CE101");
    EXPECT_EQ(json["error"]["exit"], 4);
    EXPECT_EQ(json["error"]["try"], json["findings"][0]["try"]);
    EXPECT_EQ(json["findings"][0]["level"], "fail");
    EXPECT_EQ(json["findings"][0]["reason"], "DRIVER_BELOW_FLOOR");
}

TEST_F(Judging, AWarningAsJsonStandsInTheFindings) {
    box.set_machine(machine_with("535.104.05"));

    const Ran ran = box.run({"--json", "install", "12.4"});

    const auto json = nlohmann::json::parse(ran.out);
    EXPECT_EQ(json["ok"], true);
    EXPECT_EQ(json["findings"][0]["code"], "CE102");
    EXPECT_THAT(ran.err, Not(HasSubstr("CE102")));
}

TEST_F(Judging, GitHubGetsAnAnnotation) {
    box.set_machine(machine_with("550.54.15"));

    EXPECT_THAT(box.run({"--format", "github", "install", "13.0"}).err,
                StartsWith("::error title=cudaenv CE101::cudaenv: error[CE101]: "));
}

TEST_F(Judging, InsideWslADriverIsRefusedForItsOwnReason) {
    box.set_machine(R"({"schema": 1, "os": {"kind": "wsl2"}})");

    const Ran ran = box.run({"install", "12.4", "--with", "driver"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, StartsWith("cudaenv: error[CE108]: cudaenv never installs drivers\n"));
}

TEST_F(Judging, LocalRefusesWhatCannotRunHere) {
    box.set_machine(old_machine());
    box.install("12.4.1");
    box.install("11.4.1");

    const Ran ran = box.run({"local", "12.4"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, StartsWith("cudaenv: error[CE101]: "));
    EXPECT_THAT(ran.err, HasSubstr("  try:   cudaenv local 11.4.1\n"));
    EXPECT_FALSE(box.exists(box.work() + "/.cuda-version"));
    EXPECT_EQ(box.run({"global", "12.4"}).exit, 4);
    EXPECT_FALSE(box.exists(box.root() + "/version"));
}

TEST_F(Judging, LocalWithForceSelectsIt) {
    box.set_machine(old_machine());
    box.install("12.4.1");

    const Ran ran = box.run({"local", "-f", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.err, HasSubstr("warning[CE101]"));
    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4\n");
}

TEST_F(Judging, LocalWarnsOnceForEachProjectAndStack) {
    box.set_machine(machine_with("535.104.05"));
    box.install("12.4.1");
    box.install("12.8.1");

    EXPECT_THAT(box.run({"local", "12.4"}).err, HasSubstr("warning[CE102]"));
    EXPECT_EQ(box.run({"local", "12.4"}).err, "");
    EXPECT_THAT(box.run({"local", "12.8"}).err, HasSubstr("warning[CE102]"));
    box.enter(box.home() + "/other");
    EXPECT_THAT(box.run({"local", "12.4"}).err, HasSubstr("warning[CE102]"));
}

TEST_F(Judging, AWarningIsNotLostWithASelectionThatFailed) {
    box.set_machine(machine_with("535.104.05"));
    box.install("12.4.1");
    box.write_program(box.root() + "/hooks/select/before_no.sh", "#!/bin/sh\nexit 1\n");
    EXPECT_NE(box.run({"local", "12.4"}).exit, 0);

    box.write_program(box.root() + "/hooks/select/before_no.sh", "#!/bin/sh\nexit 0\n");

    EXPECT_THAT(box.run({"local", "12.4"}).err, HasSubstr("warning[CE102]"));
}

TEST_F(Judging, AProgramIsToldEveryTime) {
    box.set_machine(machine_with("535.104.05"));
    box.install("12.4.1");
    box.run({"local", "12.4"});

    const auto json = nlohmann::json::parse(box.run({"--json", "local", "12.4"}).out);

    EXPECT_EQ(json["findings"][0]["code"], "CE102");
}

TEST_F(Judging, TheFirstChoiceTellsThatTheDriversCeilingIsNoToolkit) {
    box.set_machine(machine_with("550.54.15"));
    box.install("11.8.0");

    const Ran first = box.run({"global", "11.8"});

    EXPECT_EQ(first.exit, 0);
    EXPECT_EQ(first.err,
              "cudaenv: note[CE110]: \"CUDA Version: 12.4\" in nvidia-smi is the driver's ceiling, "
              "not the selected toolkit\n"
              "  found: driver supports up to 12.4, selected toolkit 11.8.0\n");
    EXPECT_EQ(box.run({"local", "11.8"}).err, "");
}

TEST_F(Judging, ShellRefusesOnStderrAlone) {
    box.set_machine(old_machine());
    box.install("12.4.1");
    box.set("CUDAENV_SHELL", "bash");

    const Ran refused = box.run({"shell", "12.4"});

    EXPECT_EQ(refused.exit, 4);
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, StartsWith("cudaenv: error[CE101]: "));
    EXPECT_THAT(box.run({"shell", "-f", "12.4"}).out, HasSubstr("CUDAENV_VERSION='12.4'"));
}

TEST_F(Judging, AToolkitOfTheMachineIsJudgedByItsVersionIfItTellsOne) {
    box.set_machine(old_machine());
    const std::string known = box.make_toolkit(box.home() + "/cuda-12.4", "12.4.1");
    box.write_program(box.home() + "/unknown/bin/nvcc", "#!/bin/sh\n");

    EXPECT_EQ(box.run({"local", "path:" + known}).exit, 4);
    EXPECT_EQ(box.run({"local", "path:" + box.home() + "/unknown"}).exit, 0);
}

TEST_F(Judging, InstallJudgesWhatItSelectsOnce) {
    box.set_machine(machine_with("535.104.05"));

    const Ran ran = box.run({"install", "--local", "12.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.err.find("CE102"), ran.err.rfind("warning[CE102]") + 8);
    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4\n");
}

}  // namespace
}  // namespace cudaenv::test
