// SPDX-License-Identifier: MIT
#include "commands/settings_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::commands {
namespace {

using List = std::vector<std::string>;

std::string edited(const std::string& text, std::string_view key,
                   const std::optional<SettingValue>& value) {
    const auto done = with_setting(text, "config.toml", key, value);
    EXPECT_TRUE(done) << done.error().what;
    return done.value_or("");
}

SettingValue number(std::int64_t value) {
    return value;
}
SettingValue text(const char* value) {
    return std::string(value);
}

TEST(ParseSettings, FlattensTablesAndTellsLines) {
    const auto settings = parse_settings("a = 1\n[net]\njobs = 8\nx.y = [\"p\", \"q\"]\n", "f");

    ASSERT_TRUE(settings);
    ASSERT_EQ(settings->size(), 3U);
    EXPECT_EQ(settings->at(1).key, "net.jobs");
    EXPECT_EQ(settings->at(1).line, 3U);
    EXPECT_EQ(settings->at(2).key, "net.x.y");
    EXPECT_EQ(settings->at(2).value, SettingValue(List{"p", "q"}));
}

TEST(ParseSettings, WhatIsNotTomlNamesTheLine) {
    const auto settings = parse_settings("a = 1\nb = \n", "config.toml");

    ASSERT_FALSE(settings);
    EXPECT_EQ(settings.error().code, Code::usage);
    EXPECT_EQ(settings.error().at, "config.toml:2");
}

TEST(WithSetting, ReplacesTheValueAndKeepsTheComment) {
    EXPECT_EQ(edited("mode = \"hook\"  # why\n", "mode", text("shims")),
              "mode = \"shims\"  # why\n");
}

TEST(WithSetting, ReplacesAListOverSeveralLines) {
    EXPECT_EQ(edited("mirrors = [\n  \"a\", # first\n  \"b\",\n]\nmode = \"hook\"\n", "mirrors",
                     SettingValue(List{"c"})),
              "mirrors = [\"c\"]\nmode = \"hook\"\n");
}

TEST(WithSetting, CountsColumnsBehindLettersOfSeveralBytes) {
    EXPECT_EQ(edited("x = { \"\xc3\xa9\xe2\x82\xac\" = 1, b = 2 } # \xc3\xa9\n", "x.b", number(3)),
              "x = { \"\xc3\xa9\xe2\x82\xac\" = 1, b = 3 } # \xc3\xa9\n");
}

TEST(WithSetting, AddsToTheSectionThatIsThere) {
    EXPECT_EQ(edited("[net]\njobs = 4\n[check]\n", "net.retries", number(1)),
              "[net]\nretries = 1\njobs = 4\n[check]\n");
}

TEST(WithSetting, AddsASectionThatIsMissing) {
    EXPECT_EQ(edited("mode = \"hook\"", "net.jobs", number(8)),
              "mode = \"hook\"\n\n[net]\njobs = 8\n");
    EXPECT_EQ(edited("", "net.jobs", number(8)), "[net]\njobs = 8\n");
}

TEST(WithSetting, AddsAPlainKeyInFrontOfTheFirstSection) {
    EXPECT_EQ(edited("a = 1\n[net]\njobs = 4\n", "mode", text("hook")),
              "a = 1\nmode = \"hook\"\n[net]\njobs = 4\n");
}

TEST(WithSetting, WritesBesideDottedKeysThatForbidASection) {
    EXPECT_EQ(edited("net.jobs = 4\n", "net.retries", number(1)),
              "net.jobs = 4\nnet.retries = 1\n");
}

TEST(WithSetting, TakesAKeyOutWithItsLine) {
    EXPECT_EQ(edited("a = 1\n[net]\njobs = 4 # x\nretries = 5\n", "net.jobs", std::nullopt),
              "a = 1\n[net]\nretries = 5\n");
    EXPECT_EQ(edited("a = 1\n", "b", std::nullopt), "a = 1\n");
}

TEST(WithSetting, RefusesToTakeAKeyOutOfAnInlineTable) {
    const auto done =
        with_setting("net = { jobs = 4, retries = 5 }\n", "f", "net.jobs", std::nullopt);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::usage);
    EXPECT_EQ(done.error().at, "f:1");
}

TEST(WithSetting, QuotesWhatNeedsIt) {
    EXPECT_EQ(edited("", "ccbin", text("/a \"b\"\\c")), "ccbin = \"/a \\\"b\\\"\\\\c\"\n");
}

}  // namespace
}  // namespace cudaenv::commands
