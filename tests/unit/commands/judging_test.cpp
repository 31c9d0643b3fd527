// SPDX-License-Identifier: MIT
#include "commands/judging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "commands/fine.hpp"

namespace cudaenv::commands {
namespace {

using compat::Level;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// An RTX 4090 under driver 550.54.15, which runs every 12.x and no 13.x.
Grounds grounds() {
    Grounds grounds;
    grounds.tables = compat::builtin_tables();
    probe::Machine& machine = grounds.machine;
    machine.os = {"linux", "ubuntu", "22.04", "x86_64", "6.8.0"};
    machine.glibc = "2.35";
    machine.is_driver_known = true;
    machine.driver = probe::Driver();
    machine.driver->version = "550.54.15";
    machine.driver->cuda = "12.4";
    machine.driver->is_loaded = true;
    machine.gpus.emplace().push_back({"NVIDIA GeForce RTX 4090", base::parse_version("8.9"),
                                      "geforce", "10de:2684", "", std::nullopt, std::nullopt});
    machine.compilers = {{"gcc", "11.4.0", "/usr/bin/g++"}};
    grounds.known = {*base::parse_version("11.8.0"), *base::parse_version("12.4.1"),
                     *base::parse_version("13.0.2")};
    return grounds;
}

JudgeRequest request_for(std::string_view toolkit) {
    JudgeRequest request;
    request.verb = "install";
    request.request = toolkit;
    request.stack.toolkit = base::parse_version(toolkit);
    return request;
}

std::vector<std::string> codes(const compat::Verdict& verdict) {
    std::vector<std::string> all;
    for (const compat::Finding& finding : verdict.findings) all.push_back(finding.code);
    return all;
}

TEST(Judging, SaysNothingWhereAllIsFine) {
    EXPECT_THAT(judge(request_for("12.4.1"), grounds(), {}).findings, IsEmpty());
}

TEST(Judging, RefusesWhatTheDriverCannotRunWithAWayOut) {
    const compat::Verdict verdict = judge(request_for("13.0.2"), grounds(), {});

    ASSERT_EQ(verdict.level(), Level::refuse);
    EXPECT_EQ(verdict.findings.front().code, "CE101");
    EXPECT_THAT(verdict.findings.front().try_,
                ElementsAre(HasSubstr("cudaenv install 12.4"),
                            HasSubstr("cudaenv install --build-only 13.0.2")));
}

TEST(Judging, OneFindingOfRunningAndBuildingIsSaidOnce) {
    const compat::Verdict verdict = judge(request_for("13.0.2"), grounds(), {});

    EXPECT_EQ(std::ranges::count(verdict.findings, "CE101", &compat::Finding::code), 1);
}

TEST(Judging, ACompilerIsJudgedWhereThereIsSomethingToCompileWith) {
    Grounds with_new_compiler = grounds();
    with_new_compiler.machine.compilers = {{"gcc", "15.1.0", "/usr/bin/g++"}};
    JudgeRequest request = request_for("12.4.1");
    EXPECT_THAT(codes(judge(request, with_new_compiler, {})), ElementsAre("CE301"));

    request.has_compiler = false;
    EXPECT_THAT(codes(judge(request, with_new_compiler, {})), IsEmpty());
}

struct Setting {
    std::string driver;
    bool is_strict, is_build_only;
    Level level;
};
class SettingTest : public ::testing::TestWithParam<Setting> {};

TEST_P(SettingTest, DecidesWhatBecomesOfARefusal) {
    Config::Check check;
    check.driver = GetParam().driver;
    JudgeRequest request = request_for("13.0.2");
    request.is_strict = GetParam().is_strict;
    request.is_build_only = GetParam().is_build_only;

    EXPECT_EQ(judge(request, grounds(), check).level(), GetParam().level);
}

INSTANTIATE_TEST_SUITE_P(Check, SettingTest,
                         ::testing::Values(Setting{"refuse", false, false, Level::refuse},
                                           Setting{"warn", false, false, Level::warn},
                                           Setting{"off", false, false, Level::note},
                                           Setting{"warn", true, false, Level::refuse},
                                           Setting{"off", true, false, Level::note},
                                           Setting{"refuse", false, true, Level::note}));

TEST(Judging, ForceTurnsRefusalsIntoWarnings) {
    EXPECT_EQ(forced(judge(request_for("13.0.2"), grounds(), {})).level(), Level::warn);
}

TEST(Judging, ARefusalIsAnErrorWithTheCodeOfItsFinding) {
    const Error error = refusal_of(judge(request_for("13.0.2"), grounds(), {}));

    EXPECT_EQ(error.code, Code::refused);
    EXPECT_EQ(error.ce, "CE101");
    EXPECT_THAT(error.found, HasSubstr("550.54.15"));
    EXPECT_FALSE(error.try_.empty());
}

TEST(Judging, TheCodeOfARefusalNeedsNoAdvice) {
    EXPECT_EQ(refusal_code(request_for("13.0.2"), grounds(), {}), "CE101");
    EXPECT_EQ(refusal_code(request_for("12.4.1"), grounds(), {}), "");
}

TEST(Fine, NamesWhatWasLookedAtAndIsFine) {
    const JudgeRequest request = request_for("12.4.1");
    const compat::Verdict verdict = judge(request, grounds(), {});

    EXPECT_THAT(fine_sentences(request, grounds(), verdict, "550.54.15"),
                ElementsAre("driver 550.54.15 ok (12.4 needs >= 525.60.13; bundled 550.54.15)",
                            "GPU NVIDIA GeForce RTX 4090 (8.9) ok; g++ 11.4 ok; glibc 2.35 ok"));
}

TEST(Fine, EqualBoardsAreNamedOnce) {
    Grounds two = grounds();
    two.machine.gpus->push_back(two.machine.gpus->front());
    two.machine.gpus->push_back({"", base::parse_version("9.0"), "", "", "", {}, {}});
    const JudgeRequest request = request_for("12.4.1");

    EXPECT_THAT(fine_sentences(request, two, {}, ""),
                ElementsAre(HasSubstr("driver"),
                            HasSubstr("GPU NVIDIA GeForce RTX 4090 (8.9), 9.0 ok; g++")));
}

TEST(Fine, SaysNothingOfWhatIsNotKnownOrHasAFinding) {
    Grounds unknown;
    unknown.machine.glibc = "2.35";
    compat::Verdict verdict;
    verdict.findings.emplace_back().code = "CE303";

    EXPECT_THAT(fine_sentences(request_for("12.4.1"), unknown, verdict, "550.54.15"), IsEmpty());
}

}  // namespace
}  // namespace cudaenv::commands
