// SPDX-License-Identifier: MIT
#include "unpack/place.hpp"

#include <gtest/gtest.h>

namespace cudaenv::unpack {
namespace {

std::optional<std::string> flat(const std::string& top, const std::string& path,
                                const LayoutOptions& options = {}) {
    Payload payload;
    payload.era = Era::flat;
    payload.top = top;
    return placement_of(payload, options, {})(path);
}

TEST(ParseTopFolder, ReadsComponentAndVersion) {
    EXPECT_EQ(parse_top_folder("cuda_nvcc-linux-x86_64-12.4.131-archive").component, "cuda_nvcc");
    EXPECT_EQ(parse_top_folder("cuda_nvcc-linux-x86_64-12.4.131-archive").version, "12.4.131");
    EXPECT_EQ(parse_top_folder("cudnn-linux-sbsa-8.9.7.29_cuda12-archive").component, "cudnn");
    EXPECT_EQ(parse_top_folder("cuda").component, "");
    EXPECT_EQ(parse_top_folder("-linux--archive").component, "");
    EXPECT_EQ(parse_top_folder("x-linux-archive").component, "");
}

TEST(FlatPlacement, MovesIncludeAndLibBelowTargets) {
    const std::string top = "libcublas-linux-x86_64-12.4.5.8-archive";

    EXPECT_EQ(flat(top, "include/cublas.h"), "targets/x86_64-linux/include/cublas.h");
    EXPECT_EQ(flat(top, "lib/stubs/libcublas.so"), "targets/x86_64-linux/lib/stubs/libcublas.so");
    EXPECT_EQ(flat(top, "lib64/libcublas.so"), "targets/x86_64-linux/lib/libcublas.so");
    EXPECT_EQ(flat(top, "lib"), "targets/x86_64-linux/lib");
    EXPECT_EQ(flat(top, "src/fortran.c"), "src/fortran.c");
    EXPECT_EQ(flat(top, "library/x"), "library/x");
    EXPECT_EQ(flat(top, "lib/x", {.target = "sbsa-linux"}), "targets/sbsa-linux/lib/x");
}

TEST(FlatPlacement, KeepsLicencesOfCompanionsOnly) {
    const std::string top = "cudnn-linux-x86_64-8.9.7.29_cuda12-archive";
    LayoutOptions companion;
    companion.is_companion = true;

    EXPECT_EQ(flat(top, "LICENSE", companion), "licenses/cudnn");
    EXPECT_EQ(flat("cuda_nvcc-linux-x86_64-12.4.131-archive", "LICENSE"), std::nullopt);
}

// What the libraries of an archive for these CUDAs become beside this toolkit.
std::optional<std::string> in_folders(const std::vector<std::string>& folders,
                                      const std::string& toolkit, const std::string& path) {
    Payload payload;
    payload.era = Era::flat;
    payload.top = "libcutensor-linux-x86_64-2.0.2.4-archive";
    for (const std::string& folder : folders) {
        payload.nodes.emplace_back().path = "lib/" + folder + "/libcutensor.so.2";
    }
    LayoutOptions options;
    options.is_companion = true;
    options.cuda = *base::parse_version(toolkit);
    return placement_of(payload, options, {})(path);
}

TEST(FlatPlacement, OfLibrariesForSeveralCudasTakesTheToolkits) {
    const std::string placed = "targets/x86_64-linux/lib/libcutensor.so.2";

    EXPECT_EQ(in_folders({"11", "12"}, "12.4.1", "lib/12/libcutensor.so.2"), placed);
    EXPECT_EQ(in_folders({"11", "12"}, "12.4.1", "lib/12"), "targets/x86_64-linux/lib");
    EXPECT_EQ(in_folders({"11", "12"}, "12.4.1", "lib/11/libcutensor.so.2"), std::nullopt);
    EXPECT_EQ(in_folders({"11", "12"}, "12.4.1", "include/12/x.h"),
              "targets/x86_64-linux/include/12/x.h");
    EXPECT_EQ(in_folders({"10.2", "11", "11.0"}, "11.8.0", "lib/11/libcutensor.so.2"), placed);
    EXPECT_EQ(in_folders({"10.2", "11", "11.0"}, "11.0.3", "lib/11.0/libcutensor.so.2"), placed);
    EXPECT_EQ(in_folders({"10.2", "11", "11.0"}, "11.0.3", "lib/11/libcutensor.so.2"),
              std::nullopt);
}

TEST(FlatPlacement, FoldersOfTheToolkitsOwnArchivesStayAsTheyAre) {
    EXPECT_EQ(flat("libcublas-linux-x86_64-12.4.5.8-archive", "lib/12/libcublas.so"),
              "targets/x86_64-linux/lib/12/libcublas.so");
}

TEST(FlatPlacement, PutsCuptiWhereRunfilesHaveIt) {
    const std::string top = "cuda_cupti-linux-x86_64-12.4.127-archive";

    EXPECT_EQ(flat(top, "samples/x"), "extras/CUPTI/samples/x");
    EXPECT_EQ(flat(top, "include/cupti.h"), "targets/x86_64-linux/include/cupti.h");
    EXPECT_EQ(flat(top, "pkg-config/cupti.pc"), "pkg-config/cupti.pc");
}

TEST(FlatPlacement, NamesNsightFoldersByTheirVersion) {
    const std::string top = "nsight_compute-linux-x86_64-2024.1.1.4-archive";

    EXPECT_EQ(flat(top, "ncu"), "nsight-compute-2024.1.1/ncu");
    EXPECT_EQ(flat(top, "nsight-compute/2024.1.1/ncu"), "nsight-compute-2024.1.1/ncu");
    EXPECT_EQ(flat(top, "lib/x"), "nsight-compute-2024.1.1/lib/x");
    EXPECT_EQ(flat(top, "nsight-compute"), "");
}

class ComponentsPlacement : public testing::Test {
  protected:
    ComponentsPlacement() {
        Node loose;
        loose.path = "builds/EULA.txt";
        payload.nodes.push_back(loose);
        Manifest::Package nsight;
        nsight.build_folder = "builds/nsight_compute";
        nsight.files.push_back({*Pattern::parse(".*"), "nsight-compute-2024.1.1"});
        Manifest::Package kernel;
        kernel.build_folder = "builds/nvidia_peermem";
        kernel.files.push_back({*Pattern::parse("src"), ""});
        kernel.is_left_out = true;
        manifest.packages = {nsight, kernel};
    }
    std::optional<std::string> place(const std::string& path) {
        return placement_of(payload, options, manifest)(path);
    }
    Payload payload;
    LayoutOptions options;
    Manifest manifest;
};

TEST_F(ComponentsPlacement, DropsTheComponentsFolder) {
    EXPECT_EQ(place("builds/cuda_nvcc/bin/nvcc"), "bin/nvcc");
    EXPECT_EQ(place("builds/cuda_nvcc"), "");
    EXPECT_EQ(place("builds"), "");
    EXPECT_EQ(place("builds/EULA.txt"), "EULA.txt");
    EXPECT_EQ(place("builds/cuda_old/lib64/x"), "targets/x86_64-linux/lib/x");
}

TEST_F(ComponentsPlacement, ObeysTheManifest) {
    EXPECT_EQ(place("builds/nsight_compute/host/x"), "nsight-compute-2024.1.1/host/x");
    EXPECT_EQ(place("builds/nsight_compute/lib/x"), "nsight-compute-2024.1.1/lib/x");
    EXPECT_EQ(place("builds/nsight_computer/x"), "x") << "another component";
    EXPECT_EQ(place("builds/nvidia_peermem/src/a.c"), std::nullopt) << "a rule may name a folder";
    EXPECT_EQ(place("builds/nvidia_peermem/readme"), "readme");
}

TEST_F(ComponentsPlacement, PutsWrappersIntoBin) {
    EXPECT_EQ(place("builds/integration/nsight-compute/ncu"), "bin/ncu");
    EXPECT_EQ(place("builds/integration/nsight-compute"), "");
}

}  // namespace
}  // namespace cudaenv::unpack
