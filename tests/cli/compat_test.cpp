// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// What `cudaenv compat` says of a machine, given as a probe file.
class CompatTest : public testing::Test {
  protected:
    Ran compat(std::string_view machine, std::vector<std::string> args) {
        box.write(box.folder() / "machine.json", machine);
        box.set("CUDAENV_PROBE", box.folder() / "machine.json");
        args.insert(args.begin(), "compat");
        return box.run(args);
    }
    Sandbox box;
};

constexpr std::string_view kWorkstation = R"({"schema": 1,
 "os": {"kind": "linux", "distro": "ubuntu", "version": "22.04", "arch": "x86_64"}, "glibc": "2.35",
 "driver": {"version": "550.54.15", "loaded": true},
 "gpus": [{"name": "NVIDIA GeForce RTX 4090", "cc": "8.9", "class": "geforce"}],
 "compilers": [{"kind": "gcc", "version": "11.4.0", "path": "/usr/bin/g++"}]})";

// The machine, the call, the exit code, the verdict and the reason of the worst finding.
struct Judged {
    const char* machine;
    std::vector<std::string> args;
    int exit;
    const char *stack, *verdict, *reason;
};

class CompatVerdict : public CompatTest, public testing::WithParamInterface<Judged> {};

TEST_P(CompatVerdict, IsToldToPrograms) {
    std::vector<std::string> args = GetParam().args;
    args.insert(args.begin(), "--json");

    const Ran ran = compat(GetParam().machine, args);
    const json answer = json::parse(ran.out, nullptr, false);

    ASSERT_FALSE(answer.is_discarded()) << ran.out << ran.err;
    EXPECT_EQ(ran.exit, GetParam().exit);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(answer["ok"], ran.exit == 0);
    const json& data = answer["data"];
    EXPECT_EQ(data["stack"].is_null() ? "" : data["stack"], GetParam().stack);
    EXPECT_EQ(data["verdict"], GetParam().verdict);
    const json& findings = data["findings"];
    EXPECT_EQ(findings.empty() ? json("") : findings[0]["reason"], GetParam().reason) << findings;
    EXPECT_EQ(answer["findings"].size(), findings.size());
}

INSTANTIATE_TEST_SUITE_P(
    All, CompatVerdict,
    testing::Values(
        Judged{R"({"driver":{"version":"550.54.15"},"gpus":[{"cc":"8.9"}]})",
               {"12.4"},
               0,
               "12.4.1",
               "allow",
               ""},
        Judged{R"({"driver":{"version":"525.60.13"},"gpus":[{"cc":"8.0"}]})",
               {"12.4.1"},
               0,
               "12.4.1",
               "warn",
               "MINOR_VERSION_COMPAT"},
        Judged{R"({"driver":{"version":"525.147.05"},"gpus":[{"cc":"8.6"}]})",
               {"--use", "run-ptx", "12.4.1"},
               4,
               "12.4.1",
               "refuse",
               "PTX_NEEDS_NEWER_DRIVER"},
        Judged{R"({"driver":{"version":"535.183.01"},"gpus":[{"cc":"9.0","class":"datacenter"}]})",
               {"--compat-package", "cuda-compat-13-0", "13.0.2"},
               0,
               "13.0.2",
               "warn",
               "FORWARD_COMPAT"},
        Judged{R"({"driver":{"version":"550.54.14"},"compilers":[{"kind":"gcc","version":"14"}]})",
               {"--use", "build", "12.4.0"},
               4,
               "12.4.0",
               "refuse",
               "GCC_TOO_NEW"},
        Judged{R"({"driver":{"version":"550.54.14"},"compilers":[{"kind":"gcc","version":"14"}]})",
               {"12.4.0"},
               0,
               "12.4.0",
               "allow",
               ""},
        Judged{R"({"driver":{"version":"535.104.05"},"gpus":[{"cc":"8.6"}]})",
               {"12.2.2+cudnn8.9.7/cuda11"},
               4,
               "12.2.2+cudnn8.9.7/cuda11",
               "refuse",
               "CUDNN_CUDA_MAJOR_MISMATCH"},
        Judged{R"({"driver":{"version":"580.95.05"},"gpus":[{"cc":"7.0"}]})",
               {"--framework", "jax[cuda13]==0.8.0"},
               4,
               "",
               "refuse",
               "WHEEL_NO_KERNEL_FOR_GPU"},
        Judged{R"({"driver":{"version":"550.54.15"},"gpus":[{"cc":"8.6"}]})",
               {"--use", "build-extension", "--framework", "torch==2.3.1+cu121", "--python", "3.11",
                "11.8.0"},
               4,
               "11.8.0",
               "refuse",
               "EXTENSION_MAJOR_MISMATCH"}));

TEST_F(CompatTest, FindingsOfTheAnswerKeepTheFactsWords) {
    const Ran ran = compat(kWorkstation, {"--json", "13.0.2"});
    const json answer = json::parse(ran.out);

    EXPECT_EQ(answer["data"]["findings"][0]["level"], "refuse");
    EXPECT_EQ(answer["findings"][0]["level"], "fail");
    EXPECT_EQ(answer["findings"][0]["code"], "CE101");
    EXPECT_FALSE(answer["data"]["findings"][0]["try"].empty());
}

