// SPDX-License-Identifier: MIT
#include "sys/env.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace cudaenv::sys {
namespace {

TEST(Env, EmptyIsNotUnset) {
    const Env env({{"A", ""}});

    EXPECT_EQ(env.find("A"), "");
    EXPECT_EQ(env.find("B"), std::nullopt);
    EXPECT_EQ(env.value_or("A", "x"), "x");
    EXPECT_EQ(env.value_or("B", "x"), "x");
}

TEST(Env, CopiesAreIndependent) {
    Env first({{"A", "1"}});
    Env second = first;

    second.set("A", "2");
    second.set("B", "3");
    second.unset("nothing");

    EXPECT_EQ(first.find("A"), "1");
    EXPECT_THAT(second.to_strings(), testing::ElementsAre("A=2", "B=3"));
    second.unset("A");
    EXPECT_THAT(second.to_strings(), testing::ElementsAre("B=3"));
}

TEST(Env, IsOnUnlessEmptyOrANo) {
    for (const char* off : {"", "0", "false", "No", "OFF"}) {
        EXPECT_FALSE(Env({{"A", off}}).is_on("A")) << off;
    }
    for (const char* on : {"1", "yes", "true", "x"}) EXPECT_TRUE(Env({{"A", on}}).is_on("A")) << on;
    EXPECT_FALSE(Env().is_on("A"));
}

TEST(Env, OfProcessHoldsItsVariables) {
    ::setenv("CUDAENV_TEST_VARIABLE", "a=b", 1);

    const Env env = Env::of_process();

    EXPECT_EQ(env.find("CUDAENV_TEST_VARIABLE"), "a=b");
    ::unsetenv("CUDAENV_TEST_VARIABLE");
}

}  // namespace
}  // namespace cudaenv::sys
