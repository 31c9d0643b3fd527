// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/child.hpp"
#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Rehash, MakesAShimForEachProgram) {
    Sandbox box;
    box.install("12.4.1", {"nvcc", "cuobjdump"});
    box.install("11.8.0", {"nvcc", "nvprof", "cuda-uninstaller"});

    const Ran ran = box.run({"rehash"});

    EXPECT_EQ(ran.out + ran.err, "");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(box.run({"shims", "--short"}).out, "cuobjdump\nnvcc\nnvprof\n");
    EXPECT_THAT(box.run({"shims"}).out, HasSubstr(box.root() + "/shims/nvcc\n"));
}

TEST(Rehash, RemovesWhatNoVersionHasAnyMore) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1", {"nvcc", "cuobjdump"});
    box.run({"rehash"});
    std::filesystem::remove(prefix + "/bin/cuobjdump");

    box.run({"rehash"});

    EXPECT_EQ(box.run({"shims", "--short"}).out, "nvcc\n");
}

TEST(Rehash, PutsASteadyLinkForEachLineAndAlias) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.run({"alias", "prod", "12.4"});

    box.run({"rehash"});

    EXPECT_EQ(std::filesystem::canonical(box.root() + "/links/12.4"),
              std::filesystem::canonical(prefix));
    EXPECT_EQ(std::filesystem::canonical(box.root() + "/links/prod"),
              std::filesystem::canonical(prefix));
}

TEST(Rehash, AFolderThatCannotBeWrittenIsExitSeven) {
    Sandbox box;
    box.install("12.4.1");
    without_root([&] { EXPECT_EQ(box.run({"rehash"}).exit, 7); });
}

}  // namespace
}  // namespace cudaenv::test