TEST_F(CompatTest, TheConfigsChecksDoNotSoftenTheAnswer) {
    box.write(box.home() + "/.config/cudaenv/config.toml", "[check]\ndriver = \"off\"\n");

    EXPECT_EQ(compat(kWorkstation, {"--json", "13.0.2"}).exit, 4);
}

TEST_F(CompatTest, OneVersionIsTextWithWhatHelps) {
    const Ran ran = compat(kWorkstation, {"13.0"});

    EXPECT_EQ(ran.out, "13.0.3: fail, not for running programs\n");
    EXPECT_EQ(
        ran.err,
        "cudaenv: error[CE101]: CUDA 13.0 cannot run with this machine's driver\n"
        "  found: driver 550.54.15 (supports up to CUDA 12.4; by minor-version compatibility "
        "every 12.x)\n"
        "  needs: driver >= 580.65.06 for any CUDA 13.x\n"
        "  why:   programs built with 13.x stop with \"CUDA driver version is insufficient\"\n"
        "  try:   cudaenv install 12.9   newest that runs here\n"
        "  try:   cudaenv install --build-only 13.0   only compile here, run elsewhere\n"
        "  note:  cudaenv never changes drivers; ask your distribution for a 580 or newer "
        "package\n");
    EXPECT_EQ(ran.exit, 4);
}

TEST_F(CompatTest, AVersionThatFitsSaysSo) {
    const Ran ran = compat(kWorkstation, {"12.4"});

    EXPECT_EQ(ran.out, "12.4.1: ok for running programs\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(CompatTest, TargetsStandForAnotherMachine) {
    const Ran ran =
        compat(kWorkstation, {"--target-driver", "580.95.05", "--target-cc", "12.0", "13.0"});

    EXPECT_EQ(ran.out, "13.0.3: ok for running programs\n");
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(CompatTest, AnUnknownReleaseIsJudgedByItsNumber) {
    const Ran ran = compat(kWorkstation, {"12.4.7"});

    EXPECT_EQ(ran.out, "12.4.7: ok for running programs\n");
    EXPECT_EQ(ran.err,
              "cudaenv: note: CUDA 12.4.7 is not in the catalog: it is judged by its number\n");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(compat(kWorkstation, {"12.40"}).exit, 3);
}

TEST_F(CompatTest, SeveralVersionsAreATableOfTheirReleases) {
    const Ran ran = compat(kWorkstation, {"12.4", "13.0.2"});

    EXPECT_EQ(ran.out,
              "machine   ubuntu 22.04, x86_64, glibc 2.35\n"
              "driver    550.54.15 (supports up to CUDA 12.4)\n"
              "gpu       NVIDIA GeForce RTX 4090 (8.9)\n"
              "compiler  g++ 11.4.0 (/usr/bin/g++)\n"
              "\n"
              "version  driver      GPU  compiler  C library  verdict\n"
              "12.4.0   ok          ok   ok        ok         ok\n"
              "12.4.1   ok          ok   ok        ok         ok\n"
              "13.0.2   CE101 fail  ok   ok        ok         fail\n");
    EXPECT_EQ(
        ran.err,
        "cudaenv: `cudaenv compat VERSION` (with `--use build` also of compilers) tells what is "
        "behind a code, and what helps\n");
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(CompatTest, WithoutVersionTheTableHasTheNewestOfEachLine) {
    const json answer = json::parse(compat(kWorkstation, {"--json"}).out);
    std::map<std::string, json> rows;
    for (const json& row : answer["data"]["rows"]) rows[row["stack"]] = row;

    EXPECT_EQ(answer["data"]["machine"]["driver"]["version"], "550.54.15");
    EXPECT_EQ(answer["data"]["rows"][0]["stack"], "8.0.61");
    EXPECT_EQ(rows.count("12.4.0"), 0);
    EXPECT_EQ(rows.at("12.4.1")["verdict"], "allow");
    EXPECT_EQ(rows.at("13.0.3")["verdict"], "refuse");
    EXPECT_EQ(rows.at("13.0.3")["driver"], json::parse(R"({"codes":["CE101"],"level":"refuse"})"));
}

TEST_F(CompatTest, ATableFitsEightyColumns) {
    const Ran ran = compat(kWorkstation, {});

    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80) << line;
    EXPECT_THAT(ran.out, HasSubstr("\n12.4.1    ok "));
}

TEST_F(CompatTest, APageIsWrittenWhole) {
    const std::string page = box.work() + "/table.html";
    box.write(page, "old");

    const Ran ran = compat(kWorkstation, {"--html", page});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "cudaenv: wrote " + page + "\n");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(box.read(page), testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(box.read(page), HasSubstr("<th scope=\"row\">12.4.1</th>"));
    EXPECT_THAT(box.read(page), testing::EndsWith("</html>\n"));
}

TEST_F(CompatTest, MalformedWishesAreUsageErrors) {
    const std::vector<std::vector<std::string>> calls{{"--framework", "torch=2.4", "12.4"},
                                                      {"--framework", "caffe==1.0"},
                                                      {"--python", "three", "12.4"},
                                                      {"--use", "build-extension", "12.4"},
                                                      {"--use", "play", "12.4"},
                                                      {"--target-driver", "new", "12.4"},
                                                      {"--target-cc", "ninety", "12.4"},
                                                      {"../12"}};
    for (const auto& call : calls)
        EXPECT_EQ(compat(kWorkstation, call).exit, 2) << call[1 % call.size()];
}

}  // namespace
}  // namespace cudaenv::test
