// SPDX-License-Identifier: MIT
#include "unpack/pattern.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cudaenv::unpack {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
    const auto parsed = Pattern::parse(pattern);
    EXPECT_TRUE(parsed.has_value()) << pattern;
    return parsed && parsed->matches(text);
}

TEST(Matches, TheWholeText) {
    EXPECT_TRUE(matches("bin/nvcc", "bin/nvcc"));
    EXPECT_FALSE(matches("bin/nvcc", "bin/nvcc.profile"));
    EXPECT_FALSE(matches("nvcc", "bin/nvcc"));
    EXPECT_TRUE(matches("", ""));
    EXPECT_FALSE(matches("", "x"));
}

TEST(Matches, WhatManifestsUse) {
    EXPECT_TRUE(matches(".*", ""));
    EXPECT_TRUE(matches(".*", "host/ncu-ui"));
    EXPECT_TRUE(matches("lib/.*\\.so", "lib/stubs/libcuda.so"));
    EXPECT_FALSE(matches("lib/.*\\.so", "lib/libcuda_so"));
    EXPECT_TRUE(matches("lib/libcublas\\.so.*", "lib/libcublas.so.12.4.5.8"));
    EXPECT_TRUE(matches("bin/cudafe\\+\\+", "bin/cudafe++"));
}

TEST(Matches, ClassesAndRepetitions) {
    EXPECT_TRUE(matches("v[0-9]+", "v12"));
    EXPECT_FALSE(matches("v[0-9]+", "v"));
    EXPECT_TRUE(matches("colou?r", "color"));
    EXPECT_TRUE(matches("colou?r", "colour"));
    EXPECT_FALSE(matches("colou?r", "colouur"));
    EXPECT_TRUE(matches("[^/]*", "abc"));
    EXPECT_FALSE(matches("[^/]*", "a/c"));
    EXPECT_TRUE(matches("[]x]+", "x]"));
    EXPECT_TRUE(matches("[a\\-]+", "a-"));
    EXPECT_TRUE(matches("a*a*b", "aaab"));
    EXPECT_TRUE(matches("x+y*", "xx"));
}

TEST(Parse, LeavesOutWhatItDoesNotKnow) {
    for (const char* pattern : {"(a)", "a|b", "a{2}", "^a", "a$", "*a", "+", "?", "a**", "\\d",
                                "\\", "[a", "[", "[z-a]", "[[:alpha:]]", "\\1"}) {
        EXPECT_FALSE(Pattern::parse(pattern).has_value()) << pattern;
    }
    EXPECT_FALSE(Pattern::parse(std::string(301, 'a')).has_value());
}

// A backtracking matcher would not finish within anybody's lifetime.
TEST(Matches, InBoundedTime) {
    std::string pattern;
    for (int i = 0; i < 100; ++i) pattern += "a*";
    pattern += "b";

    EXPECT_FALSE(matches(pattern, std::string(4000, 'a')));
}

}  // namespace
}  // namespace cudaenv::unpack
