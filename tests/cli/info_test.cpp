// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

json info_of(const std::string& request) {
    return json::parse(Sandbox().run({"info", request, "--json"}).out)["data"];
}

TEST(Info, TellsWhatAReleaseNeedsAndSupports) {
    const Ran ran = Sandbox().run({"info", "12.4"});

    EXPECT_EQ(ran.out,
              "CUDA 12.4.1\n"
              "kind                  release\n"
              "driver minimum        525.60.13 (Windows 527.41)\n"
              "driver recommended    550.54.15 (Windows 551.78)\n"
              "driver bundled        550.54.15\n"
              "GPUs                  5.0 to 9.0\n"
              "  code for            sm_50 sm_52 sm_53 sm_60 sm_61 sm_62 sm_70 sm_72 sm_75\n"
              "                      sm_80 sm_86 sm_87 sm_89 sm_90\n"
              "  specific            sm_90a\n"
              "  deprecated          none\n"
              "  new                 since 12.3: none\n"
              "  dropped             since 12.3: none\n"
              "PTX ISA               8.4\n"
              "gcc                   6 to 13\n"
              "clang                 7 to 17\n"
              "MSVC                  19.10 or newer, below 19.50\n"
              "glibc                 any, below 2.42; doubtful from 2.41\n"
              "cuDNN                 8.8.0 to 8.9.7 (cuda12), 9.0.0 to 9.27.0 (cuda12)\n"
              "runfile linux-x86_64  4.1 GiB\n"
              "runfile linux-sbsa    3.4 GiB\n"
              "runfile linux-ppc64le size not known\n"
              "known fault           CE303 glibc declares cospi, sinpi and rsqrt otherwise than\n"
              "                      the headers of the toolkit (glibc 2.42 or newer)\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Info, ListsTheGpusThatAReleaseDropped) {
    const json archs = info_of("13.0")["archs"];

    EXPECT_EQ(archs["min"], "7.5");
    EXPECT_THAT(archs["sm"], Contains("sm_75"));
    EXPECT_THAT(archs["sm"], Not(Contains("sm_70")));
    EXPECT_THAT(archs["dropped"], Contains("sm_70"));
    EXPECT_EQ(archs["line_before"], "12.9");
}

TEST(Info, TellsTheCompilersThatAReleaseTakes) {
    const json host = info_of("11.0")["host"];

    EXPECT_EQ(host["gcc"]["max"], 9);
    EXPECT_EQ(host["gcc"]["min"], 5);
}

TEST(Info, TellsDriversAndFiles) {
    const json data = info_of("12.4.1");

    EXPECT_EQ(data["driver"]["linux"]["min"], "525.60.13");
    EXPECT_EQ(data["driver"]["linux"]["recommended"], "550.54.15");
    EXPECT_EQ(data["driver"]["bundled"], "550.54.15");
    EXPECT_EQ(data["runfiles"][0]["platform"], "linux-x86_64");
    EXPECT_EQ(data["runfiles"][0]["size"], 4454730420);
    EXPECT_EQ(data["faults"][0]["code"], "CE303");
}

TEST(Info, ShowsWhatDiffersSideBySide) {
    const Ran ran = Sandbox().run({"info", "12.4.0", "--against", "12.4.1"});

    EXPECT_EQ(ran.out,
              "                    12.4.0                      12.4.1\n"
              "driver recommended  550.54.14 (Windows 551.61)  550.54.15 (Windows 551.78)\n"
              "driver bundled      550.54.14                   550.54.15\n");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Info, TellsProgramsWhatDiffersByItsPath) {
    const json data =
        json::parse(Sandbox().run({"--json", "info", "12.4", "--against", "13.0"}).out)["data"];
    std::map<std::string, json> differences;
    for (const json& one : data["differences"]) differences[one["key"]] = one;

    EXPECT_EQ(data["left"], "12.4.1");
    EXPECT_EQ(data["right"], "13.0.3");
    EXPECT_EQ(differences.at("archs.min")["left"], "5.0");
    EXPECT_EQ(differences.at("archs.min")["right"], "7.5");
    EXPECT_EQ(differences.count("kind"), 0);
}

TEST(Info, OfTheSameReleaseHasNothingToShow) {
    const Ran ran = Sandbox().run({"info", "12.4", "--against", "12.4.1"});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "cudaenv: both requests mean CUDA 12.4.1\n");
}

TEST(Info, KnowsNothingOfOtherThings) {
    Sandbox box;

    EXPECT_EQ(box.run({"info", "12.40"}).exit, 3);
    EXPECT_EQ(box.run({"info", "12.4.77"}).exit, 3);
    EXPECT_EQ(box.run({"info", "system"}).exit, 2);
    EXPECT_THAT(box.run({"info", "12.4+cudnn9"}).err, HasSubstr("try:   cudaenv info 12.4.1\n"));
    EXPECT_EQ(box.run({"info"}).exit, 2);
}

}  // namespace
}  // namespace cudaenv::test
