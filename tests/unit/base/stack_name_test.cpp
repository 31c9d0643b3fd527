// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "base/request.hpp"

namespace cudaenv::base {
namespace {

StackName stack(std::string_view folder) {
    auto name = parse_stack_name(folder);
    EXPECT_TRUE(name) << folder;
    return name.value_or(StackName{});
}

Request request(std::string_view text) {
    return parse_request(text).value();
}

TEST(StackName, IsReadFromAFolderAndWrittenBack) {
    for (const std::string_view folder :
         {"12.4.1", "8.0.61", "12.4.1+cudnn8.9.7", "12.4.1+cudnn8.9.7+nccl2.21.5",
          "12.4.1+nvjpeg2000@0.9.0", "12.4.1+cuquantum24.08.0+tensorrt10.0.0b6"}) {
        EXPECT_EQ(to_string(stack(folder)), folder);
    }
}

TEST(StackName, KeepsTheCatalogsSpelling) {
    const StackName name = stack("12.4.1+cuquantum24.08.0+nvjpeg2000@0.9.0");

    ASSERT_EQ(name.companions.size(), 2U);
    EXPECT_EQ(name.companions[0], (Companion{"cuquantum", "24.08.0"}));
    EXPECT_EQ(name.companions[1], (Companion{"nvjpeg2000", "0.9.0"}));
}

class StrayFolder : public testing::TestWithParam<std::string_view> {};

TEST_P(StrayFolder, IsNoStack) {
    EXPECT_FALSE(parse_stack_name(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(StackName, StrayFolder,
                         testing::Values("", ".", "..", "system-12.2", "prod", "12", "012.4.1",
                                         "12.04.1", "v12.4.1", "12.4.1+", "12.4.1+cudnn",
                                         "12.4.1+nccl2.21+cudnn8.9", "12.4.1+cudnn8+cudnn9",
                                         "12.4.1+cudnn8..9", "12.4.1+cudnn8.",
                                         "12.4.1+cudnn8/cuda11", "12.4.1+cudnn@8", "12.4.1+cudnn8 ",
                                         "12.4.1.aB3xY", "12.4.1+CUDNN8", "12.4.1+nvjpeg20000.9.0@",
                                         "12.4.1+cudnn8.9\n"));

TEST(StackName, MatchesWithAtLeastTheCompanionsAskedFor) {
    EXPECT_TRUE(matches(request("12.4"), stack("12.4.1+cudnn8.9.7")));
    EXPECT_TRUE(matches(request("12.4+cudnn8"), stack("12.4.1+cudnn8.9.7+nccl2.21.5")));
    EXPECT_TRUE(matches(request("12.4+cudnn"), stack("12.4.1+cudnn8.9.7")));
    EXPECT_FALSE(matches(request("12.4+cudnn9"), stack("12.4.1+cudnn8.9.7")));
    EXPECT_FALSE(matches(request("12.4+nccl"), stack("12.4.1+cudnn8.9.7")));
    EXPECT_FALSE(matches(request("12.4+cudnn"), stack("12.4.1")));
    EXPECT_FALSE(matches(request("11.8+cudnn8"), stack("12.4.1+cudnn8.9.7")));
}

TEST(StackName, RequestMoreExactThanTheFolderMatchesWhatTheFolderTells) {
    EXPECT_TRUE(matches(request("12.4+cudnn8.9.7.29"), stack("12.4.1+cudnn8.9.7")));
    EXPECT_FALSE(matches(request("12.4+cudnn8.9.6.50"), stack("12.4.1+cudnn8.9.7")));
}

TEST(StackName, LeadingZerosOfACompanionCountByNumber) {
    EXPECT_TRUE(matches(request("12.4+cuquantum24.8"), stack("12.4.1+cuquantum24.08.0")));
}

TEST(StackName, PreferenceIsReleaseThenFewestCompanionsThenNewest) {
    const std::vector<std::string_view> best_first{
        "12.10.0+cudnn8.9.7+nccl2.21.5",
        "12.4.1",
        "12.4.1+cudnn9.10.0",
        "12.4.1+cudnn9.9.0",
        "12.4.1+nccl2.21.5",
        "12.4.1+cudnn9.1.0+nccl2.21.5",
        "12.4.0",
        "9.2.148",
    };
    std::vector<StackName> stacks;
    for (const std::string_view text : best_first) stacks.push_back(stack(text));
    std::reverse(stacks.begin(), stacks.end());

    std::sort(stacks.begin(), stacks.end(), is_better);

    for (std::size_t i = 0; i < stacks.size(); ++i) EXPECT_EQ(to_string(stacks[i]), best_first[i]);
}

TEST(StackName, IsNotBetterThanItself) {
    EXPECT_FALSE(is_better(stack("12.4.1+cudnn9.1.0"), stack("12.4.1+cudnn9.1.0")));
}

}  // namespace
}  // namespace cudaenv::base
