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

// Without a network; lists of components are in no cache.
Ran run(std::vector<std::string> args) {
    args.emplace_back("--offline");
    Sandbox box;
    box.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
    return box.run(args);
}

json info_of(const std::string& request) {
    return json::parse(run({"info", request, "--json"}).out)["data"];
}

// A mirror on disk with lists of two releases.
class InfoOfParts : public testing::Test {
  protected:
    InfoOfParts() {
        put("11.4.3", R"("cuda_nvcc": {"version": "11.4.152", "linux-x86_64": )" + archive() +
                          R"(}, "libcublas": {"version": "11.6.5.2", "linux-x86_64": )" +
                          archive() + "}");
        put("11.4.4", R"("cuda_nvcc": {"version": "11.4.152", "linux-x86_64": )" + archive() +
                          R"(, "linux-sbsa": )" + archive() +
                          R"(}, "libcublas": {"version": "11.6.5.3", "linux-x86_64": )" +
                          archive() + R"(}, "nsight_vse": {"version": "1", "windows-x86_64": )" +
                          archive() + R"(}, "nvidia_driver": {"version": "470.82.01",
 "linux-x86_64": )" + archive() +
                          "}");
        box.set("CUDAENV_MIRROR", "file://" + folder.path());
        box.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
        box.set("CUDAENV_CATALOG", box.folder().make("catalog"));
    }
    static std::string archive() {
        return R"({"relative_path": "a/a.tar.xz", "size": "2097152", "sha256": ")" +
               std::string(64, 'a') + R"("})";
    }
    // The list, and a row that knows no digest of it.
    void put(const std::string& version, const std::string& components) {
        const std::string url = "compute/cuda/redist/redistrib_" + version + ".json";
        folder.write(url, "{" + components + "}");
        rows += "[[release]]\nversion = \"" + version +
                "\"\nurl = \"https://developer.download.nvidia.com/" + url + "\"\n";
        box.folder().write("catalog/redist/cuda.toml", "schema = 1\nproduct = \"cuda\"\n" + rows);
    }

    Sandbox box;
    TempFolder folder;
    std::string rows;
};

TEST_F(InfoOfParts, TellsComponentsWithProfileAndSize) {
    const Ran ran = box.run({"info", "11.4.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.out,
                HasSubstr("components            linux-x86_64: version, smallest profile, archive\n"
                          "  cuda_nvcc           11.4.152, minimal, 2.0 MiB\n"
                          "  libcublas           11.6.5.3, runtime, 2.0 MiB\n"
                          "  nvidia_driver       470.82.01, never installed, 2.0 MiB\n"));
    EXPECT_THAT(ran.out, HasSubstr("companions            "));
}

TEST_F(InfoOfParts, TellsProgramsTheSizesOfAllPlatforms) {
    const json data = json::parse(box.run({"info", "11.4.4", "--json"}).out)["data"];

    const json nvcc = data["components"]["cuda_nvcc"];
    EXPECT_EQ(nvcc["version"], "11.4.152");
    EXPECT_EQ(nvcc["profiles"], json({"minimal", "devel", "full"}));
    EXPECT_EQ(nvcc["sizes"], json({{"linux-sbsa", 2097152}, {"linux-x86_64", 2097152}}));
    EXPECT_FALSE(data["components"].contains("nsight_vse"));
    EXPECT_EQ(data["companions"]["cudnn"]["build"], "cuda11");
}

TEST_F(InfoOfParts, ComparesTheVersionsOfComponents) {
    const Ran ran = box.run({"info", "11.4.3", "--against", "11.4.4"});

    EXPECT_EQ(ran.out,
              "                 11.4.3    11.4.4\n"
              "  libcublas      11.6.5.2  11.6.5.3\n"
              "  nvidia_driver  -         470.82.01\n");
}

TEST_F(InfoOfParts, WhatWasFetchedOnceIsKnownOffline) {
    ASSERT_EQ(box.run({"info", "11.4.4"}).exit, 0);
    box.unset("CUDAENV_MIRROR");

    EXPECT_THAT(box.run({"info", "11.4.4", "--offline"}).out, HasSubstr("  cuda_nvcc "));
}

TEST_F(InfoOfParts, AListThatIsNotToBeHadIsOneLine) {
    folder.write("compute/cuda/redist/redistrib_11.4.4.json", "<html>sign in</html>");

    const Ran ran = box.run({"info", "11.4.4"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.out, HasSubstr("components            not known here: "));
    EXPECT_TRUE(
        json::parse(box.run({"info", "11.4.4", "--json"}).out)["data"]["components"].is_null());
}

TEST(Info, OlderReleasesHaveNoListOfComponents) {
    EXPECT_THAT(run({"info", "10.2"}).out,
                HasSubstr("components            NVIDIA publishes no list of them\n"));
}

TEST(Info, TellsWhatAReleaseNeedsAndSupports) {
    const Ran ran = run({"info", "12.4"});

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
              "                      the headers of the toolkit (glibc 2.42 or newer)\n"
              "companions            cublasmp 0.10.0 (cuda12), cudnn 9.27.0 (cuda12), cudss\n"
              "                      0.8.0 (cuda12), cuquantum 26.09.0 (cuda12), cusolvermp\n"
              "                      0.9.1 (cuda12), cusparselt 0.8.1 (cuda12), cutensor 2.8.1\n"
              "                      (cuda12), nppplus 0.10.0 (cuda12), nvcomp 5.3.0 (cuda12),\n"
              "                      nvjpeg2000 0.11.0 (cuda12), nvshmem 3.6.5 (cuda12), nvtiff\n"
              "                      0.8.0 (cuda12), tensorrt 11.3.0 (cuda12)\n"
              "components            not known here: not fetched while offline\n");
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
    const Ran ran = run({"info", "12.4.0", "--against", "12.4.1"});

    EXPECT_EQ(ran.out,
              "                    12.4.0                      12.4.1\n"
              "driver recommended  550.54.14 (Windows 551.61)  550.54.15 (Windows 551.78)\n"
              "driver bundled      550.54.14                   550.54.15\n");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Info, TellsProgramsWhatDiffersByItsPath) {
    const json data = json::parse(run({"--json", "info", "12.4", "--against", "13.0"}).out)["data"];
    std::map<std::string, json> differences;
    for (const json& one : data["differences"]) differences[one["key"]] = one;

    EXPECT_EQ(data["left"], "12.4.1");
    EXPECT_EQ(data["right"], "13.0.3");
    EXPECT_EQ(differences.at("archs.min")["left"], "5.0");
    EXPECT_EQ(differences.at("archs.min")["right"], "7.5");
    EXPECT_EQ(differences.count("kind"), 0);
}

TEST(Info, OfTheSameReleaseHasNothingToShow) {
    const Ran ran = run({"info", "12.4", "--against", "12.4.1"});

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
