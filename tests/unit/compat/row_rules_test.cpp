// SPDX-License-Identifier: MIT
#include "compat/row_rules.hpp"

#include <gtest/gtest.h>

namespace cudaenv::compat {
namespace {

struct Sample {
    Rule rule;
    std::string_view text;
    bool holds;
};

class RuleOf : public testing::TestWithParam<Sample> {};

TEST_P(RuleOf, HoldsOrNot) {
    const auto& [rule, text, holds] = GetParam();

    EXPECT_EQ(rule.holds(text), holds) << '"' << text << "\": " << rule.needs;
}

using namespace std::string_view_literals;

INSTANTIATE_TEST_SUITE_P(
    Texts, RuleOf,
    testing::Values(
        Sample{kText, "a b", true}, Sample{kText, "", false}, Sample{kText, "a\tb", false},
        Sample{kText, "a\0b"sv, false}, Sample{kText, "a\x7f", false}, Sample{kNumber, "9", true},
        Sample{kNumber, "8.9.7.29", true}, Sample{kNumber, "8.9.7.29.1", false},
        Sample{kNumber, "08.9", false}, Sample{kNumber, "", false}, Sample{kMajor, "12", true},
        Sample{kMajor, "12.4", false}, Sample{kLine, "12.4", true}, Sample{kLine, "12", false},
        Sample{kLine, "12.4.1", false}, Sample{kCc, "8.6", true}, Sample{kCc, "8.6a", false},
        Sample{kCc, "86", false}, Sample{kMajorOrLine, "11", true},
        Sample{kMajorOrLine, "10.2", true}, Sample{kMajorOrLine, "10.2.89", false},
        Sample{kMonth, "2029-09", true}, Sample{kMonth, "2029-13", false},
        Sample{kMonth, "2029-00", false}, Sample{kMonth, "2029-9", false},
        Sample{kMonth, "2029-0a", false}, Sample{kMonth, "2029/09", false}));

INSTANTIATE_TEST_SUITE_P(
    Targets, RuleOf,
    testing::Values(Sample{kRealTarget, "sm_50", true}, Sample{kRealTarget, "sm_100f", true},
                    Sample{kRealTarget, "sm_90a", true}, Sample{kRealTarget, "sm_90b", false},
                    Sample{kRealTarget, "sm_", false}, Sample{kRealTarget, "sm_a", false},
                    Sample{kRealTarget, "sm_9", false}, Sample{kRealTarget, "sm_12345", false},
                    Sample{kRealTarget, "compute_50", false},
                    Sample{kVirtualTarget, "compute_50", true},
                    Sample{kVirtualTarget, "sm_50", false}, Sample{kTarget, "sm_50", true},
                    Sample{kTarget, "compute_120", true}, Sample{kTarget, "lto_90", false}));

INSTANTIATE_TEST_SUITE_P(
    Ids, RuleOf,
    testing::Values(Sample{kPciId, "2684", true}, Sample{kPciId, "0fc0", true},
                    Sample{kPciId, "0FC0", false}, Sample{kPciId, "fc0", false},
                    Sample{kPciPair, "10de:20e6", true}, Sample{kPciPair, "10de", false},
                    Sample{kPciPair, "10de:20e6:1", false}, Sample{kSourceKey, "rn-13.2.2", true},
                    Sample{kSourceKey, "a b", false}, Sample{kSourceKey, "", false}));

INSTANTIATE_TEST_SUITE_P(
    Words, RuleOf,
    testing::Values(Sample{kConfidence, "low", true}, Sample{kConfidence, "High", false},
                    Sample{kGpuClass, "jetson", true}, Sample{kGpuClass, "laptop", false},
                    Sample{kForwardStatus, "not_applicable", true},
                    Sample{kForwardStatus, "maybe", false}, Sample{kGlibcUse, "compile", true},
                    Sample{kGlibcUse, "link", false}, Sample{kCudnnRule, "same_major_ok", true},
                    Sample{kCudnnRule, "max_cc", false}));

}  // namespace
}  // namespace cudaenv::compat
