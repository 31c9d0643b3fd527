// SPDX-License-Identifier: MIT
// Stacks of one toolkit with several companions.
#include <sys/stat.h>

#include "redist_box.hpp"

namespace cudaenv::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Companions = RedistBox;

std::uint64_t inode_of(const std::string& path) {
    struct stat info {};
    EXPECT_EQ(::stat(path.c_str(), &info), 0) << path;
    return info.st_ino;
}

TEST_F(Companions, StackOverAnInstalledToolkitFetchesTheCompanionOnly) {
    install({"12.4"});
    mirror.reset();

    install({"12.4+cudnn8.9.7"});

    EXPECT_THAT(fetched(), ElementsAre("cudnn"));
    const nlohmann::json told = receipt("12.4.1+cudnn8.9.7");
    EXPECT_EQ(
        told["companions"],
        nlohmann::json::parse(R"([{"name": "cudnn", "version": "8.9.7.29", "build": "cuda12"}])"));
    ASSERT_EQ(told["artifacts"].size(), 2U);
    EXPECT_EQ(told["artifacts"][0], receipt("12.4.1")["artifacts"][0]);
    EXPECT_EQ(told["artifacts"][1]["kind"], "companion");
    EXPECT_EQ(told["artifacts"][1]["components"][0]["version"], "8.9.7.29");
    ASSERT_EQ(told["lists"].size(), 1U);
    EXPECT_THAT(told["lists"][0]["url"].get<std::string>(), HasSubstr("redistrib_8.9.7.json"));
    EXPECT_EQ(inode_of(prefix("12.4.1") + "/bin/nvcc"),
              inode_of(prefix("12.4.1+cudnn8.9.7") + "/bin/nvcc"));
    EXPECT_TRUE(box.exists(prefix("12.4.1+cudnn8.9.7") + "/licenses/cudnn"));
}

TEST_F(Companions, TwoCudnnsStandSideBySide) {
    install({"--source", "redist", "12.4+cudnn8.9.7"});
    install({"--source", "redist", "12.4+cudnn9.1.0"});
    const std::string old = prefix("12.4.1+cudnn8.9.7"), young = prefix("12.4.1+cudnn9.1.0");

    EXPECT_THAT(box.read(old + "/include/cudnn_version.h"), HasSubstr("CUDNN_MAJOR 8\n"));
    EXPECT_THAT(box.read(old + "/lib64/libcudnn.so"), HasSubstr("8.9.7.29 cuda12"));
    EXPECT_THAT(box.read(young + "/include/cudnn_version.h"), HasSubstr("CUDNN_MAJOR 9\n"));
    EXPECT_THAT(box.read(young + "/lib64/libcudnn.so"), HasSubstr("9.1.0.70 cuda12"));
    EXPECT_FALSE(box.exists(young + "/lib64/libcudnn.so.8"));
    EXPECT_EQ(inode_of(old + "/lib64/libcublas.so"), inode_of(young + "/lib64/libcublas.so"));

    EXPECT_EQ(box.run({"uninstall", "-f", "12.4.1+cudnn8.9.7"}).exit, 0);
    EXPECT_EQ(box.run({"gc"}).exit, 0);

    const Ran verified = box.run({"verify", "--all"});
    EXPECT_EQ(verified.exit, 0) << verified.err;
    EXPECT_EQ(box.run({"versions", "--bare"}).out, "12.4.1+cudnn9.1.0\n");
    EXPECT_THAT(box.read(young + "/lib64/libcudnn.so"), HasSubstr("9.1.0.70 cuda12"));
}

TEST_F(Companions, OptionWithSaysTheSameAsThePlus) {
    install({"--profile", "minimal", "--with", "cudnn@9.1.0,libcublas", "--local", "12.4"});

    EXPECT_EQ(box.read(box.work() + "/.cuda-version"), "12.4+cudnn9.1.0\n");
    EXPECT_EQ(box.run({"version-name"}).out, "12.4.1+cudnn9.1.0\n");
    EXPECT_THAT(components("12.4.1+cudnn9.1.0"),
                ElementsAre("cuda_cccl", "cuda_cudart", "cuda_nvcc", "cudnn", "libcublas"));
}

