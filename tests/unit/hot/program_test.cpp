// SPDX-License-Identifier: MIT
#include "hot/program.hpp"

#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::hot {
namespace {

namespace fs = std::filesystem;

class ProgramTest : public testing::Test {
  protected:
    std::string at(const std::string& rel_path) const { return root_.folder() / rel_path; }

    test::Root root_;
};

TEST_F(ProgramTest, TheFirstOnPathThatCanBeRun) {
    root_.folder().make("empty");
    root_.folder().make("a/nvcc");  // a folder of that name
    root_.folder().write("b/nvcc", "not executable");
    root_.add_program("c/nvcc");

    const auto found =
        find_on_path(at("empty") + ":" + at("a") + ":" + at("b") + ":" + at("c"), "nvcc");

    ASSERT_TRUE(found);
    EXPECT_EQ(found->path, at("c/nvcc"));
    EXPECT_TRUE(found->is_executable);
}

TEST_F(ProgramTest, OneThatCannotBeRunIsSaidIfThereIsNoOther) {
    root_.folder().write("b/nvcc", "not executable");

    const auto found = find_on_path(at("b"), "nvcc");

    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_executable);
    EXPECT_FALSE(find_on_path(at("b"), "nvprof"));
}

TEST_F(ProgramTest, ShimsFoldersAreSkipped) {
    root_.folder().write("x/shims/cudaenv-shim", "");
    root_.add_program("x/shims/nvcc");
    root_.add_program("c/nvcc");

    EXPECT_EQ(find_on_path(at("x/shims") + ":" + at("c"), "nvcc")->path, at("c/nvcc"));
}

TEST_F(ProgramTest, CopiesOfAndLinksToTheShimAreSkipped) {
    const std::string copy = root_.add_program("copy/nvcc");
    root_.folder().write("copy/nvcc",
                         "\x7F"
                         "ELF…" +
                             std::string(kShimMarker) + "…");
    root_.folder().make("link");
    fs::create_symlink(copy, at("link/nvcc"));

    EXPECT_FALSE(find_on_path(at("copy") + ":" + at("link"), "nvcc"));
}

TEST_F(ProgramTest, EveryBinFolderOfAStackIsAsked) {
    const std::string prefix = root_.add_stack("12.4.1");
    root_.add_program("root/versions/12.4.1/nvvm/bin/cicc");
    const ActivePrefix active{prefix,
                              {.toolkit = {},
                               .companions = {},
                               .profile = {},
                               .bin = {"bin", "nvvm/bin"},
                               .lib = {},
                               .pkgconfig = {},
                               .man = {},
                               .nvcc = {}}};

    EXPECT_EQ(find_in_prefix(active, "cicc")->path, prefix + "/nvvm/bin/cicc");
    EXPECT_EQ(find_in_prefix(active, "nvcc")->path, prefix + "/bin/nvcc");
    EXPECT_FALSE(find_in_prefix(active, "nvprof"));
}

}  // namespace
}  // namespace cudaenv::hot
