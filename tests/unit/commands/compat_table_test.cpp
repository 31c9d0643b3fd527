// SPDX-License-Identifier: MIT
#include "commands/compat_table.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace cudaenv::commands {
namespace {

using compat::Finding;
using compat::Level;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Finding finding(std::string code, Level level, std::string reason = "") {
    Finding finding;
    finding.code = std::move(code);
    finding.reason = std::move(reason);
    finding.level = level;
    finding.title = "title of " + finding.code;
    return finding;
}

// A machine that tells all but its C library.
CompatTable table() {
    CompatTable table;
    table.machine.is_driver_known = true;
    table.machine.gpus.emplace(1).front().name = "GPU <b>";
    table.machine.compilers = {{"gcc", "13", ""}};
    table.rows = {{"11.8.0", {}},
                  {"12.4.1", {{finding("CE301", Level::refuse), finding("CE102", Level::warn)}}},
                  {"13.0.2", {{finding("CE101", Level::refuse), finding("CE105", Level::note)}}}};
    return table;
}

TEST(CompatTable, HasACellForEachPartOfTheMachine) {
    EXPECT_THAT(to_text(table()),
                HasSubstr("\n\n"
                          "version  driver      GPU  compiler    C library  verdict\n"
                          "11.8.0   ok          ok   ok          -          ok\n"
                          "12.4.1   CE102 warn  ok   CE301 fail  -          fail\n"
                          "13.0.2   CE101 fail  ok   ok          -          fail\n"));
}

TEST(CompatTable, HasAColumnForTheRestOnlyIfThereIsSome) {
    CompatTable with_rest = table();
    with_rest.rows.front().verdict.findings = {finding("CE504", Level::warn)};

    EXPECT_THAT(to_text(table()), Not(HasSubstr("other")));
    EXPECT_THAT(to_text(with_rest), HasSubstr("CE504 warn"));
}

TEST(CompatTable, TellsProgramsTheFactsWords) {
    const json data = json::parse(to_json(table()));

    EXPECT_TRUE(data["machine"].is_object());
    ASSERT_EQ(data["rows"].size(), 3);
    EXPECT_EQ(data["rows"][0]["verdict"], "allow");
    EXPECT_EQ(data["rows"][0]["driver"], json::parse(R"({"codes":[],"level":"allow"})"));
    EXPECT_EQ(data["rows"][0]["glibc"], nullptr);
    EXPECT_EQ(data["rows"][1]["stack"], "12.4.1");
    EXPECT_EQ(data["rows"][1]["compiler"], json::parse(R"({"codes":["CE301"],"level":"refuse"})"));
    EXPECT_EQ(data["rows"][2]["driver"],
              json::parse(R"({"codes":["CE101","CE105"],"level":"refuse"})"));
    EXPECT_EQ(data["rows"][2]["findings"][0]["level"], "refuse");
}

TEST(CompatPage, IsOnePageAndEscapesWhatItShows) {
    CompatTable hostile = table();
    hostile.rows[1].verdict.findings[0].title = R"("><script>alert(1)</script>)";

    const std::string page = to_html(hostile);

    EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(page, HasSubstr("GPU &lt;b&gt;"));
    EXPECT_THAT(page, HasSubstr("title=\"&quot;&gt;&lt;script&gt;"));
    EXPECT_THAT(page, HasSubstr(R"(<td class="fail"><abbr)"));
    for (const char* outside : {"<script", "<link", "<img", "src=", "http"})
        EXPECT_THAT(page, Not(HasSubstr(outside)));
}

}  // namespace
}  // namespace cudaenv::commands
