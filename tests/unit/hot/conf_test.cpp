// SPDX-License-Identifier: MIT
#include "hot/conf.hpp"

#include <gtest/gtest.h>

#include "support/temp_folder.hpp"

namespace cudaenv::hot {
namespace {

TEST(Conf, ReadsEveryKey) {
    const auto conf = parse_conf(
        "cudaenv-hot 1 17\nmode shims\nsystem_root /opt/cudaenv\nsystem_root /srv/a b\n"
        "ceiling /home\nread_tool_versions 1\nld_library_path always\n"
        "env cmake build_paths\nccbin /usr/bin/g++-12\n");

    ASSERT_TRUE(conf) << conf.error().what;
    Conf expected;
    expected.generation = 17;
    expected.mode = "shims";
    expected.system_roots = {"/opt/cudaenv", "/srv/a b"};
    expected.ceilings = {"/home"};
    expected.read_tool_versions = true;
    expected.ld_library_path = LibraryPathMode::always;
    expected.cuda_home = expected.cudacxx = expected.pkg_config = false;
    expected.cmake = expected.build_paths = true;
    expected.ccbin = "/usr/bin/g++-12";
    EXPECT_EQ(*conf, expected);
}

TEST(Conf, WhatItWritesItReads) {
    Conf conf;
    conf.generation = 18446744073709551615U;
    conf.system_roots = {"/opt/x"};
    conf.ceilings = {"/a", "/b c"};
    conf.ld_library_path = LibraryPathMode::never;
    conf.cmake = false;
    conf.ccbin = "/usr/bin/g++";

    EXPECT_EQ(parse_conf(to_text(conf)), conf);
    EXPECT_EQ(parse_conf(to_text(Conf{})), Conf{});
}

TEST(Conf, AllSwitchesOffIsNotTheDefault) {
    Conf conf;
    conf.cuda_home = conf.cmake = conf.cudacxx = conf.pkg_config = false;

    EXPECT_EQ(parse_conf(to_text(conf)), conf);
}

TEST(Conf, SkipsKeysThatItDoesNotKnow) {
    EXPECT_EQ(parse_conf("cudaenv-hot 1 0\nfrobnicate yes\n"), Conf{});
}

TEST(Conf, AGenerationOutOfRangeCountsAsNone) {
    EXPECT_EQ(parse_conf("cudaenv-hot 1 99999999999999999999999999\nmode hook\n"), Conf{});
    EXPECT_FALSE(parse_conf("cudaenv-hot 1 -1\n"));
}

TEST(Conf, RefusesAnotherFirstLine) {
    for (const char* text : {"", "cudaenv-hot 2 1\n", "cudaenv-hot 1\n", "cudaenv-hot 1 x\n",
                             "cudaenv-hot 1 17 x\n", "mode hook\n"}) {
        const auto conf = parse_conf(text);
        ASSERT_FALSE(conf) << text;
        EXPECT_EQ(conf.error().code, Code::damaged) << text;
    }
}

TEST(Conf, AnAbsentFileMeansDefaults) {
    const cudaenv::test::TempFolder folder;

    EXPECT_EQ(read_conf(folder / "hot.conf"), Conf{});
}

TEST(Conf, ADamagedFileIsNamed) {
    const cudaenv::test::TempFolder folder;
    const std::string path = folder.write("hot.conf", "garbage\n");

    const auto conf = read_conf(path);

    ASSERT_FALSE(conf);
    EXPECT_EQ(conf.error().at, path);
    EXPECT_EQ(conf.error().try_, std::vector<std::string>{"cudaenv rehash"});
}

TEST(Aliases, WhatTheyWriteTheyRead) {
    const Aliases aliases{{"prod", "12.4+cudnn9"}, {"old", "11.8"}};

    EXPECT_EQ(parse_aliases(to_text(aliases)), aliases);
}

TEST(Aliases, AnAbsentFileMeansNone) {
    const cudaenv::test::TempFolder folder;

    EXPECT_EQ(read_aliases(folder / "aliases"), Aliases{});
}

}  // namespace
}  // namespace cudaenv::hot
