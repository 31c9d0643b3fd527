// SPDX-License-Identifier: MIT
#include "cli/help.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace cudaenv::cli {
namespace {

using testing::HasSubstr;

TEST(HelpText, EveryVerbHasUsageAndSummaryInTheHouseForm) {
    std::set<std::string_view> names;
    for (const Verb* verb : all_verbs()) {
        EXPECT_TRUE(names.insert(verb->name).second) << verb->name << " stands twice";
        EXPECT_TRUE(verb->usage.starts_with(verb->name)) << verb->name;
        EXPECT_FALSE(verb->summary.empty()) << verb->name;
        EXPECT_FALSE(verb->summary.ends_with('.')) << verb->name;
        EXPECT_LE(verb->summary.size(), 60U) << verb->name;
    }
}

TEST(HelpText, NamesEveryOptionOfTheVerb) {
    for (const Verb* verb : all_verbs()) {
        const std::string text = help_text(*verb);
        const Options own = describe(*verb);
        for (const Option& option : own.options()) {
            EXPECT_THAT(text, HasSubstr(option.long_name())) << verb->name;
            EXPECT_FALSE(option.text.empty()) << verb->name << option.names;
        }
    }
}

TEST(HelpText, StaysWithinAHundredColumns) {
    for (const Verb* verb : all_verbs()) {
        std::istringstream lines(help_text(*verb));
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
    }
}

TEST(CommandsJson, HoldsEveryVerbWithItsOptions) {
    const auto json = nlohmann::json::parse(commands_json({"hello"}));

    EXPECT_EQ(json["commands"].size(), all_verbs().size());
    EXPECT_EQ(json["plugins"], nlohmann::json::array({"hello"}));
    EXPECT_EQ(json["global_options"].size(), 13U);
    const auto& install = json["commands"][0];
    EXPECT_EQ(install["name"], "install");
    EXPECT_EQ(install["options"][0]["short"], "-l");
    EXPECT_EQ(install["options"][0]["long"], "--list");
}

}  // namespace
}  // namespace cudaenv::cli
