// SPDX-License-Identifier: MIT
#include "execute/sums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "support/temp_folder.hpp"
#include "sys/digest.hpp"

namespace cudaenv::execute {
namespace {

using ::testing::HasSubstr;

TEST(SumsOf, FollowsAFileWhileItGrows) {
    const test::TempFolder folder;
    const std::string path = folder.write("part", "");
    sys::Watermark watermark;
    std::jthread writer([&] {
        std::ofstream file(path, std::ios::app);
        for (std::uint64_t piece = 1; piece <= 50; ++piece) {
            file << std::string(1000, static_cast<char>('a' + piece % 26)) << std::flush;
            watermark.publish(piece * 1000);
        }
        watermark.finish();
    });

    const Result<Sums> sums = sums_of(path, watermark, true);
    writer.join();

    ASSERT_TRUE(sums.has_value()) << sums.error().what;
    EXPECT_EQ(sums->size_bytes, 50'000U);
    EXPECT_EQ(sums->sha256, sys::sha256_of(folder.read("part")));
    EXPECT_EQ(sums->md5.size(), 32U);
}

TEST(SumsOf, ReadsNothingBehindTheWatermark) {
    const test::TempFolder folder;
    const std::string path = folder.write("part", "good" + std::string(1000, '\0'));
    sys::Watermark watermark;
    watermark.publish(4);
    watermark.finish();

    const Result<Sums> sums = sums_of(path, watermark, false);

    ASSERT_TRUE(sums.has_value());
    EXPECT_EQ(sums->sha256, sys::sha256_of(std::string_view("good")));
    EXPECT_EQ(sums->md5, "");
}

TEST(SumsOf, GivesTheWritersError) {
    const test::TempFolder folder;
    sys::Watermark watermark;
    Error error;
    error.code = Code::network;
    watermark.finish(error);

    const Result<Sums> sums = sums_of(folder / "never-made", watermark, false);

    ASSERT_FALSE(sums.has_value());
    EXPECT_EQ(sums.error().code, Code::network);
}

TEST(SumsOf, NoticesAFileThatBecameShorter) {
    const test::TempFolder folder;
    const std::string path = folder.write("part", "1234");
    sys::Watermark watermark;
    watermark.publish(5);
    watermark.finish();

    const Result<Sums> sums = sums_of(path, watermark, false);

    ASSERT_FALSE(sums.has_value());
    EXPECT_EQ(sums.error().code, Code::files);
}

plan::Artifact an_artifact() {
    plan::Artifact artifact;
    artifact.name = "cuda.run";
    artifact.size_bytes = 10;
    artifact.sha256 = std::string(64, 'a');
    artifact.md5 = std::string(32, 'b');
    return artifact;
}

TEST(Judge, ShaCountsWhereTheCatalogHasIt) {
    const Sums sums{10, std::string(64, 'a'), std::string(32, 'x')};

    EXPECT_EQ(judge(an_artifact(), sums, "url").value(), "sha256");
}

TEST(Judge, MdFiveCountsWhereThereIsNothingElse) {
    plan::Artifact artifact = an_artifact();
    artifact.sha256.clear();

    EXPECT_EQ(judge(artifact, {10, std::string(64, 'x'), std::string(32, 'b')}, "url").value(),
              "md5");
    EXPECT_FALSE(judge(artifact, {10, std::string(64, 'x'), std::string(32, 'x')}, "url"));
}

TEST(Judge, SaysThatTheContentWasAlteredWhenOnlyTheSizeFits) {
    const auto verdict = judge(an_artifact(), {10, std::string(64, 'x'), ""}, "https://mirror/x");

    ASSERT_FALSE(verdict.has_value());
    EXPECT_EQ(verdict.error().code, Code::checksum);
    EXPECT_EQ(verdict.error().at, "https://mirror/x");
    EXPECT_EQ(verdict.error().found, std::string(64, 'x'));
    EXPECT_EQ(verdict.error().needs, std::string(64, 'a'));
    EXPECT_THAT(verdict.error().why, HasSubstr("content was altered on the way"));
}

TEST(Judge, WrongSizeIsNamedAsSuch) {
    const auto verdict = judge(an_artifact(), {9, std::string(64, 'a'), ""}, "url");

    ASSERT_FALSE(verdict.has_value());
    EXPECT_EQ(verdict.error().code, Code::checksum);
    EXPECT_EQ(verdict.error().found, "9 bytes");
    EXPECT_EQ(verdict.error().needs, "10 bytes");
}

}  // namespace
}  // namespace cudaenv::execute
