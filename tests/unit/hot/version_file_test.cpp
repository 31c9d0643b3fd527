// SPDX-License-Identifier: MIT
#include "hot/version_file.hpp"

#include <gtest/gtest.h>

namespace cudaenv::hot {
namespace {

std::string first(std::string_view text) {
    const auto file = parse_version_file(text);
    return file ? base::to_string(file->requests.front()) : "error: " + file.error().what;
}

struct Spelling {
    const char* name;
    std::string_view text;
};

class OneVersion : public testing::TestWithParam<Spelling> {};

TEST_P(OneVersion, ReadsAsTheSame) {
    EXPECT_EQ(first(GetParam().text), "12.4");
}

INSTANTIATE_TEST_SUITE_P(
    VersionFile, OneVersion,
    testing::Values(Spelling{"Plain", "12.4\n"}, Spelling{"NoLineEnd", "12.4"},
                    Spelling{"CarriageReturn", "12.4\r\n"},
                    Spelling{"ByteOrderMark",
                             "\xEF\xBB\xBF"
                             "12.4\r\n"},
                    Spelling{"BlanksAndLines", "12.4 \n\n"}, Spelling{"Indented", "\t 12.4\n"},
                    Spelling{"Comment", "12.4 # the cluster's\n"},
                    Spelling{"CommentsAbove", "# a\n\n  # b\n12.4\n"}, Spelling{"WithV", "v12.4\n"},
                    Spelling{"WithCuda", "cuda-12.4\n"}, Spelling{"WheelTag", "cu124\n"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(VersionFile, SeveralVersionsStandOnOneLine) {
    const auto file = parse_version_file("# two\n12.4 11.8\n");

    ASSERT_TRUE(file);
    ASSERT_EQ(file->requests.size(), 2U);
    EXPECT_EQ(base::to_string(file->requests[1]), "11.8");
    EXPECT_EQ(file->line, 2U);
}

TEST(VersionFile, PairsJoinTheFirstRequest) {
    const auto file = parse_version_file(
        "12.4 11.8\ncudnn 9.1\nnvjpeg2000\t0.9\nprofile minimal\nccbin /opt/my gcc/g++ # odd\n");

    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(base::to_string(file->requests[0]), "12.4+cudnn9.1+nvjpeg2000@0.9");
    EXPECT_EQ(base::to_string(file->requests[1]), "11.8");
    EXPECT_EQ(file->profile, "minimal");
    EXPECT_EQ(file->ccbin, "/opt/my gcc/g++");
    EXPECT_TRUE(file->warnings.empty());
}

TEST(VersionFile, AnUnknownKeyIsOneWarning) {
    const auto file = parse_version_file("12.4\ncolour blue\n");

    ASSERT_TRUE(file);
    EXPECT_EQ(file->warnings, std::vector<std::string>{"unknown key `colour`"});
}

struct Refusal {
    const char* name;
    std::string_view text;
    const char* at;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, NamesTheLine) {
    const auto file = parse_version_file(GetParam().text);

    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, Code::usage);
    EXPECT_EQ(file.error().at, GetParam().at);
}

INSTANTIATE_TEST_SUITE_P(
    VersionFile, Refused,
    testing::Values(Refusal{"Empty", "", ""}, Refusal{"CommentsOnly", "# nothing\n\n", ""},
                    Refusal{"OtherFolders", "../../bin\n", "line 1"},
                    Refusal{"Slash", "\n12.4/x\n", "line 2"},
                    Refusal{"ControlByte", "12.4\x01\n", "line 1"},
                    Refusal{"CompanionTwice", "12.4+cudnn9\ncudnn 9.1\n", "line 2"},
                    Refusal{"CompanionWithoutVersion", "12.4\ncudnn nine\n", "line 2"},
                    Refusal{"RelativeCompiler", "12.4\nccbin g++\n", "line 2"},
                    Refusal{"CompilerWithControlByte", "12.4\nccbin /a\x07\n", "line 2"},
                    Refusal{"Recommended", "recommended\n", "line 1"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(VersionFile, ANulByteIsRefused) {
    EXPECT_FALSE(parse_version_file(std::string_view("12.4\0\n", 6)));
}

TEST(ToolVersions, ReadsTheCudaLine) {
    const auto file = parse_tool_versions("python 3.12\n#cuda 1\ncuda 12.4 11.8 # both\n");

    ASSERT_TRUE(file);
    ASSERT_EQ(file->requests.size(), 2U);
    EXPECT_EQ(base::to_string(file->requests[0]), "12.4");
    EXPECT_EQ(file->line, 3U);
}

TEST(ToolVersions, WithoutCudaLineThereIsNoRequest) {
    const auto file = parse_tool_versions("python 3.12\ncudaenv 1\n");

    ASSERT_TRUE(file);
    EXPECT_TRUE(file->requests.empty());
}

TEST(WithRequests, ReplacesTheLineAndKeepsTheRest) {
    EXPECT_EQ(with_requests("# why\n12.4  # reason\nprofile devel\n", "12.5"),
              "# why\n12.5  # reason\nprofile devel\n");
}

TEST(WithRequests, KeepsCarriageReturnsAndByteOrderMark) {
    EXPECT_EQ(with_requests("\xEF\xBB\xBF"
                            "12.4\r\nprofile devel\r\n",
                            "11.8"),
              "\xEF\xBB\xBF"
              "11.8\r\nprofile devel\r\n");
}

TEST(WithRequests, DropsPairsThatNowStandOnLineOne) {
    EXPECT_EQ(with_requests("12.4\ncudnn 9.1\nnccl 2.21\n", "12.4+cudnn9.2"),
              "12.4+cudnn9.2\nnccl 2.21\n");
}

TEST(WithRequests, MakesALineWhereThereIsNone) {
    EXPECT_EQ(with_requests("", "12.4"), "12.4\n");
    EXPECT_EQ(with_requests("# only this\n", "12.4"), "12.4\n# only this\n");
    EXPECT_EQ(with_requests("12.3", "12.4"), "12.4\n");
}

}  // namespace
}  // namespace cudaenv::hot
