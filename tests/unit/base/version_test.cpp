// SPDX-License-Identifier: MIT
#include "base/version.hpp"

#include <gtest/gtest.h>

namespace cudaenv::base {
namespace {

Version v(std::string_view text) {
    return parse_version(text).value();
}

TEST(Version, ReadsOneToFourParts) {
    EXPECT_EQ(to_string(v("12")), "12");
    EXPECT_EQ(to_string(v("12.4")), "12.4");
    EXPECT_EQ(to_string(v("12.4.1")), "12.4.1");
    EXPECT_EQ(to_string(v("8.9.7.29")), "8.9.7.29");
    EXPECT_EQ(v("12.4.1").count, 3);
}

class NoVersion : public testing::TestWithParam<std::string_view> {};

TEST_P(NoVersion, IsRefused) {
    EXPECT_FALSE(parse_version(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Version, NoVersion,
                         testing::Values("", ".", "12.", ".4", "12..4", "1.2.3.4.5", "+12", "-1",
                                         " 12", "12 ", "12.x", "1234567890", "0x10", "12,4",
                                         "12.4\n"));

TEST(Version, ComparesByNumberNotByText) {
    EXPECT_LT(v("12.4"), v("12.10"));
    EXPECT_LT(v("9.2"), v("10.0"));
    EXPECT_LT(v("12.4"), v("12.40"));
}

TEST(Version, OfEqualNumbersTheShorterComesFirst) {
    EXPECT_LT(v("12.4"), v("12.4.0"));
    EXPECT_EQ(compare_numbers(v("12.4"), v("12.4.0")), std::strong_ordering::equal);
}

TEST(Version, PrefixMatchesWholeParts) {
    EXPECT_TRUE(is_prefix(v("12"), v("12.4.1")));
    EXPECT_TRUE(is_prefix(v("12.4"), v("12.4.1")));
    EXPECT_TRUE(is_prefix(v("12.4.1"), v("12.4.1")));
    EXPECT_FALSE(is_prefix(v("12.4"), v("12.40.1")));
    EXPECT_FALSE(is_prefix(v("12.4.1"), v("12.4")));
    EXPECT_FALSE(is_prefix(v("1"), v("12.4")));
}

TEST(Version, LineIsTheFirstTwoParts) {
    EXPECT_EQ(line_of(v("12.4.1")), v("12.4"));
    EXPECT_EQ(line_of(v("12")), v("12"));
}

}  // namespace
}  // namespace cudaenv::base
