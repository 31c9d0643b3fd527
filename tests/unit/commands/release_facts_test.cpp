// SPDX-License-Identifier: MIT
#include "commands/release_facts.hpp"

#include <gmock/gmock.h>

namespace cudaenv::commands {
namespace {

using base::parse_version;
using base::Version;
using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::IsEmpty;

Version number(const char* text) {
    return *parse_version(text);
}

compat::TargetsRow targets(const char* line, std::vector<std::string> real) {
    compat::TargetsRow row;
    row.line = number(line);
    row.real = std::move(real);
    return row;
}

compat::CudnnBuildRow build(const char* version, const char* cuda) {
    compat::CudnnBuildRow row;
    row.version = number(version);
    row.cuda = number(cuda);
    return row;
}

compat::Tables tables() {
    compat::Tables tables;
    tables.toolkit_drivers.emplace_back().toolkit = number("12.4.0");
    tables.toolkit_drivers[0].linux_driver = "550.54.14";
    tables.toolkit_drivers[0].windows_driver = "551.61";
    tables.minor_versions.emplace_back().toolkit_major = number("12");
    tables.minor_versions[0].linux_floor = "525.60.13";
    tables.targets = {targets("12.3", {"sm_35", "sm_50", "sm_90"}),
                      targets("12.4", {"sm_50", "sm_90", "sm_103"})};
    tables.targets[1].deprecated = {"sm_50"};
    tables.compilers.emplace_back().toolkit = number("12.4");
    tables.compilers[0].gcc_min = 6;
    tables.compilers[0].gcc_max = 13;
    tables.compilers[0].clang_max = number("17");
    tables.compilers[0].msc_ver_from = 1910;
    tables.compilers[0].msc_ver_below = 1950;
    tables.glibc.emplace_back().toolkit_below = number("13.1");
    tables.glibc[0].warn_from = number("2.41");
    tables.glibc[0].max_below = number("2.42");
    tables.glibc[0].reason = "headers clash";
    tables.glibc.emplace_back().toolkit_from = number("12.8");
    tables.glibc[1].min = number("2.27");
    tables.cudnn_builds = {build("8.9.7", "11"), build("9.1.0", "12"), build("8.9.0", "12"),
                           build("8.9.7", "12"), build("9.13.0", "12")};
    return tables;
}

catalog::Release release(const char* version) {
    catalog::Release release;
    release.version = number(version);
    catalog::Runfile& file = release.runfiles.emplace_back();
    file.platform = "linux-x86_64";
    file.file_name = "cuda.run";
    file.driver = "550.54.15";
    file.size_bytes = 1024;
    return release;
}

std::string value_of(const ReleaseFacts& facts, const std::string& name) {
    for (const FactLine& line : lines_of(facts)) {
        if (line.name == name) return line.value;
    }
    return "no such line";
}

TEST(ReleaseFacts, TellWhatTheDriverMustBe) {
    const ReleaseFacts facts = facts_of(release("12.4.1"), tables());

    EXPECT_EQ(value_of(facts, "driver minimum"), "525.60.13");
    EXPECT_EQ(value_of(facts, "driver recommended"), "550.54.14 (Windows 551.61)");
    EXPECT_EQ(value_of(facts, "driver bundled"), "550.54.15");
}

TEST(ReleaseFacts, TakeItsOwnDriverWhereThatIsOlderThanTheMajors) {
    compat::Tables early = tables();
    early.toolkit_drivers[0].linux_driver = "520.30";

    EXPECT_EQ(value_of(facts_of(release("12.4.1"), early), "driver minimum"), "520.30");
}

TEST(ReleaseFacts, CompareTargetsWithTheLineBefore) {
    const ReleaseFacts facts = facts_of(release("12.4.1"), tables());

    EXPECT_EQ(to_string(facts.min_cc), "5.0");
    EXPECT_EQ(to_string(facts.max_cc), "10.3");
    EXPECT_THAT(facts.added, ElementsAre("sm_103"));
    EXPECT_THAT(facts.dropped, ElementsAre("sm_35"));
    EXPECT_EQ(value_of(facts, "  new"), "since 12.3: sm_103");
    EXPECT_EQ(value_of(facts, "  deprecated"), "sm_50");
}

TEST(ReleaseFacts, OfALineThatNoRowDescribesSayNothing) {
    const ReleaseFacts facts = facts_of(release("12.5.0"), tables());

    EXPECT_THAT(facts.real, IsEmpty());
    EXPECT_EQ(value_of(facts, "GPUs"), "not known");
    EXPECT_EQ(value_of(facts, "gcc"), "not known");
    EXPECT_EQ(value_of(facts, "driver recommended"), "not known");
}

TEST(ReleaseFacts, TellCompilersAndTheCLibrary) {
    const ReleaseFacts facts = facts_of(release("12.4.1"), tables());

    EXPECT_EQ(value_of(facts, "gcc"), "6 to 13");
    EXPECT_EQ(value_of(facts, "clang"), "up to 17");
    EXPECT_EQ(value_of(facts, "MSVC"), "19.10 or newer, below 19.50");
    EXPECT_EQ(value_of(facts, "glibc"), "any, below 2.42; doubtful from 2.41");
    EXPECT_EQ(value_of(facts, "known fault"), "CE303 headers clash (glibc 2.42 or newer)");
    EXPECT_EQ(value_of(facts_of(release("13.1.0"), tables()), "glibc"), "2.27 or newer");
}

TEST(ReleaseFacts, ListTheBuildsOfCudnnThatFit) {
    const ReleaseFacts facts = facts_of(release("12.4.1"), tables());

    EXPECT_EQ(value_of(facts, "cuDNN"), "8.9.0 to 8.9.7 (cuda12), 9.1.0 to 9.13.0 (cuda12)");
    EXPECT_EQ(value_of(facts_of(release("13.1.0"), tables()), "cuDNN"), "not known");
}

TEST(ReleaseFacts, AreKeyedForPrograms) {
    const ordered_json data = json_of(facts_of(release("12.4.1"), tables()));

    EXPECT_EQ(data["version"], "12.4.1");
    EXPECT_EQ(data["label"], nullptr);
    EXPECT_EQ(data["driver"]["linux"]["min"], "525.60.13");
    EXPECT_EQ(data["driver"]["windows"]["min"], nullptr);
    EXPECT_EQ(data["archs"]["min"], "5.0");
    EXPECT_EQ(data["archs"]["sm"], ordered_json::array({"sm_50", "sm_90", "sm_103"}));
    EXPECT_EQ(data["host"]["gcc"]["max"], 13);
    EXPECT_EQ(data["host"]["clang"]["min"], nullptr);
    EXPECT_EQ(data["runfiles"][0]["size"], 1024);
    EXPECT_EQ(data["cudnn"][1]["versions"], ordered_json::array({"9.1.0", "9.13.0"}));
    EXPECT_EQ(data["faults"][0]["code"], "CE303");
}

}  // namespace
}  // namespace cudaenv::commands
