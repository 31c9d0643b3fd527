// SPDX-License-Identifier: MIT
#include "commands/asked_stack.hpp"

#include <gmock/gmock.h>

namespace cudaenv::commands {
namespace {

using base::parse_version;

catalog::Release release(const char* version, const char* platform = "linux-x86_64") {
    catalog::Release release;
    release.version = *parse_version(version);
    release.runfiles.emplace_back().platform = platform;
    return release;
}

compat::CudnnBuildRow build(const char* version, const char* full, const char* cuda) {
    compat::CudnnBuildRow row;
    row.version = *parse_version(version);
    row.full_version = full;
    row.cuda = *parse_version(cuda);
    return row;
}

class AskedStackTest : public testing::Test {
  protected:
    AskedStackTest() {
        tables.cudnn_builds = {
            build("8.9.7", "8.9.7.29", "11"),   build("8.9.7", "8.9.7.29", "12"),
            build("9.1.0", "9.1.0.70", "11"),   build("9.1.0", "9.1.0.70", "12"),
            build("9.13.0", "9.13.0.50", "12"), build("9.13.0", "9.13.0.50", "13")};
    }
    Result<AskedStack> ask(const std::string& text) {
        return asked_stack(text, {catalog, tables, platform}, world);
    }
    std::string name_of(const std::string& text) {
        const auto asked = ask(text);
        return asked ? asked->name : "error: " + asked.error().what;
    }

    catalog::Catalog catalog{{release("11.8.0"), release("12.4.0"), release("12.4.1"),
                              release("12.9.1", "linux-sbsa"), release("13.0.2")}};
    compat::Tables tables;
    std::string platform = "linux-x86_64";
    World world;
};

TEST_F(AskedStackTest, APrefixMeansTheNewestReleaseOfThePlatform) {
    EXPECT_EQ(name_of("12.4"), "12.4.1");
    EXPECT_EQ(name_of("12"), "12.4.1");
    EXPECT_EQ(name_of("latest"), "13.0.2");
    platform = "linux-sbsa";
    EXPECT_EQ(name_of("12"), "12.9.1");
}

TEST_F(AskedStackTest, WhatIsPublishedElsewhereOnlyIsJudgedAllTheSame) {
    platform = "linux-sbsa";

    EXPECT_EQ(name_of("11.8"), "11.8.0");
    EXPECT_EQ(name_of("12.4.1"), "12.4.1");
}

TEST_F(AskedStackTest, AnExactReleaseThatNobodyKnowsIsTakenWithANote) {
    const auto asked = ask("12.10.3");

    ASSERT_TRUE(asked.has_value());
    EXPECT_EQ(asked->name, "12.10.3");
    EXPECT_EQ(asked->release, nullptr);
    ASSERT_EQ(asked->notes.size(), 1);
    EXPECT_EQ(asked->notes[0].text,
              "CUDA 12.10.3 is not in the catalog: it is judged by its number");
}

TEST_F(AskedStackTest, ALineThatNobodyKnowsIsAnError) {
    const auto asked = ask("12.10");

    ASSERT_FALSE(asked.has_value());
    EXPECT_EQ(asked.error().code, Code::unknown_release);
}

TEST_F(AskedStackTest, TakesTheNewestCudnnThatFitsTheToolkit) {
    EXPECT_EQ(name_of("12.4+cudnn"), "12.4.1+cudnn9.13.0");
    EXPECT_EQ(name_of("11.8+cudnn9"), "11.8.0+cudnn9.1.0");
    EXPECT_EQ(name_of("12.4+cudnn8.9"), "12.4.1+cudnn8.9.7");
    EXPECT_EQ(name_of("12.4+cudnn8.9.7.29"), "12.4.1+cudnn8.9.7");
}

TEST_F(AskedStackTest, KeepsABuildThatIsNamed) {
    const auto asked = ask("12.4+cudnn8.9.7/cuda11");

    ASSERT_TRUE(asked.has_value());
    EXPECT_EQ(asked->name, "12.4.1+cudnn8.9.7/cuda11");
    ASSERT_EQ(asked->stack.companions.size(), 1);
    EXPECT_EQ(asked->stack.companions[0].build, "cuda11");
    EXPECT_TRUE(asked->notes.empty());
}

TEST_F(AskedStackTest, CudnnThatFitsNowhereIsLeftToTheJudgement) {
    EXPECT_EQ(name_of("13.0+cudnn8.9"), "13.0.2+cudnn8.9.7");
}

TEST_F(AskedStackTest, UnknownCudnnIsAnErrorUnlessItIsExact) {
    const auto line = ask("12.4+cudnn9.99");
    ASSERT_FALSE(line.has_value());
    EXPECT_EQ(line.error().code, Code::unknown_release);

    const auto exact = ask("12.4+cudnn9.99.1");
    ASSERT_TRUE(exact.has_value());
    EXPECT_EQ(exact->name, "12.4.1+cudnn9.99.1");
    ASSERT_EQ(exact->notes.size(), 1);
}

TEST_F(AskedStackTest, OtherCompanionsAreTakenAsTheyAre) {
    const auto asked = ask("12.4+nccl2.21+nvjpeg2000@0.9");

    ASSERT_TRUE(asked.has_value());
    EXPECT_EQ(asked->name, "12.4.1+nccl2.21+nvjpeg2000@0.9");
    EXPECT_EQ(asked->notes.size(), 2);
}

TEST_F(AskedStackTest, WhatNamesNoReleaseIsAUsageError) {
    for (const char* text : {"system", "path:/opt/cuda", "../12"}) {
        const auto asked = ask(text);
        ASSERT_FALSE(asked.has_value()) << text;
        EXPECT_EQ(asked.error().code, Code::usage) << text;
    }
}

}  // namespace
}  // namespace cudaenv::commands
