// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace cudaenv::base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Text, TrimTakesWhiteFromBothEndsOnly) {
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim(" \n "), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyPieces) {
    EXPECT_THAT(split(":a::b:", ':'), ElementsAre("", "a", "", "b", ""));
    EXPECT_THAT(split("", ':'), ElementsAre(""));
    EXPECT_THAT(split("a", ':'), ElementsAre("a"));
}

TEST(Text, WordsSkipRunsOfBlanks) {
    EXPECT_THAT(words(" a\t\tb c "), ElementsAre("a", "b", "c"));
    EXPECT_THAT(words(" \t "), IsEmpty());
    EXPECT_THAT(words(""), IsEmpty());
}

TEST(Text, JoinPutsTheSeparatorBetween) {
    const std::array<std::string, 3> parts{"a", "", "c"};
    EXPECT_EQ(join(parts, ", "), "a, , c");
    EXPECT_EQ(join({}, ","), "");
}

TEST(Text, ToLowerLeavesOtherBytes) {
    EXPECT_EQ(to_lower("AbZ[@É9"), "abz[@É9");
}

TEST(Text, HexIsLowerCaseWithLeadingZeros) {
    const std::array<unsigned char, 3> bytes{0x00, 0x0f, 0xAB};
    EXPECT_EQ(hex(bytes), "000fab");
}

TEST(Printable, LeavesTextAlone) {
    EXPECT_EQ(printable("/opt/µ/中文/🙂 a\\b"), "/opt/µ/中文/🙂 a\\b");
}

TEST(Printable, EscapesControlBytes) {
    EXPECT_EQ(printable("a\x1b[31mb\n\t\x7f"), "a\\x1b[31mb\\x0a\\x09\\x7f");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, EscapesWhatIsNotUtf8) {
    EXPECT_EQ(printable("\xff"), "\\xff");
    EXPECT_EQ(printable("\xc3"), "\\xc3");
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
    EXPECT_EQ(printable("\xe2\x82x"), "\\xe2\\x82x");
}

TEST(Printable, EscapesC1AndReorderingControls) {
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              "\\xc2\\x9b31m");
    EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae");
    EXPECT_EQ(printable("\xe2\x81\xa6"), "\\xe2\\x81\\xa6");
}

TEST(Clip, CutsBetweenCharacters) {
    EXPECT_EQ(clip("abc", 3), "abc");
    EXPECT_EQ(clip("abcd", 3), "abc…");
    EXPECT_EQ(clip("aµµ", 2), "a…");
    EXPECT_EQ(clip("\x80\x80\x80", 2), "…");
}

TEST(HumanSize, PicksTheUnit) {
    EXPECT_EQ(human_size(0), "0 B");
    EXPECT_EQ(human_size(1023), "1023 B");
    EXPECT_EQ(human_size(1024), "1.0 KiB");
    EXPECT_EQ(human_size(1536), "1.5 KiB");
    EXPECT_EQ(human_size(4'454'730'420), "4.1 GiB");
    EXPECT_EQ(human_size(227'633'266'688), "212 GiB");
}

TEST(HumanSize, RoundsUpIntoTheNextUnit) {
    EXPECT_EQ(human_size((1U << 20U) - 1), "1.0 MiB");
    EXPECT_EQ(human_size(UINT64_MAX), "16.0 EiB");
}

TEST(NearNames, NearestFirstAtMostThree) {
    const std::array<std::string, 5> known{"cuda_nvcc", "cuda_nvrtc", "cuda_nvtx", "cuda_nvvm",
                                           "libcurand"};
    EXPECT_THAT(near_names("cuda_nvc", known), ElementsAre("cuda_nvcc", "cuda_nvrtc", "cuda_nvtx"));
    EXPECT_THAT(near_names("CUDA_NVCC", known), testing::Contains("cuda_nvcc"));
}

TEST(NearNames, APartOfANameIsNear) {
    const std::array<std::string, 2> known{"libcurand", "libcublas"};
    EXPECT_THAT(near_names("curand", known), ElementsAre("libcurand"));
}

TEST(NearNames, NothingNearForOtherWordsAndHugeOnes) {
    const std::array<std::string, 2> known{"libcurand", "cudnn"};
    EXPECT_THAT(near_names("tensorflow", known), IsEmpty());
    EXPECT_THAT(near_names("", known), IsEmpty());
    EXPECT_THAT(near_names(std::string(100'000, 'a'), known), IsEmpty());
}

}  // namespace
}  // namespace cudaenv::base
