// SPDX-License-Identifier: MIT
// The files of redist/: how one is read, and how one folder lies over another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const std::string kSha(64, 'A');
const std::string kTop = "schema = 1\nproduct = \"cudnn\"\n";

std::string a_release(const std::string& version, const std::string& keys = "") {
    return "[[release]]\nversion = \"" + version + "\"\nurl = \"https://host/redistrib_" + version +
           ".json\"\n" + keys;
}

std::string what_of(const std::string& toml) {
    const auto releases = parse_product(toml, "cudnn.toml");
    return releases ? "" : releases.error().what + " at " + releases.error().at;
}

RedistBuild a_build(const std::string& platform) {
    return {.platform = platform,
            .name = "cuda12",
            .cuda = {*base::parse_version("12")},
            .full_version = "9.8.0.87",
            .archive = {}};
}

TEST(ParseProduct, ReadsEveryKey) {
    const auto releases = parse_product(
        kTop +
            a_release("9.8.0",
                      "full = \"9.8.0.87\"\ndate = \"2025-03-04\"\nsha256 = \"" + kSha +
                          "\"\ncomponents = [\"cudnn\"]\nfuture = 1\n"
                          "builds = [{ name = \"cuda12\", platforms = [\"linux-x86_64\", "
                          "\"linux-sbsa\"] }]\n[[release.archive]]\nplatform = \"linux-ppc64le\"\n"
                          "name = \"cuda12\"\nurl = \"https://host/a.tgz\"\nsha256 = \"" +
                          kSha + "\"\nmd5 = \"" + std::string(32, 'B') + "\"\nsize = 7\n"),
        "cudnn.toml");

    ASSERT_TRUE(releases.has_value()) << releases.error().what;
    RedistRelease expected;
    expected.product = "cudnn";
    expected.version = "9.8.0";
    expected.date = "2025-03-04";
    expected.list_url = "https://host/redistrib_9.8.0.json";
    expected.list_sha256 = std::string(64, 'a');
    expected.components = {"cudnn"};
    expected.builds = {a_build("linux-x86_64"), a_build("linux-sbsa"), a_build("linux-ppc64le")};
    expected.builds.back().archive =
        DirectArchive{"https://host/a.tgz", std::string(64, 'a'), std::string(32, 'b'), 7};
    expected.catalog = "cudnn.toml";
    EXPECT_THAT(*releases, ElementsAre(expected));
}

TEST(ParseProduct, BuildSaysItsCudaWhereItsNameDoesNot) {
    const auto releases = parse_product(
        kTop + a_release(
                   "2.0",
                   "builds = [{ cuda = [\"10.2\", \"11\"], platforms = [\"linux-x86_64\"] }, "
                   "{ name = \"cuda10\", cuda = [\"10.2\"], platforms = [\"linux-x86_64\"] }]\n"),
        "m");

    ASSERT_TRUE(releases.has_value()) << releases.error().what;
    const auto& builds = releases->front().builds;
    EXPECT_THAT(builds[0].cuda,
                ElementsAre(*base::parse_version("10.2"), *base::parse_version("11")));
    EXPECT_THAT(builds[1].cuda, ElementsAre(*base::parse_version("10.2")));
    EXPECT_EQ(builds[0].full_version, "2.0");
}

struct Bad {
    std::string toml, what;
};

class ParseProductRefuses : public testing::TestWithParam<Bad> {};

