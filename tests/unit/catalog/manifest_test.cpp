// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/catalog.hpp"

namespace cudaenv::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kSha(64, 'a');
const std::string kMd5(32, 'b');

std::string with_runfile(const std::string& keys) {
    return "schema = 1\n[[release]]\nversion = \"12.4.1\"\n[[release.runfile]]\n" + keys;
}

TEST(ParseManifest, ReadsEveryKey) {
    const auto releases = parse_manifest(
        "schema = 1\n[[release]]\nversion = \"11.0.1\"\nkind = \"preview\"\nlabel = \"11.0 RC\"\n"
        "reviewed = false\nfuture = { a = 1 }\n[[release.runfile]]\nplatform = \"linux-sbsa\"\n"
        "url = \"https://host/a/name.run\"\nalt_urls = [\"http://other/b.run\", "
        "\"file:///c.run\"]\n"
        "file = \"cuda.run\"\ndriver = \"450.36.06\"\nsize = 42\nsha256 = \"" +
            kSha + "\"\nmd5 = \"" + kMd5 +
            "\"\nconfirmed.sha256 = [\"a\", \"b\"]\nconfirmed.md5 = [\"c\"]\n",
        "11.toml");

    ASSERT_TRUE(releases.has_value()) << releases.error().what;
    Release expected;
    expected.version = *base::parse_version("11.0.1");
    expected.kind = ReleaseKind::preview;
    expected.label = "11.0 RC";
    expected.is_reviewed = false;
    expected.catalog = "11.toml";
    Runfile& runfile = expected.runfiles.emplace_back();
    runfile.platform = "linux-sbsa";
    runfile.file_name = "cuda.run";
    runfile.urls = {"https://host/a/name.run", "http://other/b.run", "file:///c.run"};
    runfile.driver = "450.36.06";
    runfile.size_bytes = 42;
    runfile.sha256 = kSha;
    runfile.md5 = kMd5;
    runfile.sha256_sources = 2;
    runfile.md5_sources = 1;
    EXPECT_THAT(*releases, ElementsAre(expected));
}

TEST(ParseManifest, TakesFileNameFromTheUrl) {
    const auto releases = parse_manifest(
        with_runfile("platform = \"linux-x86_64\"\nurl = \"https://host/a/cuda%2B1.run?t=/x\"\n"),
        "m");

    ASSERT_TRUE(releases.has_value()) << releases.error().what;
    EXPECT_EQ(releases->front().runfiles.front().file_name, "cuda+1.run");
}

TEST(ParseManifest, WritesDigestsInLowerCase) {
    const auto releases = parse_manifest(
        with_runfile("platform = \"linux-x86_64\"\nurl = \"https://h/a.run\"\nsha256 = \"" +
                     std::string(64, 'E') + "\"\n"),
        "m");

    ASSERT_TRUE(releases.has_value()) << releases.error().what;
    EXPECT_EQ(releases->front().runfiles.front().sha256, std::string(64, 'e'));
}

TEST(ParseManifest, FileWithoutReleasesIsEmpty) {
    const auto releases = parse_manifest("schema = 1\n", "m");

    ASSERT_TRUE(releases.has_value());
    EXPECT_TRUE(releases->empty());
}

struct Bad {
    std::string toml, what, found;
    int line;
};

void PrintTo(const Bad& bad, std::ostream* out) {
    *out << bad.toml;
}

class BadManifest : public testing::TestWithParam<Bad> {};

TEST_P(BadManifest, IsRefusedWithLineAndKey) {
    const auto releases = parse_manifest(GetParam().toml, "dir/12.toml");

    ASSERT_FALSE(releases.has_value());
    EXPECT_EQ(releases.error().code, Code::usage);
    EXPECT_THAT(releases.error().what, HasSubstr(GetParam().what));
    EXPECT_EQ(releases.error().found, GetParam().found);
    EXPECT_EQ(releases.error().at, "dir/12.toml:" + std::to_string(GetParam().line));
}

std::string good_row(const std::string& more) {
    return with_runfile("platform = \"linux-x86_64\"\nurl = \"https://h/a.run\"\n" + more);
}

Bad bad_value(const std::string& key, const std::string& value) {
    return {good_row(key + " = \"" + value + "\"\n"), "release.runfile." + key + " is not valid",
            value, 7};
}

Bad bad_url(const std::string& url) {
    return {with_runfile("platform = \"linux-x86_64\"\nurl = \"" + url + "\"\n"),
            "release.runfile.url is not valid", url, 6};
}