TEST_F(Companions, AreSelectedByTheirNumbersFirstParts) {
    install({"12.4"});
    install({"12.4+cudnn8.9.7"});
    install({"12.4+cudnn9.1.0"});

    for (const auto& [request, stack] :
         {std::pair{"12.4", "12.4.1"}, std::pair{"12.4+cudnn8", "12.4.1+cudnn8.9.7"},
          std::pair{"12+cudnn", "12.4.1+cudnn9.1.0"}}) {
        const Ran ran = box.run({"local", request});
        EXPECT_EQ(ran.exit, 0) << ran.err;
        EXPECT_EQ(box.run({"version-name"}).out, std::string(stack) + "\n");
    }
}

TEST_F(Companions, OldArchivesComeFromAnAddressOfTheirOwn) {
    install({"--profile", "minimal", "11.8+cudnn8.1.0"});

    const std::string stack = prefix("11.8.0+cudnn8.1.0");
    EXPECT_THAT(box.read(stack + "/lib64/libcudnn.so.8"), HasSubstr("8.1.0.77 cuda11.2"));
    EXPECT_THAT(box.read(stack + "/targets/x86_64-linux/include/cudnn.h"), HasSubstr("8.1.0.77"));
    EXPECT_FALSE(box.exists(stack + "/cuda"));
    EXPECT_EQ(receipt("11.8.0+cudnn8.1.0")["lists"].size(), 1U) << "the toolkit's";
}

TEST_F(Companions, OfLibrariesForSeveralCudasTheToolkitsAreTaken) {
    install({"--profile", "minimal", "12.4+cutensor2.0.2"});
    install({"--profile", "minimal", "11.8+cutensor2.0.2"});

    const std::string twelve = prefix("12.4.1+cutensor2.0.2") + "/lib64/";
    const std::string eleven = prefix("11.8.0+cutensor2.0.2") + "/lib64/";
    EXPECT_THAT(box.read(twelve + "libcutensor.so"), HasSubstr("for CUDA 12"));
    EXPECT_THAT(box.read(eleven + "libcutensor.so"), HasSubstr("for CUDA 11"));
    for (const std::string& lib : {twelve, eleven}) {
        EXPECT_FALSE(box.exists(lib + "11"));
        EXPECT_FALSE(box.exists(lib + "12"));
    }
}

TEST_F(Companions, SeveralGoTogether) {
    install({"--profile", "minimal", "12.4+cudnn9.2.0"});
    mirror.reset();

    install({"--profile", "minimal", "12.4+cutensor2.0.2+cudnn9.2.0"});

    EXPECT_THAT(fetched(), ElementsAre("libcutensor"));
    EXPECT_EQ(receipt("12.4.1+cudnn9.2.0+cutensor2.0.2")["companions"].size(), 2U);
}

TEST_F(Companions, DamagedOneIsRepairedFromItsArchive) {
    install({"--profile", "minimal", "12.4+cutensor2.0.2+cudnn8.9.7"});
    const std::string stack = "12.4.1+cudnn8.9.7+cutensor2.0.2";
    const std::string before = box.read(prefix(stack) + "/.cudaenv/files");
    for (const char* name : {"libcudnn.so", "libcutensor.so"}) {
        const std::string library =
            std::filesystem::canonical(prefix(stack) + "/lib64/" + name).string();
        std::filesystem::permissions(library, std::filesystem::perms::owner_all);
        box.write(library, "rotten");
    }
    EXPECT_EQ(box.run({"verify", stack}).exit, 6);

    const Ran ran = box.run({"verify", "--repair", stack});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(box.run({"verify", stack}).exit, 0);
    EXPECT_EQ(box.read(prefix(stack) + "/.cudaenv/files"), before);
}

