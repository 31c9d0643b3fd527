// SPDX-License-Identifier: MIT
#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

TEST(Prefix, OfTheSelectedAndOfGivenVersions) {
    Sandbox box;
    const std::string one = box.install("12.4.1"), two = box.install("11.8.0");
    box.set("CUDAENV_VERSION", "12.4");

    EXPECT_EQ(box.run({"prefix"}).out, one + "\n");
    EXPECT_EQ(box.run({"prefix", "11", "12"}).out, two + ":" + one + "\n");
    EXPECT_EQ(box.run({"prefix", "--lib"}).out, one + "/lib64\n");
    EXPECT_EQ(box.run({"prefix", "--bin", "11.8"}).out, two + "/bin\n");
    EXPECT_EQ(box.run({"prefix", "--include"}).out, one + "/include\n");
    EXPECT_EQ(box.run({"prefix", "--include", "--lib"}).exit, 2);
    EXPECT_EQ(box.run({"prefix", "13"}).exit, 3);
}

TEST(Prefix, OfAFolderThatSomebodyNames) {
    Sandbox box;
    const std::string toolkit = box.make_toolkit(box.folder() / "cuda-11.3", "11.3.1");

    EXPECT_EQ(box.run({"prefix", "path:" + toolkit}).out, toolkit + "\n");
    box.set("CUDA_HOME", toolkit);
    EXPECT_EQ(box.run({"prefix", "system"}).out, toolkit + "\n");
}

TEST(Latest, IsTheNewestInstalledByNumber) {
    Sandbox box;
    for (const char* stack : {"12.9.1", "12.10.0", "11.8.0"}) box.install(stack);

    EXPECT_EQ(box.run({"latest"}).out, "12.10.0\n");
    EXPECT_EQ(box.run({"latest", "12.9"}).out, "12.9.1\n");
    EXPECT_EQ(box.run({"latest", "11"}).out, "11.8.0\n");
    EXPECT_EQ(box.run({"latest", "13"}).exit, 3);
}

TEST(Latest, KnownLooksIntoTheCatalog) {
    Sandbox box;

    EXPECT_EQ(box.run({"latest", "-k", "11.8"}).out, "11.8.0\n");
    EXPECT_EQ(box.run({"latest", "--known", "99"}).exit, 3);
}

}  // namespace
}  // namespace cudaenv::test
