// SPDX-License-Identifier: MIT
#include "probe/root.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/temp_folder.hpp"

namespace cudaenv::probe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

void link(const test::TempFolder& folder, const std::string& rel_path, const std::string& target) {
    const std::filesystem::path path = folder / rel_path;
    std::filesystem::create_directories(path.parent_path());
    std::filesystem::create_symlink(target, path);
}

TEST(Root, AbsoluteLinksStayInTheSysroot) {
    const test::TempFolder folder;
    folder.write("usr/local/cuda-12.2/version.txt", " CUDA \nmore");
    link(folder, "usr/local/cuda", "/etc/alternatives/cuda");
    link(folder, "etc/alternatives/cuda", "../../usr/local/cuda-12.2/.");
    const Root root(folder.path());

    EXPECT_EQ(root.real("/usr/local/cuda/version.txt"), "/usr/local/cuda-12.2/version.txt");
    EXPECT_EQ(root.text("/usr/local/cuda/version.txt"), " CUDA \nmore");
    EXPECT_EQ(root.line("/usr/local/cuda/version.txt"), "CUDA");
    EXPECT_EQ(root.link("/usr/local/cuda"), "/etc/alternatives/cuda");
    EXPECT_THAT(root.names("/usr/local/cuda"), ElementsAre("version.txt"));
    EXPECT_TRUE(root.is_folder("/usr/local/cuda"));
}

TEST(Root, NothingOutsideTheSysrootIsSeen) {
    const test::TempFolder folder;
    link(folder, "out", "/etc/passwd");
    link(folder, "up", "../../../../../../../../etc/passwd");
    link(folder, "loop", "loop");
    const Root root(folder.path());

    EXPECT_EQ(root.text("/out"), "");
    EXPECT_EQ(root.text("/up"), "");
    EXPECT_EQ(root.real("/loop"), "");
    EXPECT_FALSE(root.exists("/bin/sh"));
    EXPECT_EQ(root.real("/"), "/");
}

TEST(Root, WithoutSysrootIsThisMachine) {
    const test::TempFolder folder;
    folder.write("file", "text");
    link(folder, "link", "file");
    const Root root("");

    EXPECT_EQ(root.text(folder / "link"), "text");
    EXPECT_EQ(root.link(folder / "link"), "file");
    EXPECT_EQ(root.on_disk(folder / "link"), folder / "link");
    EXPECT_FALSE(root.exists(folder / "none"));
    EXPECT_THAT(root.names(folder / "none"), IsEmpty());
}

TEST(Root, FileBeyondTheLimitIsNotRead) {
    const test::TempFolder folder;
    folder.write("file", "12345");

    EXPECT_EQ(Root(folder.path()).text("/file", 4), "");
    EXPECT_EQ(Root(folder.path()).text("/file", 5), "12345");
}

TEST(Root, ProgramIsAFileThatMayBeRun) {
    const test::TempFolder folder;
    ::chmod(folder.write("bin/tool", "x").c_str(), 0755);
    folder.write("bin/text", "x");
    const Root root(folder.path());

    EXPECT_TRUE(root.is_program("/bin/tool"));
    EXPECT_FALSE(root.is_program("/bin/text"));
    EXPECT_FALSE(root.is_program("/bin"));
}

TEST(FoldersOf, AreAbsoluteAndOnce) {
    const sys::Env env{{"PATH", ":/a/:/b:relative:/a:/:"}};

    EXPECT_THAT(folders_of(env, "PATH"), ElementsAre("/a", "/b", "/"));
    EXPECT_THAT(folders_of(env, "NONE"), IsEmpty());
}

TEST(IsWithin, ComparesWholeParts) {
    EXPECT_TRUE(is_within("/a/b", "/a/"));
    EXPECT_TRUE(is_within("/a", "/a"));
    EXPECT_FALSE(is_within("/ab", "/a"));
    EXPECT_TRUE(is_within("/a", "/"));
}

TEST(FirstVersion, IsAWordOfItsOwn) {
    EXPECT_EQ(first_version("Module for x86_64  550.54.15  Tue Mar 5 22:23:56 UTC"), "550.54.15");
    EXPECT_EQ(first_version("\"version\" : \"12.2.0\","), "12.2.0");
    EXPECT_EQ(first_version("version 14 of 2-3.4 a5.6"), "");
    EXPECT_EQ(first_version(""), "");
}

}  // namespace
}  // namespace cudaenv::probe