TEST_P(ParseProductRefuses, AndNamesTheKey) {
    EXPECT_THAT(what_of(GetParam().toml), HasSubstr(GetParam().what));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, ParseProductRefuses,
    testing::Values(
        Bad{"product = \"cudnn\"\n", "schema is missing"},
        Bad{"schema = 1\n", "product is missing"},
        Bad{"schema = 1\nproduct = \"../cudnn\"\n", "product is not valid"},
        Bad{kTop + "[[release]]\nurl = \"https://host/a.json\"\n", "release.version is missing"},
        Bad{kTop + "[[release]]\nversion = \"1\"\n", "release.url is missing at cudnn.toml:3"},
        Bad{kTop + a_release("1/..."), "release.version is not valid"},
        Bad{kTop + a_release("1") + a_release("1"), "release.version stands twice at cudnn.toml:7"},
        Bad{kTop + a_release("1", "date = \"yesterday!\"\n"), "release.date is not valid"},
        Bad{kTop + a_release("1", "sha256 = \"ab\"\n"), "release.sha256 is not valid"},
        Bad{kTop + a_release("1", "components = [\"a b\"]\n"), "release.components is not valid"},
        Bad{kTop + a_release("1", "builds = [{ name = \"rocm\" }]\n"),
            "release.builds.name is not valid"},
        Bad{kTop + a_release("1", "builds = [{ cuda = [\"x\"] }]\n"),
            "release.builds.cuda is not valid"},
        Bad{kTop + a_release("1", "builds = [{ platforms = [\"linux\"] }]\n"),
            "release.builds.platforms is not valid"},
        Bad{kTop + a_release("1", "builds = [{ platforms = [\"a-b\", \"a-b\"] }]\n"),
            "stands twice"},
        Bad{kTop + a_release("1", "[[release.archive]]\nplatform = \"a-b\"\n"),
            "release.archive.url is missing"},
        Bad{kTop + a_release("1", "[[release.archive]]\nurl = \"https://host/a\"\n"),
            "release.archive.platform is missing"},
        Bad{kTop +
                a_release("1", "[[release.archive]]\nplatform = \"a-b\"\nurl = \"ftp://host/a\"\n"),
            "release.archive.url is not valid"},
        Bad{kTop + a_release("1",
                             "[[release.archive]]\nplatform = \"a-b\"\nurl = "
                             "\"https://host/a\"\nsize = -1\n"),
            "release.archive.size is not valid"}));

TEST(LayOver, ReplacesTheSameReleaseAndKeepsTheOrder) {
    RedistIndex index, over;
    index.releases = parse_product(kTop + a_release("9.10.0") + a_release("9.8.0"), "one").value();
    index.rules.unlisted = "tool";
    over.releases = parse_product(kTop + a_release("9.8.0") + a_release("9.9.0"), "two").value();
    lay_over(index, {});

    lay_over(index, over);

    std::vector<std::string> rows;
    for (const RedistRelease& release : index.releases)
        rows.push_back(release.version + " " + release.catalog);
    EXPECT_THAT(rows, ElementsAre("9.8.0 two", "9.9.0 two", "9.10.0 one"));
    EXPECT_EQ(index.rules.unlisted, "tool");
}

class RedistFolder : public testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder_ + "/redist"); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ + "/redist/" + name) << text;
    }

    std::string folder_ = testing::TempDir() + "redist_index_test." + std::to_string(::getpid());
};

TEST_F(RedistFolder, LiesOverTheBuiltInIndex) {
    write("cudnn.toml", kTop + a_release("99.1.0"));

    const auto index = load_redist(std::vector<std::string>{folder_});

    ASSERT_TRUE(index.has_value()) << index.error().what;
    EXPECT_THAT(index->releases, SizeIs(builtin_redist().releases.size() + 1));
    EXPECT_EQ(index->rules, builtin_redist().rules);
    const auto added = std::ranges::find(index->releases, "99.1.0", &RedistRelease::version);
    ASSERT_NE(added, index->releases.end());
    EXPECT_EQ(added->catalog, folder_);
}

TEST_F(RedistFolder, RulesReplaceAllRules) {
    write("components.toml",
          "schema = 1\nunlisted = \"all\"\n[[group]]\nname = \"all\"\nprofiles = [\"minimal\"]\n"
          "[[component]]\nname = \"a\"\ngroup = \"all\"\n");

    const auto index = load_redist(std::vector<std::string>{folder_});

    ASSERT_TRUE(index.has_value()) << index.error().what;
    EXPECT_THAT(index->rules.components, SizeIs(1));
    EXPECT_EQ(index->releases, builtin_redist().releases);
}

TEST_F(RedistFolder, FolderWithoutRedistIsEmpty) {
    std::filesystem::remove_all(folder_ + "/redist");

    const auto index = read_redist_folder(folder_);

    ASSERT_TRUE(index.has_value());
    EXPECT_EQ(*index, RedistIndex{});
}

TEST_F(RedistFolder, BadFileIsNamed) {
    write("cudnn.toml", "schema = 1\n");

    const auto index = load_redist(std::vector<std::string>{folder_});

    ASSERT_FALSE(index.has_value());
    EXPECT_THAT(index.error().at, HasSubstr("/redist/cudnn.toml:1"));
}

}  // namespace
}  // namespace cudaenv::catalog
