// SPDX-License-Identifier: MIT
// The judgement against worked cases that were read out of the published sources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "case.hpp"
#include "compat/check.hpp"
#include "compat/fill_in.hpp"

namespace cudaenv::compat {
namespace {

using ::testing::IsSubsetOf;

struct Known {
    const char* code;
    Level level;
};

// Every reason that a finding can have: its code, and its level where all facts are trusted.
const std::map<std::string, Known>& known_reasons() {
    using enum Level;
    static const std::map<std::string, Known> reasons{
        {"DRIVER_BELOW_FLOOR", {"CE101", refuse}},
        {"DRIVER_BELOW_TOOLKIT", {"CE101", refuse}},
        {"MINOR_VERSION_COMPAT", {"CE102", warn}},
        {"PTX_NEEDS_NEWER_DRIVER", {"CE102", refuse}},
        {"FORWARD_COMPAT", {"CE106", warn}},
        {"FORWARD_COMPAT_GPU_CLASS", {"CE106", refuse}},
        {"FORWARD_COMPAT_NOT_COMPATIBLE", {"CE106", refuse}},
        {"FORWARD_COMPAT_UNLISTED_BRANCH", {"CE106", warn}},
        {"WSL_LINUX_DRIVER", {"CE108", refuse}},
        {"WSL_DRIVER_TOO_OLD", {"CE108", refuse}},
        {"WSL_GPU_CLASS", {"CE108", refuse}},
        {"GPU_DROPPED_BY_DRIVER", {"CE111", refuse}},
        {"DRIVER_PREDATES_GPU", {"CE111", refuse}},
        {"GPU_NEWER_PTX_ONLY", {"CE201", warn}},
        {"GPU_NEWER_SAME_MAJOR", {"CE201", warn}},
        {"GPU_OLDER_THAN_TOOLKIT", {"CE202", refuse}},
        {"ARCH_DEPRECATED", {"CE202", warn}},
        {"GCC_TOO_NEW", {"CE301", refuse}},
        {"GCC_TOO_OLD", {"CE301", warn}},
        {"CLANG_TOO_NEW", {"CE301", refuse}},
        {"CLANG_TOO_OLD", {"CE301", warn}},
        {"MSVC_TOO_NEW", {"CE302", refuse}},
        {"MSVC_TOO_OLD", {"CE302", refuse}},
        {"GLIBC_TOO_NEW", {"CE303", refuse}},
        {"GLIBC_TOO_OLD", {"CE304", refuse}},
        {"EXTENSION_MAJOR_MISMATCH", {"CE501", refuse}},
        {"EXTENSION_MINOR_MISMATCH", {"CE501", warn}},
        {"CUDNN_CUDA_MAJOR_MISMATCH", {"CE504", refuse}},
        {"CUDNN_NO_BUILD_FOR_CUDA", {"CE504", refuse}},
        {"CUDNN_GPU_TOO_OLD", {"CE504", refuse}},
        {"CUDNN_UNLISTED_MINOR", {"CE504", warn}},
        {"CUDNN_GPU_NOT_LISTED", {"CE504", warn}},
        {"WHEEL_NO_KERNEL_FOR_GPU", {"CE505", refuse}},
        {"WHEEL_PYTHON", {"CE505", refuse}},
        {"WHEEL_PTX_ONLY", {"CE505", warn}},
    };
    return reasons;
}

Verdict judge(Case it) {
    static const Tables tables = builtin_tables();
    fill_in(it.machine, tables);
    return check(it.question, it.machine, tables);
}

std::string printed(const Verdict& verdict) {
    std::string text;
    for (const Finding& finding : verdict.findings) {
        text += "  " + std::to_string(static_cast<int>(finding.level)) + " " + finding.code + " " +
                finding.reason + ": " + finding.title + "; found " + finding.found + "; needs " +
                finding.needs + "\n";
    }
    return text;
}

// The reasons (or, where there is none, the codes) of what warns or refuses.
std::set<std::string> raised(const Verdict& verdict) {
    std::set<std::string> names;
    for (const Finding& finding : verdict.findings) {
        if (finding.level < Level::warn) continue;
        names.insert(finding.reason.empty() ? finding.code : finding.reason);
    }
    return names;
}

bool has(const Verdict& verdict, const Case& it) {
    return std::ranges::any_of(verdict.findings, [&](const Finding& finding) {
        return finding.level == it.verdict &&
               (it.reason.empty() ? finding.code == it.code : finding.reason == it.reason);
    });
}

void expect_whole(const Finding& finding) {
    EXPECT_TRUE(std::regex_match(finding.code, std::regex("CE[1-9][0-9]{2}"))) << finding.code;
    EXPECT_FALSE(finding.title.empty());
    EXPECT_FALSE(finding.found.empty() && finding.needs.empty());
    EXPECT_FALSE(finding.why.empty());
    EXPECT_FALSE(finding.source.empty());
}

void expect_clean(const std::string& text) {
    static const std::regex hole(R"([{}]|%[sd]|/(work|tmp|root)/|  |^ | $| \( *\)|\n)");
    EXPECT_FALSE(std::regex_search(text, hole)) << "'" << text << "'";
}

void expect_known(const Finding& finding) {
    if (finding.reason.empty()) return;
    const auto known = known_reasons().find(finding.reason);
    ASSERT_NE(known, known_reasons().end()) << finding.reason;
    EXPECT_EQ(finding.code, known->second.code);
    const bool is_doubtful = known->second.level == Level::refuse && finding.level == Level::warn;
    EXPECT_TRUE(finding.level == known->second.level || is_doubtful);
}

class Cases : public ::testing::TestWithParam<const char*> {};

TEST_P(Cases, VerdictAndReasonAreThoseOfTheSources) {
    for (const Case& it : read_cases(GetParam())) {
        const Verdict verdict = judge(it);
        SCOPED_TRACE(it.id + " " + it.title + " (" + it.source + ")\n" + printed(verdict));

        EXPECT_EQ(std::max(verdict.level(), Level::note), std::max(it.verdict, Level::note));
        if (it.verdict != Level::allow) {
            EXPECT_TRUE(has(verdict, it)) << it.reason << it.code;
        }
        EXPECT_THAT(it.also, IsSubsetOf(raised(verdict)));
    }
}

TEST_P(Cases, EveryFindingSaysWhatWhyAndWhereItIsPublished) {
    for (const Case& it : read_cases(GetParam())) {
        for (const Finding& finding : judge(it).findings) {
            SCOPED_TRACE(it.id + " " + it.title + ": " + finding.code + " " + finding.reason);
            expect_whole(finding);
            expect_known(finding);
            for (const std::string* text :
                 {&finding.title, &finding.found, &finding.needs, &finding.why, &finding.source})
                expect_clean(*text);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Cases, ::testing::Values("published", "borders"));

// The border cases name all that is to be found, so that nothing is found too much either.
TEST(BorderCases, NothingElseIsRaised) {
    for (const Case& it : read_cases("borders")) {
        const Verdict verdict = judge(it);
        SCOPED_TRACE(it.id + " " + it.title + "\n" + printed(verdict));
        std::set<std::string> expected(it.also.begin(), it.also.end());
        expected.insert(it.may.begin(), it.may.end());
        expected.insert({it.reason, it.code});

        std::set<std::string> names = raised(verdict);
        for (const Finding& finding : verdict.findings) {  // a code stands for whatever its reason
            if (finding.code == it.code) names.erase(finding.reason);
        }
        EXPECT_THAT(names, IsSubsetOf(expected));
    }
}

TEST(AllCases, NameEachReasonAndNoOther) {
    std::set<std::string> met;
    std::set<std::string> ids;
    for (const char* file : {"published", "borders"}) {
        for (const Case& it : read_cases(file)) {
            EXPECT_TRUE(ids.insert(it.id).second) << it.id;
            if (it.verdict != Level::allow) met.insert(it.reason);
            met.insert(it.also.begin(), it.also.end());
        }
    }
    met.erase("");

    std::set<std::string> known;
    for (const auto& [reason, ignored] : known_reasons()) known.insert(reason);
    EXPECT_EQ(met, known);
    EXPECT_GE(ids.size(), 190U);
}

}  // namespace
}  // namespace cudaenv::compat
