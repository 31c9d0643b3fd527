// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hot/version_file.hpp"

namespace cudaenv::hot {
namespace {

TEST(ProjectToml, ReadsTheToolkitTable) {
    const auto file = parse_project_toml(
        "# the project\nname = \"x\"\n[ toolkit ]\nversion  = \"12.4\"  # a line\n"
        "profile = 'devel'\nwith = [\"cudnn@9.1\", 'libcublas', \"nccl\"]\n"
        "without = [\"nsight_compute\"]\nccbin = \"/usr/bin/g++-12\"\n"
        "[check]\nversion = \"1.0\"\ntarget_driver = \"550.54\"\n");

    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->requests.size(), 1U);
    EXPECT_EQ(base::to_string(file->requests[0]), "12.4+cudnn9.1+nccl");
    EXPECT_EQ(file->profile, "devel");
    EXPECT_EQ(file->ccbin, "/usr/bin/g++-12");
    EXPECT_EQ(file->line, 4U);
}

TEST(ProjectToml, AnArrayOfVersionsIsSeveralRequests) {
    const auto file = parse_project_toml("[toolkit]\nversion = [\"12.4\", \"11.8\",]\r\n");

    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->requests.size(), 2U);
}

TEST(ProjectToml, WithoutVersionThereIsNoRequest) {
    for (const char* text : {"", "[check]\nversion = \"12.4\"\n", "[toolkit]\nwith = [\"nccl\"]\n",
                             "[toolkit.more]\nversion = \"12.4\"\n"}) {
        const auto file = parse_project_toml(text);
        ASSERT_TRUE(file) << text << file.error().what;
        EXPECT_TRUE(file->requests.empty()) << text;
    }
}

TEST(ProjectToml, OtherTablesMayHoldWhatItCannotRead) {
    const auto file = parse_project_toml(
        "text = \"\"\"\n[toolkit]\nversion = \"9.0\"\n\"\"\"\n"
        "list = [\n  [\"a\"],\n  [\"toolkit\"]\n]\ndate = 2026-01-01\n"
        "[toolkit]\nversion = \"12.4\"\n[other]\nwith = [\n \"x\" ]\n");

    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->requests.size(), 1U);
    EXPECT_EQ(base::to_string(file->requests[0]), "12.4");
}

TEST(ProjectToml, QuoteMarksAroundNamesMeanTheSame) {
    const auto file = parse_project_toml("[\"toolkit\"]\n\"version\" = \"11.8\"\n");

    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->requests.size(), 1U);
    EXPECT_EQ(base::to_string(file->requests[0]), "11.8");
}

TEST(ProjectToml, WhatLooksLikeALongStringMayBeNone) {
    const auto file = parse_project_toml(
        "# \"\"\" in a comment\na = '\"\"\"'\nb = [\"\"\"\n]\"\"\", \"]\", # ]\n 1]\n"
        "[[bin]]\nname = 1\n[toolkit]\nversion = \"11.8\"\n");

    ASSERT_TRUE(file) << file.error().what << file.error().at;
    EXPECT_EQ(file->requests.size(), 1U);
}

TEST(ProjectToml, AHashInsideAStringIsNoComment) {
    const auto file =
        parse_project_toml("[toolkit]\nversion = \"12.4\"\nccbin = \"/opt/#1/g++\"\n");

    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->ccbin, "/opt/#1/g++");
}

struct Refusal {
    const char* name;
    const char* text;
    const char* at;
};

class CannotRead : public testing::TestWithParam<Refusal> {};

TEST_P(CannotRead, SaysWhichLine) {
    const auto file = parse_project_toml(GetParam().text);

    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, Code::usage);
    EXPECT_EQ(file.error().at, GetParam().at);
}

INSTANTIATE_TEST_SUITE_P(
    ProjectToml, CannotRead,
    testing::Values(
        Refusal{"Number", "[toolkit]\nversion = 12.4\n", "line 2"},
        Refusal{"Escape", "[toolkit]\n\nversion = \"12\\u002e4\"\n", "line 3"},
        Refusal{"ArrayOverLines", "[toolkit]\nversion = \"12.4\"\nwith = [\n\"nccl\"]\n", "line 3"},
        Refusal{"LongString", "[toolkit]\nversion = \"\"\"\n12.4\"\"\"\n", "line 2"},
        Refusal{"DottedKey", "toolkit.version = \"12.4\"\n", "line 1"},
        Refusal{"InlineTable", "\ntoolkit = { version = \"12.4\" }\n", "line 2"},
        Refusal{"NoVersion", "[toolkit]\nversion = \"../x\"\n", "line 2"},
        Refusal{"TableNotClosed", "a = 1\n[toolkit\nversion = \"12.4\"\n", "line 2"},
        Refusal{"OtherTableNotClosed", "[check\n[toolkit]\n", "line 1"},
        Refusal{"PairBehindTheTable", "[toolkit] with = [\"nccl\"]\n", "line 1"},
        Refusal{"ArrayOfTables", "[[toolkit]]\nversion = \"12.4\"\n", "line 1"},
        Refusal{"NoEquals", "[toolkit]\nversion \"12.4\"\n", "line 2"},
        Refusal{"EscapedKey", "[toolkit]\n\"v\\u0065rsion\" = \"12.4\"\n", "line 2"},
        Refusal{"KeyWithDot", "[toolkit]\nversion.is = \"12.4\"\n", "line 2"},
        Refusal{"KeyTwice", "[toolkit]\nversion = \"12.4\"\n\"version\" = \"11.8\"\n", "line 3"},
        Refusal{"TableTwice", "[toolkit]\n[check]\n[toolkit]\n", "line 3"},
        Refusal{"QuotedDottedKey", "\"toolkit\" . version = \"12.4\"\n", "line 1"},
        Refusal{"ArrayWithoutEnd", "\nx = [\n[toolkit]\nversion = \"12.4\"\n", "line 2"},
        Refusal{"StringWithoutEnd", "x = '''\n[toolkit]\n", "line 1"},
        Refusal{"NotClosed", "[toolkit]\nversion = \"12.4\n", "line 2"}),
    [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace cudaenv::hot
