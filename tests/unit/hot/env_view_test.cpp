// SPDX-License-Identifier: MIT
#include "hot/env_view.hpp"

#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::hot {
namespace {

TEST(EnvView, FindsTheWholeNameOnly) {
    const test::Environment env{{"CUDA_HOME_OLD", "a"}, {"CUDA", "b"}, {"CUDA_HOME", "c=d"}};

    EXPECT_EQ(env.view().find("CUDA_HOME"), "c=d");
    EXPECT_EQ(env.view().find("CUDA"), "b");
    EXPECT_EQ(env.view().find("CUDA_HOM"), std::nullopt);
}

TEST(EnvView, AnEmptyValueIsAValueButNotFilled) {
    const test::Environment env{{"PATH", ""}};

    EXPECT_EQ(env.view().find("PATH"), "");
    EXPECT_EQ(env.view().find_filled("PATH"), std::nullopt);
}

TEST(EnvView, AnEntryWithoutEqualsSignIsNoVariable) {
    const test::Environment env{std::vector<std::string>{"PATH", "HOME=/x"}};

    EXPECT_EQ(env.view().find("PATH"), std::nullopt);
    EXPECT_EQ(env.view().find("HOME"), "/x");
}

}  // namespace
}  // namespace cudaenv::hot
