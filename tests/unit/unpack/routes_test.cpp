// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "unpack/intake.hpp"

namespace cudaenv::unpack {
namespace {

TEST(ComponentOf, IsTheFolderInBuilds) {
    EXPECT_EQ(component_of("builds/cuda_nvcc/bin/nvcc"), "cuda_nvcc");
    EXPECT_EQ(component_of("builds/EULA.txt"), "");
    EXPECT_EQ(component_of("manifests/cuda_x86_64.xml"), "");
}

TEST(ComponentOf, WrappersGoWithWhatTheyStart) {
    EXPECT_EQ(component_of("builds/integration/Sanitizer/compute-sanitizer"), "cuda_sanitizer_api");
    EXPECT_EQ(component_of("builds/integration/nsight-compute/ncu"), "nsight_compute");
    EXPECT_EQ(component_of("builds/integration/nsight-systems/nsys"), "nsight_systems");
}

}  // namespace
}  // namespace cudaenv::unpack
