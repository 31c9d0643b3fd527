// SPDX-License-Identifier: MIT
#include "commands/framework_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cudaenv::commands {
namespace {

struct Spelling {
    const char *text, *name, *version, *variant;
};

class FrameworkSpelling : public testing::TestWithParam<Spelling> {};

TEST_P(FrameworkSpelling, IsRead) {
    const auto framework = parse_framework(GetParam().text);

    ASSERT_TRUE(framework.has_value()) << framework.error().what;
    EXPECT_EQ(framework->name, GetParam().name);
    EXPECT_EQ(framework->version, GetParam().version);
    EXPECT_EQ(framework->variant, GetParam().variant);
}

INSTANTIATE_TEST_SUITE_P(
    All, FrameworkSpelling,
    testing::Values(Spelling{"torch==2.4.0+cu124", "torch", "2.4.0", "cu124"},
                    Spelling{"torch==2.4.0", "torch", "2.4.0", ""},
                    Spelling{"torch==2.14.0rc1+cu130", "torch", "2.14.0rc1", "cu130"},
                    Spelling{"Torch==2.4.0+cpu", "torch", "2.4.0", "cpu"},
                    Spelling{"jax[cuda13]==0.8.0", "jax", "0.8.0", "cuda13"},
                    Spelling{"jax[cuda12_local]==0.4.30", "jax", "0.4.30", "cuda12_local"},
                    Spelling{"tensorflow==2.16.1", "tensorflow", "2.16.1", ""},
                    Spelling{"tensorflow[and-cuda]==2.16.1", "tensorflow", "2.16.1", "and-cuda"}));

class MalformedFramework : public testing::TestWithParam<const char*> {};

TEST_P(MalformedFramework, IsAUsageErrorThatShowsIt) {
    const auto framework = parse_framework(GetParam());

    ASSERT_FALSE(framework.has_value());
    EXPECT_EQ(framework.error().code, Code::usage);
    EXPECT_EQ(framework.error().found, GetParam());
    EXPECT_NE(framework.error().needs, "");
}

INSTANTIATE_TEST_SUITE_P(All, MalformedFramework,
                         testing::Values("", "torch", "torch==", "torch==cu124", "==2.4.0",
                                         "torch=2.4.0", "torch==2.4.0+", "torch==2.4.0==2.5.0",
                                         "torch==2.4.0+cu124+cu126", "jax[]==0.8.0",
                                         "jax[cuda13==0.8.0", "jaxcuda13]==0.8.0",
                                         "jax[cuda13]==0.8.0+cu130", "torch ==2.4.0",
                                         "torch>=2.4.0", "torch==2.4.0\n", "caffe==1.0"));

}  // namespace
}  // namespace cudaenv::commands
