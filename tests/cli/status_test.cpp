// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class StatusTest : public testing::Test {
  protected:
    void be(std::string_view machine) {
        box.write(box.folder() / "machine.json", machine);
        box.set("CUDAENV_PROBE", box.folder() / "machine.json");
    }
    Sandbox box;
};

constexpr std::string_view kServer =
    R"({"schema": 1, "driver": {"version": "535.54.03", "loaded": true},
 "gpus": [{"name": "NVIDIA A100-SXM4-40GB", "cc": "8.0"}, {"name": "NVIDIA A100-SXM4-40GB", "cc": "8.0"}],
 "compilers": [{"kind": "gcc", "version": "9.4.0", "path": "/usr/bin/g++"}]})";

TEST_F(StatusTest, TellsTheDriversCeilingBesideTheSelectedToolkit) {
    be(kServer);
    box.install("11.3.1");
    box.write(box.work() + "/.cuda-version", "11.3\n");

    const Ran ran = box.run({"status"});

    EXPECT_EQ(ran.out,
              "driver      535.54.03 (supports up to CUDA 12.2)\n"
              "gpu         2 x NVIDIA A100-SXM4-40GB (8.0)\n"
              "selected    toolkit 11.3.1 (set by " +
                  box.work() +
                  "/.cuda-version)\n"
                  "compiler    g++ 9.4.0 (/usr/bin/g++); CUDA 11.3 takes gcc 5 to 10\n"
                  "verdict     ok\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(StatusTest, ARefusalIsALineAndNoFailure) {
    be(kServer);
    box.install("13.0.2");
    box.set("CUDAENV_VERSION", "13.0");

    const Ran ran = box.run({"status"});

    EXPECT_THAT(ran.out, HasSubstr("verdict     fail: CE101 CUDA 13.0 cannot run with this "
                                   "machine's driver (more: cudaenv compat 13.0.2)\n"));
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(StatusTest, SaysPlainlyWhatIsNotThere) {
    be(R"({"driver": null, "gpus": []})");
    box.set("CUDA_HOME", box.folder() / "no-such-toolkit");

    const Ran ran = box.run({"status"});

    EXPECT_THAT(ran.out, testing::StartsWith("driver      none on this machine\n"
                                             "gpu         none found\n"
                                             "selected    "));
    EXPECT_THAT(ran.out, HasSubstr("compiler    none found\n"));
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(StatusTest, ADriverWithoutAGpuIsTold) {
    be(R"({"driver": {"version": "550.54.15"}, "gpus": []})");

    EXPECT_THAT(box.run({"status"}).out,
                HasSubstr("gpu         none found, although there is a driver\n"));
}

TEST_F(StatusTest, AMissingVersionIsNamedWithTheCommandThatGetsIt) {
    be(kServer);
    box.set("CUDAENV_VERSION", "12.4");

    const Ran ran = box.run({"status"});

    EXPECT_THAT(ran.out,
                HasSubstr("selected    12.4 (set by CUDAENV_VERSION environment variable), "
                          "not installed: cudaenv install 12.4\n"
                          "compiler    g++ 9.4.0 (/usr/bin/g++)\n"
                          "verdict     nothing to judge: no toolkit is selected\n"));
    EXPECT_EQ(ran.exit, 0);
}

TEST_F(StatusTest, TheMachinesOwnToolkitIsJudgedToo) {
    be(kServer);
    const std::string toolkit = box.make_toolkit(box.folder() / "cuda-12.2", "12.2.140");
    box.set("CUDA_HOME", toolkit);

    EXPECT_THAT(box.run({"status"}).out, HasSubstr("selected    system, toolkit 12.2 in " +
                                                   toolkit + " (nothing is selected)\n"));
}

TEST_F(StatusTest, TellsProgramsAllOfIt) {
    be(kServer);
    box.install("13.0.2");
    box.set("CUDAENV_VERSION", "13.0");

    const Ran ran = box.run({"status", "--json"});
    const json answer = json::parse(ran.out);

    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(answer["ok"], true);
    const json& data = answer["data"];
    EXPECT_EQ(data["machine"]["driver"]["cuda"], "12.2");
    EXPECT_EQ(data["machine"]["gpus"].size(), 2);
    EXPECT_EQ(data["selected"], "13.0.2");
    EXPECT_EQ(data["toolkit"], "13.0.2");
    EXPECT_EQ(data["missing"], nullptr);
    EXPECT_EQ(data["origin"], "CUDAENV_VERSION environment variable");
    EXPECT_EQ(data["compiler"],
              json::parse(R"({"kind":"gcc","version":"9.4.0","path":"/usr/bin/g++"})"));
    EXPECT_EQ(data["verdict"], "refuse");
    EXPECT_EQ(answer["findings"][0]["code"], "CE101");
}

TEST_F(StatusTest, TheVersionThatAProbeFileNamesRulesThere) {
    be(R"({"driver": {"version": "535.54.03"}, "selected": "11.3.1"})");
    box.install("12.4.1");
    box.set("CUDAENV_VERSION", "12.4");

    EXPECT_EQ(box.run({"status"}).out,
              "driver      535.54.03 (supports up to CUDA 12.2)\n"
              "gpu         not known\n"
              "selected    toolkit 11.3.1 (set by the probe file)\n"
              "compiler    none found\n"
              "verdict     ok\n");
}

TEST_F(StatusTest, AWarningNamesTheCommandThatTellsMore) {
    be(R"({"compilers": [{"kind": "gcc", "version": "14.2.0"}], "selected": "12.4.1+cudnn9.1.0"})");

    const Ran ran = box.run({"status"});

    EXPECT_THAT(ran.out, HasSubstr("verdict     warn: CE301 "));
    EXPECT_THAT(ran.out, HasSubstr("(more: cudaenv compat --use build 12.4.1+cudnn9.1.0)\n"));
}

TEST_F(StatusTest, ItsOutputIsAProbeFile) {
    be(kServer);
    const Ran first = box.run({"status", "--json"});
    be(first.out);

    EXPECT_EQ(json::parse(box.run({"status", "--json"}).out)["data"]["machine"],
              json::parse(first.out)["data"]["machine"]);
}

}  // namespace
}  // namespace cudaenv::test
