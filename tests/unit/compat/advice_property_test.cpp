// SPDX-License-Identifier: MIT
// What is offered is judged again: whoever does as told is not refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "base/request.hpp"
#include "compat/advice.hpp"
#include "worlds.hpp"

namespace cudaenv::compat {
namespace {

constexpr unsigned kSeed = 20261130;
constexpr int kWorlds = 30;

// One `cudaenv install --build-only 13.0` of a line to try.
struct Command {
    std::string verb;
    bool is_build_only = false;
    base::Request request;
};

std::vector<Command> commands_in(const std::string& line) {
    static const std::regex shape(
        R"(cudaenv (install|local|global) ((?:--[a-z-]+ )*)([^ -][^ ]*))");
    std::vector<Command> commands;
    for (std::sregex_iterator it(line.begin(), line.end(), shape), end; it != end; ++it) {
        const auto request = base::parse_request((*it)[3].str());
        EXPECT_TRUE(request.has_value()) << line;
        if (!request) continue;
        commands.push_back(
            {(*it)[1], (*it)[2].str().find("build-only") != std::string::npos, *request});
    }
    return commands;
}

// The stack that the command would make or select, of what is known and installed.
std::optional<Stack> stack_for(const Command& command, const Choices& choices) {
    Stack stack;
    for (const base::Version& release : choices.known) {
        if (base::is_prefix(command.request.version, release)) stack.toolkit = release;
    }
    if (!stack.toolkit) return std::nullopt;
    for (const base::CompanionRequest& asked : command.request.companions) {
        stack.companions.push_back(
            {asked.name, asked.version.value_or(base::Version{}), asked.build});
    }
    return stack;
}

struct Advised {
    World world;
    Policy policy;
    Choices choices;
    Verdict verdict;
};

Verdict judged(const Advised& it, const Stack& stack, bool is_build_only) {
    Question question = it.world.question;
    question.stack = stack;
    Policy policy = it.policy;
    policy.is_build_only = policy.is_build_only || is_build_only;
    return apply(policy, check(question, it.world.machine, the_tables()));
}

enum class Asked { anything, plain_toolkits };

Advised an_advised_world(Worlds& worlds, Asked asked) {
    Advised it;
    it.world = worlds.next();
    if (asked == Asked::plain_toolkits) {
        it.world.question.framework.reset();
        it.world.question.stack.companions.clear();
    }
    it.policy.is_strict = worlds.once_in(6);
    it.choices.known = known_releases();
    const bool selects = asked == Asked::anything && worlds.once_in(3);
    it.choices.verb = selects ? "local" : "install";
    it.choices.request = to_string(*it.world.question.stack.toolkit);
    for (int i = 0; i < 3; ++i) {
        it.choices.installed.push_back({worlds.one_of(it.choices.known), {}});
    }
    std::ranges::sort(it.choices.installed, {}, &Stack::toolkit);
    it.verdict = apply(it.policy, check(it.world.question, it.world.machine, the_tables()));
    advise(it.verdict, it.world.question, it.world.machine, the_tables(), it.policy, it.choices);
    return it;
}

std::string words(const Advised& it, const Finding& finding) {
    const World& world = it.world;
    std::string text = it.choices.verb + " " + it.choices.request + " (" + world.machine.os.kind +
                       ", driver " + (world.machine.driver ? world.machine.driver->version : "-");
    for (const probe::Gpu& gpu : world.machine.gpus.value_or(std::vector<probe::Gpu>{})) {
        text += ", " + gpu.name;
    }
    if (world.question.framework) {
        text += ", " + world.question.framework->name + " " + world.question.framework->version +
                " " + world.question.framework->variant;
    }
    text += "): " + finding.code + " " + finding.reason + ": " + finding.title;
    for (const std::string& line : finding.try_) text += "\n  try " + line;
    return text;
}

// Calls `visit(advised, finding)` for all that is found in many worlds.
template <typename Visit>
void for_each_finding(unsigned seed, Asked asked, Visit visit) {
    Worlds worlds(seed);
    for (int i = 0; i < kWorlds; ++i) {
        const Advised it = an_advised_world(worlds, asked);
        for (const Finding& finding : it.verdict.findings) {
            visit(it, finding);
        }
    }
}

TEST(AdviceLaws, WhatIsOfferedIsNotRefused) {
    std::size_t count = 0;
    for_each_finding(kSeed, Asked::anything, [&](const Advised& it, const Finding& finding) {
        for (const std::string& line : finding.try_) {
            for (const Command& command : commands_in(line)) {
                const auto stack = stack_for(command, it.choices);
                ASSERT_TRUE(stack.has_value()) << words(it, finding);
                const Verdict verdict = judged(it, *stack, command.is_build_only);
                EXPECT_LT(verdict.level(), Level::refuse)
                    << words(it, finding) << "\n  refused: " << verdict.findings.front().title;
                ++count;
            }
        }
    });
    EXPECT_GT(count, 20U);
}

TEST(AdviceLaws, ARefusalOffersSomethingOrSaysThatNothingHelps) {
    for_each_finding(kSeed + 1, Asked::anything, [](const Advised& it, const Finding& finding) {
        if (finding.level != Level::refuse || !finding.try_.empty()) return;
        const bool is_said = finding.why.find(" no ") != std::string::npos ||
                             std::ranges::any_of(finding.notes, [](const std::string& note) {
                                 return note.find("no release") != std::string::npos;
                             });
        EXPECT_TRUE(is_said) << words(it, finding);
    });
}

TEST(AdviceLaws, LinesToTryAreWholeCommands) {
    static const std::regex hole(R"(…|\.\.\.|\b(V|VERSION|X\.Y)\b|[<>{}]|^$)");
    for_each_finding(kSeed + 2, Asked::anything, [](const Advised& it, const Finding& finding) {
        for (const std::string& line : finding.try_) {
            EXPECT_FALSE(std::regex_search(line, hole)) << words(it, finding);
        }
    });
}

// Where the driver, the GPU or the host refuses a plain toolkit, the newest release that does not
// meet a refusal is the one to offer.
TEST(AdviceLaws, TheReleaseOfferedIsTheNewestThatIsNotRefused) {
    std::size_t count = 0;
    for_each_finding(
        kSeed + 3, Asked::plain_toolkits, [&](const Advised& it, const Finding& finding) {
            if (finding.level != Level::refuse) return;
            for (const std::string& line : finding.try_) {
                for (const Command& command : commands_in(line)) {
                    if (command.is_build_only) continue;
                    const auto stack = stack_for(command, it.choices);
                    ASSERT_TRUE(stack.has_value());
                    for (const base::Version& newer : it.choices.known) {
                        if (newer <= *stack->toolkit) continue;
                        EXPECT_EQ(judged(it, {newer, {}}, false).level(), Level::refuse)
                            << to_string(newer) << " is not refused\n"
                            << words(it, finding);
                    }
                    ++count;
                }
            }
        });
    EXPECT_GE(count, 5U);
}

}  // namespace
}  // namespace cudaenv::compat
