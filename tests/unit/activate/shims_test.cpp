// SPDX-License-Identifier: MIT
#include "activate/shims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "some_root.hpp"

namespace cudaenv::activate {
namespace {

namespace fs = std::filesystem;
using test::SomeRoot;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TEST(Rehash, MakesNvccAlsoWhereNothingIsInstalled) {
    const SomeRoot root;

    const auto outcome = root.rehash();

    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->renewed);
    EXPECT_THAT(outcome->added, ElementsAre("nvcc"));
    EXPECT_THAT(root.names(), ElementsAre("cudaenv-shim", "nvcc"));
}

TEST(Rehash, LinksOneShimForEachProgramOfAllStacks) {
    const SomeRoot root;
    root.add_stack("11.8.0", {"nvcc", "cuda-gdb"});
    root.add_stack("12.4.1", {"nvcc", "ptxas"});

    ASSERT_TRUE(root.rehash());

    EXPECT_THAT(root.names(), ElementsAre("cuda-gdb", "cudaenv-shim", "nvcc", "ptxas"));
    EXPECT_EQ(fs::hard_link_count(root.layout.shim()), 4U);
    EXPECT_TRUE(root.is_whole("ptxas"));
    EXPECT_EQ(fs::status(root.layout.shims() + "/ptxas").permissions() & fs::perms{0111},
              fs::perms{0111});
}

TEST(Rehash, TakesAdoptedToolkitsAndSystemRoots) {
    SomeRoot root;
    const SomeRoot shared;
    shared.add_stack("12.2.0", {"nsys"});
    root.conf.system_roots = {shared.folder.path()};
    root.add_program("opt/cuda/bin/adopted-tool");
    root.folder.make("versions");
    fs::create_directory_symlink(root.folder / "opt/cuda", root.folder / "versions/site");

    ASSERT_TRUE(root.rehash());

    EXPECT_THAT(root.names(), ElementsAre("adopted-tool", "cudaenv-shim", "nsys", "nvcc"));
}

TEST(Rehash, LeavesOutWhatIsNotRunFromAPrefix) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"nvcc", "cudaenv", "cuda-uninstaller", "cudaenv-shim", ".hidden"});
    root.folder.write("versions/12.4.1/bin/nvcc.profile", "TOP = ..\n");
    root.folder.make("versions/12.4.1/bin/crt");
    root.add_program("versions/half-made/bin/stray");  // no receipt

    ASSERT_TRUE(root.rehash());

    EXPECT_THAT(root.names(), ElementsAre("cudaenv-shim", "nvcc"));
}

TEST(Rehash, KeepsOddNames) {
    const SomeRoot root;
    const std::string longest(255, 'x');
    root.add_stack("12.4.1", {"a b", "it's", "é\xFF", "$(x)", "-v", "new\nline", longest});

    ASSERT_TRUE(root.rehash());

    for (const std::string name : {"a b", "it's", "é\xFF", "$(x)", "-v", "new\nline"})
        EXPECT_TRUE(root.is_whole(name)) << name;
    EXPECT_TRUE(root.is_whole(longest));
}

TEST(Rehash, RemovesWhatNoStackHasAnyMore) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"nvcc", "ptxas"});
    ASSERT_TRUE(root.rehash());
    fs::remove_all(root.layout.prefix("12.4.1"));

    const auto outcome = root.rehash();

    ASSERT_TRUE(outcome);
    EXPECT_THAT(outcome->removed, ElementsAre("ptxas"));
    EXPECT_THAT(root.names(), ElementsAre("cudaenv-shim", "nvcc"));
}

TEST(Rehash, ChangesNothingTheSecondTime) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"nvcc", "ptxas"});
    ASSERT_TRUE(root.rehash());
    struct stat before = {}, after = {};
    ASSERT_EQ(::stat(root.layout.shims().c_str(), &before), 0);

    const auto outcome = root.rehash();

    ASSERT_TRUE(outcome);
    EXPECT_FALSE(outcome->renewed);
    EXPECT_THAT(outcome->added, IsEmpty());
    EXPECT_THAT(outcome->removed, IsEmpty());
    ASSERT_EQ(::stat(root.layout.shims().c_str(), &after), 0);
    EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}

TEST(Rehash, PutsANewFileWhereTheShimWasDamaged) {
    const SomeRoot root;
    ASSERT_TRUE(root.rehash());
    root.folder.write("shims/nvcc", "damaged");  // one inode: the shim itself, too
    struct stat old = {}, fresh = {};
    ASSERT_EQ(::stat(root.layout.shim().c_str(), &old), 0);
    fs::create_hard_link(root.layout.shim(), root.folder / "witness");

    const auto outcome = root.rehash();

    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->renewed);
    EXPECT_TRUE(root.is_whole("nvcc"));
    EXPECT_TRUE(root.is_whole("cudaenv-shim"));
    ASSERT_EQ(::stat(root.layout.shim().c_str(), &fresh), 0);
    EXPECT_NE(old.st_ino, fresh.st_ino);
    EXPECT_EQ(root.folder.read("witness"), "damaged") << "the linked file was written into";
}

TEST(Rehash, MakesAShimThatCannotBeExecutedExecutable) {
    const SomeRoot root;
    ASSERT_TRUE(root.rehash());
    fs::permissions(root.layout.shim(), fs::perms{0644});

    ASSERT_TRUE(root.rehash());

    EXPECT_EQ(fs::status(root.layout.shim()).permissions() & fs::perms{0111}, fs::perms{0111});
    EXPECT_EQ(fs::hard_link_count(root.layout.shim()), 2U);
}

TEST(Rehash, ReplacesFoldersLinksAndForeignFilesUnderAShimsName) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"nvcc", "ptxas", "nvlink"});
    root.folder.write("shims/nvcc/inside", "x");
    root.folder.write("shims/ptxas", "#!/bin/sh\n");
    root.folder.write("outside", "keep");
    fs::create_symlink(root.folder / "outside", root.folder / "shims/nvlink");
    fs::create_symlink(root.folder / "outside", root.folder / "shims/cudaenv-shim");

    ASSERT_TRUE(root.rehash());

    for (const std::string name : {"nvcc", "ptxas", "nvlink", "cudaenv-shim"}) {
        EXPECT_TRUE(root.is_whole(name)) << name;
        EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(root.layout.shims() + "/" + name)));
    }
    EXPECT_EQ(root.folder.read("outside"), "keep");
}

TEST(Rehash, OneDamagedStackDoesNotKeepOthersFromTheirShims) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"ptxas"});
    root.add_stack("11.8.0", {"cuda-gdb"});
    root.folder.write("versions/11.8.0/.cudaenv/activate", "nonsense\n");

    ASSERT_TRUE(root.rehash());

    EXPECT_THAT(root.names(), Contains("ptxas"));
}

TEST(ListShims, NamesToolsOnly) {
    const SomeRoot root;
    root.add_stack("12.4.1", {"nvcc", "ptxas"});
    ASSERT_TRUE(root.rehash());
    root.folder.write("shims/.new", "");

    const auto names = list_shims(root.layout);

    ASSERT_TRUE(names);
    EXPECT_THAT(*names, ElementsAre("nvcc", "ptxas"));
}

TEST(ListShims, IsEmptyWithoutTheFolder) {
    const SomeRoot root;

    const auto names = list_shims(root.layout);

    ASSERT_TRUE(names);
    EXPECT_THAT(*names, IsEmpty());
}

}  // namespace
}  // namespace cudaenv::activate