TEST_F(Companions, FetchBringsThemToo) {
    const Ran ran = box.run({"fetch", "--profile", "minimal", "12.4+cudnn9.1.0"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("/cudnn-linux-x86_64-9.1.0.70_cuda12-archive.tar.xz\n"));
    EXPECT_THAT(fetched(), ElementsAre("cuda_cccl", "cuda_cudart", "cuda_nvcc", "cudnn"));
}

TEST_F(Companions, DryRunTellsWhatTheStackIsBuiltOn) {
    install({"12.4"});
    mirror.reset();

    const Ran ran = box.run({"install", "--dry-run", "--json", "12.4+cudnn8.9.7"});

    const nlohmann::json step = nlohmann::json::parse(ran.out)["data"]["steps"][0];
    EXPECT_EQ(step["base"], "12.4.1");
    ASSERT_EQ(step["artifacts"].size(), 1U);
    EXPECT_EQ(step["artifacts"][0]["component"], "cudnn");
    EXPECT_EQ(step["artifacts"][0]["component_version"], "8.9.7.29");
    EXPECT_THAT(fetched(), IsEmpty());
}

// --- refused -------------------------------------------------------------------------------------

TEST_F(Companions, UninstallingThePlainToolkitNeverMeansAStackWithCompanions) {
    install({"12.4", "12.4+cudnn8.9.7"});

    EXPECT_EQ(box.run({"uninstall", "-f", "12.4.1"}).exit, 0);
    EXPECT_EQ(box.run({"uninstall", "-f", "12.4.1"}).exit, 0);

    EXPECT_TRUE(box.exists(prefix("12.4.1+cudnn8.9.7")));
    EXPECT_FALSE(box.exists(prefix("12.4.1")));
}

TEST_F(Companions, TwoBuildsNeverShareAFolder) {
    install({"12.4+cudnn8.9.7"});
    mirror.reset();

    const Ran ran = box.run({"install", "--force", "12.4+cudnn8.9.7/cuda11"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, HasSubstr("is installed with another build of cudnn"));
    EXPECT_THAT(fetched(), IsEmpty());
}

struct Unfit {
    std::string request;
    int exit;
    std::vector<std::string> said;
    std::vector<std::string> options{};
};

void PrintTo(const Unfit& row, std::ostream* out) {
    *out << row.request;
}

class UnfitCompanion : public RedistBox, public testing::WithParamInterface<Unfit> {};

TEST_P(UnfitCompanion, IsRefusedAndNothingIsFetched) {
    box.set_machine(R"({"schema": 1, "os": {"kind": "linux", "distro": "ubuntu",
        "version": "22.04", "arch": "x86_64"}, "glibc": "2.35", "container": false, "tegra": null,
        "driver": {"version": "580.65.06", "loaded": true},
        "gpus": [{"name": "NVIDIA GeForce GTX 1080", "cc": "6.1", "class": "geforce"}],
        "compilers": [{"kind": "gcc", "version": "11.4.0", "path": "/usr/bin/g++"}]})");
    std::vector<std::string> args = {"install", GetParam().request};
    args.insert(args.end(), GetParam().options.begin(), GetParam().options.end());

    const Ran ran = box.run(args);

    EXPECT_EQ(ran.exit, GetParam().exit) << ran.err;
    for (const std::string& text : GetParam().said) EXPECT_THAT(ran.err, HasSubstr(text));
    EXPECT_EQ(mirror.traffic().requests, 0U);
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
}

INSTANTIATE_TEST_SUITE_P(
    Requests, UnfitCompanion,
    testing::Values(
        // Built for another major, by name and because there is no other.
        Unfit{"12.4+cudnn8.9.7/cuda11",
              4,
              {"cudaenv: error[CE504]: this cuDNN was not built for CUDA 12\n"
               "  found: cuDNN 8.9.7 for CUDA 11\n"
               "  needs: a build for CUDA 12\n"
               "  why:   it loads the libraries of the CUDA major that it was built for\n"
               "  try:   cudaenv install 12.4.1+cudnn"}},
        Unfit{"13.0+cudnn8.9.7",
              4,
              {"cudaenv: error[CE504]: cudnn8.9.7 has no build for CUDA 13.0\n"
               "  found: cuda11, cuda12\n"
               "  needs: a build for CUDA 13.0\n"}},
        // It dropped the GPU.
        Unfit{"12.4+cudnn9.12.0",
              4,
              {"cudaenv: error[CE504]: cuDNN 9.12.0 no longer supports this GPU\n"
               "  found: NVIDIA GeForce GTX 1080 (6.1)\n"
               "  needs: compute capability 7.5 or newer, or cuDNN before 9.11.0\n",
               "  try:   cudaenv install 12.4.1+cudnn9.10.2"}},
        Unfit{"12.4+cudnn9.1.0",
              3,
              {"cudnn9.1.0 is not published for this platform\n"
               "  found: linux-x86_64\n"
               "  needs: linux-ppc64le\n"},
              {"--build-only", "--target-arch", "ppc64le"}},
        Unfit{"12.4+cudn9", 2, {"no companion cudn\n", "did you mean cudnn?"}},
        Unfit{"12.4+cudnn8.9.99", 3, {"cudnn8.9.99 is not known\n"}},
        Unfit{"12.4+cudnn9+cudnn8.9.7", 2, {"cudnn"}}));

}  // namespace
}  // namespace cudaenv::test