INSTANTIATE_TEST_SUITE_P(
    Values, BadManifest,
    testing::Values(bad_value("sha256", "abc"), bad_value("sha256", std::string(63, 'a')),
                    bad_value("sha256", std::string(65, 'a')),
                    bad_value("sha256", std::string(64, 'g')), bad_value("sha256", ""),
                    bad_value("md5", kSha), bad_value("md5", " " + kMd5), bad_value("file", ""),
                    bad_value("file", ".."), bad_value("file", "a/b"),
                    bad_value("file", std::string(241, 'a')), bad_value("driver", "550; rm"),
                    Bad{good_row("size = -1\n"), "release.runfile.size", "-1", 7},
                    Bad{good_row("size = 0\n"), "release.runfile.size", "0", 7},
                    Bad{good_row("size = 9000000000000000000\n"), "size", "9000000000000000000", 7},
                    Bad{good_row("size = \"42\"\n"), "release.runfile.size", "42", 7},
                    Bad{good_row("size = 4.2\n"), "size", "a value of type floating-point", 7},
                    Bad{good_row("sha256 = 12\n"), "release.runfile.sha256", "12", 7},
                    Bad{good_row("file = \"a\\u0007b\"\n"), "release.runfile.file", "a\ab", 7},
                    Bad{good_row("alt_urls = \"https://h/b\"\n"), "alt_urls", "https://h/b", 7},
                    Bad{good_row("alt_urls = [\n\"https://h/b\",\n\"ftp://h/b\"]\n"), "alt_urls",
                        "ftp://h/b", 9},
                    Bad{good_row("confirmed = 3\n"), "release.runfile.confirmed", "3", 7},
                    Bad{good_row("confirmed.md5 = [1]\n"), "release.runfile.confirmed.md5", "1",
                        7}));

INSTANTIATE_TEST_SUITE_P(
    Urls, BadManifest,
    testing::Values(bad_url("ftp://h/a.run"), bad_url("h/a.run"), bad_url("https:///a.run"),
                    bad_url("https://h"), bad_url("https://h/"), bad_url("https://h/a/../b.run"),
                    bad_url("https://h/a/%2e%2e/b.run"), bad_url("https://h/a%00b"),
                    bad_url("https://h/a b.run"), bad_url("https://h/a%2Fb.run"),
                    bad_url("file://h/a.run"), bad_url("file:a.run"),
                    bad_url("https://h/" + std::string(241, 'a')), bad_url("")));

INSTANTIATE_TEST_SUITE_P(
    Structure, BadManifest,
    testing::Values(
        Bad{"release = 1\nschema = 1\n", "release is not valid", "1", 1},
        Bad{"schema = 1\nrelease = [1]\n", "release is not valid", "1", 2},
        Bad{"[[release]]\n", "schema is missing", "", 1},
        Bad{"schema = 1\n[[release]]\nkind = \"patch\"\n", "release.version is missing", "", 2},
        Bad{"schema = 1\n[[release]]\nversion = \"12.4\"\n", "release.version", "12.4", 3},
        Bad{"schema = 1\n[[release]]\nversion = \"12.04.1\"\n", "release.version", "12.04.1", 3},
        Bad{"schema = 1\n[[release]]\nversion = \"../x\"\n", "release.version", "../x", 3},
        Bad{"schema = 1\n[[release]]\nversion = \"12.4.1\"\nkind = \"beta\"\n", "release.kind",
            "beta", 4},
        Bad{"schema = 1\n[[release]]\nversion = \"12.4.1\"\nreviewed = 0\n", "reviewed", "0", 4},
        Bad{"schema = 1\n[[release]]\nversion = \"12.4.1\"\nlabel = \"\\n\"\n", "label", "\n", 4},
        Bad{"schema = 1\n[[release]]\nversion = \"12.4.1\"\n[[release]]\nversion = \"12.4.1\"\n",
            "release.version stands twice", "12.4.1", 5},
        Bad{with_runfile("url = \"https://h/a.run\"\n"), "release.runfile.platform is missing", "",
            4},
        Bad{with_runfile("platform = \"linux-x86_64\"\n"), "release.runfile.url is missing", "", 4},
        Bad{with_runfile("platform = \"linux-x86-64\"\nurl = \"https://h/a\"\n"), "platform",
            "linux-x86-64", 5},
        Bad{good_row("[[release.runfile]]\nplatform = \"linux-x86_64\"\nurl = \"https://h/b\"\n"),
            "release.runfile.platform stands twice", "linux-x86_64", 8},
        Bad{"schema = 1\nrelease = \n", "not valid TOML", "", 2},
        Bad{"schema = 1\n[.a]\n", "not valid TOML", "", 2},
        Bad{"schema = 1\na = [}]\n", "not valid TOML", "", 2},
        Bad{"schema = 1\na = " + std::string(100000, '['), "not valid TOML", "", 2},
        Bad{"schema = 1\na = 1\na = 2\n", "not valid TOML", "", 3},
        Bad{"schema = 1\na = \"\xff\"\n", "not valid TOML", "", 2}));

TEST(ParseManifest, SchemaOfAnotherProgramIsDamaged) {
    for (const auto* toml : {"schema = 2\n", "schema = \"1\"\n", "schema = 1.0\n"}) {
        const auto releases = parse_manifest(toml, "m");

        ASSERT_FALSE(releases.has_value()) << toml;
        EXPECT_EQ(releases.error().code, Code::damaged) << toml;
    }
}

TEST(ParseSerial, ReadsTheSerial) {
    EXPECT_EQ(parse_serial("schema = 1\nserial = 41\n", "catalog.toml"), 41U);
    EXPECT_EQ(parse_serial("schema = 1\n", "catalog.toml").error().what, "serial is missing");
    EXPECT_EQ(parse_serial("schema = 1\nserial = -1\n", "c").error().what, "serial is not valid");
}

}  // namespace
}  // namespace cudaenv::catalog
