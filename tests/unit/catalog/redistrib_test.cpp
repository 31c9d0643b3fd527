// SPDX-License-Identifier: MIT
// Lists of redist archives: the three shapes of a platform, and what a hostile list tries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/redistrib.hpp"

namespace cudaenv::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kSha(64, 'a');
const std::string kMd5(32, 'b');

std::string quoted(const std::string& text) {
    return '"' + text + '"';
}

std::string field(const std::string& key, const std::string& value) {
    return quoted(key) + ": " + quoted(value);
}

// The inside of an archive's object.
std::string a_leaf(const std::string& path) {
    return field("relative_path", path) + ", " + field("sha256", kSha) + ", " + field("md5", kMd5) +
           ", " + field("size", "42");
}

std::string object(const std::string& inside) {
    return "{" + inside + "}";
}

std::string a_component(const std::string& platforms) {
    return object(field("name", "CUDA NVCC") + ", " + field("license", "CUDA Toolkit") + ", " +
                  field("version", "12.4.131") + ", " + platforms);
}

// A list of one component for one platform.
std::string a_list(const std::string& platform) {
    return object(field("release_date", "2024-04-03") +
                  ", \"cuda_nvcc\": " + a_component("\"linux-x86_64\": " + object(platform)));
}

RedistArchive an_archive(const std::string& variant, const std::string& path) {
    return {.platform = "linux-x86_64",
            .variant = variant,
            .rel_path = path,
            .sha256 = kSha,
            .md5 = kMd5,
            .size_bytes = 42};
}

std::vector<RedistArchive> archives_of(const std::string& json) {
    const auto list = parse_redistrib(json, "list");
    EXPECT_TRUE(list.has_value()) << list.error().what << " " << list.error().found;
    return list ? list->components.front().archives : std::vector<RedistArchive>{};
}

TEST(ParseRedistrib, ReadsEveryKey) {
    const std::string json = object(
        field("release_date", "2024-04-03") + ", " + field("release_label", "12.4.1") + ", " +
        field("release_product", "cuda") + ", \"future\": [1, {\"a\": null}], \"cuda_nvcc\": " +
        a_component(field("license_path", "cuda_nvcc/LICENSE.txt") +
                    ", \"linux-x86_64\": " + object(a_leaf("cuda_nvcc/nvcc-archive.tar.xz"))));

    const auto list = parse_redistrib(json, "list");

    ASSERT_TRUE(list.has_value()) << list.error().what;
    const Redistrib expected{
        .label = "12.4.1",
        .product = "cuda",
        .date = "2024-04-03",
        .components = {{.name = "cuda_nvcc",
                        .title = "CUDA NVCC",
                        .version = "12.4.131",
                        .license = "CUDA Toolkit",
                        .archives = {an_archive("", "cuda_nvcc/nvcc-archive.tar.xz")}}}};
    EXPECT_EQ(*list, expected);
}

TEST(ParseRedistrib, PlatformIsOneArchive) {
    EXPECT_THAT(archives_of(a_list(a_leaf("a/b.tar.xz"))),
                ElementsAre(an_archive("", "a/b.tar.xz")));
}

TEST(ParseRedistrib, PlatformIsAnArchiveForEachCuda) {
    const std::string variants =
        "\"cuda13\": " + object(a_leaf("n13")) + ", \"cuda12\": " + object(a_leaf("n12"));

    EXPECT_THAT(archives_of(a_list(variants)),
                ElementsAre(an_archive("cuda12", "n12"), an_archive("cuda13", "n13")));
}

TEST(ParseRedistrib, PlatformIsBothAtOnce) {
    const std::string both = "\"cuda13\": " + object(a_leaf("n13")) + ", " + a_leaf("n");

    EXPECT_THAT(archives_of(a_list(both)),
                ElementsAre(an_archive("", "n"), an_archive("cuda13", "n13")));
}

TEST(ParseRedistrib, OrderOfKeysDoesNotMatter) {
    const std::string a = "\"a\": " + a_component("\"source\": " + object(a_leaf("n")));
    const std::string b = "\"b\": " + a_component("\"linux-all\": " + object(a_leaf("n")));

    const auto list = parse_redistrib(object(a + ", " + b), "list");

    ASSERT_TRUE(list.has_value()) << list.error().what;
    EXPECT_EQ(*list, parse_redistrib(object(b + ", " + a), "list"));
    EXPECT_EQ(list->components.front().archives.front().platform, "source");
}

TEST(ParseRedistrib, SizeMayBeANumberOrMissingAndDigestsAreWrittenInLowerCase) {
    const std::string upper(64, 'A');
    const std::string start = field("relative_path", "n") + ", " + field("sha256", upper);

    const auto sized = archives_of(a_list(start + ", \"size\": 7"));
    const auto bare = archives_of(a_list(start));

    EXPECT_EQ(sized.front().size_bytes, 7U);
    EXPECT_EQ(bare.front().size_bytes, std::nullopt);
    EXPECT_EQ(bare.front().sha256, kSha);
    EXPECT_EQ(bare.front().md5, "");
}

TEST(ParseRedistrib, FindsComponentsAndArchives) {
    const auto list = parse_redistrib(
        a_list("\"cuda13\": " + object(a_leaf("n13")) + ", " + a_leaf("n")), "list");
    ASSERT_TRUE(list.has_value());
    const Component* nvcc = find_component(*list, "cuda_nvcc");
    ASSERT_NE(nvcc, nullptr);

    EXPECT_EQ(find_component(*list, "cuda"), nullptr);
    EXPECT_EQ(find_component(*list, "zlib"), nullptr);
    EXPECT_EQ(archive_for(*nvcc, "linux-x86_64", "cuda13")->rel_path, "n13");
    EXPECT_EQ(archive_for(*nvcc, "linux-x86_64", "cuda12")->rel_path, "n");
    EXPECT_EQ(archive_for(*nvcc, "linux-x86_64")->rel_path, "n");
    EXPECT_EQ(archive_for(*nvcc, "linux-sbsa"), nullptr);
}

TEST(ArchiveUrl, StandsBesideTheList) {
    const RedistArchive archive = an_archive("", "cuda_nvcc/linux-x86_64/nvcc.tar.xz");

    EXPECT_EQ(archive_url("https://host/compute/cuda/redist/redistrib_12.4.1.json?a=/b", archive),
              "https://host/compute/cuda/redist/cuda_nvcc/linux-x86_64/nvcc.tar.xz");
}

// What is refused: the list, and what the message names.
struct Hostile {
    std::string title, json, what, found;
};

// Keeps a failing case readable.
void PrintTo(const Hostile& hostile, std::ostream* out) {
    *out << hostile.title;
}

std::string title_of(const testing::TestParamInfo<Hostile>& hostile) {
    return hostile.param.title;
}

class RedistribRefuses : public testing::TestWithParam<Hostile> {};

TEST_P(RedistribRefuses, AndNamesWhatIsWrong) {
    const auto list = parse_redistrib(GetParam().json, "https://host/redistrib.json");

    ASSERT_FALSE(list.has_value());
    EXPECT_EQ(list.error().code, Code::integrity);
    EXPECT_EQ(list.error().what, GetParam().what);
    EXPECT_THAT(list.error().at, testing::StartsWith("https://host/redistrib.json"));
    EXPECT_THAT(list.error().found, HasSubstr(GetParam().found));
}

Hostile path(const std::string& title, const std::string& text) {
    return {title, a_list(a_leaf(text)), "cuda_nvcc.linux-x86_64.relative_path is not valid", ""};
}

INSTANTIATE_TEST_SUITE_P(
    Paths, RedistribRefuses,
    testing::Values(path("Traversal", "../../etc/passwd"), path("TraversalInside", "a/../../b"),
                    path("TraversalAtTheEnd", "a/.."), path("Dot", "a/./b"), path("Empty", ""),
                    path("Absolute", "/etc/passwd"), path("EmptyPart", "a//b"),
                    path("Folder", "a/b/"), path("OtherHost", "https://evil.example/a"),
                    path("HostOnly", "//evil.example/a"), path("Encoded", "a/%2e%2e/b"),
                    path("Backslash", "a\\\\..\\\\b"), path("Query", "a?b"),
                    path("Fragment", "a#b"), path("Newline", "a\\nb"), path("Nul", "a\\u0000b"),
                    path("Escape", "a\\u001b[2Jb"), path("NotAscii", "a\\u202eb"),
                    path("Blank", "a b"), path("Long", std::string(2000, 'a'))),
    title_of);

Hostile size(const std::string& title, const std::string& text) {
    const std::string leaf =
        field("relative_path", "n") + ", " + field("sha256", kSha) + ", \"size\": " + text;
    return {title, a_list(leaf), "cuda_nvcc.linux-x86_64.size is not valid", ""};
}

INSTANTIATE_TEST_SUITE_P(Sizes, RedistribRefuses,
                         testing::Values(size("Negative", "-1"), size("NegativeText", "\"-1\""),
                                         size("Zero", "\"0\""), size("Hexadecimal", "\"0x10\""),
                                         size("Blank", "\" 1\""), size("None", "\"\""),
                                         size("Fraction", "1.5"), size("Boolean", "true"),
                                         size("List", "[1]"),
                                         size("Petabytes", "\"1125899906842624\""),
                                         size("Overflow", "\"18446744073709551617\"")),
                         title_of);

Hostile leaf(const std::string& title, const std::string& key, const std::string& value) {
    const std::string sha = key == "sha256" ? value : quoted(kSha);
    const std::string md5 = key == "md5" ? value : quoted(kMd5);
    return {title,
            a_list(field("relative_path", "n") + ", \"sha256\": " + sha + ", \"md5\": " + md5),
            "cuda_nvcc.linux-x86_64." + key + " is not valid", ""};
}

INSTANTIATE_TEST_SUITE_P(Digests, RedistribRefuses,
                         testing::Values(leaf("ShortSha", "sha256", quoted(std::string(63, 'a'))),
                                         leaf("LongSha", "sha256", quoted(std::string(65, 'a'))),
                                         leaf("NotHexSha", "sha256", quoted(std::string(64, 'g'))),
                                         leaf("NoTextSha", "sha256", "7"),
                                         leaf("NullSha", "sha256", "null"),
                                         leaf("ShortMd5", "md5", quoted("ab")),
                                         leaf("EmptyMd5", "md5", "\"\"")),
                         title_of);

std::string nested(std::size_t depth) {
    return "{\"a\": " + std::string(depth, '[') + std::string(depth, ']') + "}";
}

// The object `inside` as the component cuda_nvcc.
std::string as_component(const std::string& inside) {
    return "{\"cuda_nvcc\": {" + inside + "}}";
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, RedistribRefuses,
    testing::Values(
        Hostile{"TwoComponentsOfOneName",
                "{\"a\": {\"version\": \"1\"}, \"b\": {\"version\": \"1\"}, \"a\": {}}",
                "a key stands twice in one object", "a"},
        Hostile{"TwoSizes", a_list(a_leaf("n") + ", " + field("size", "43")),
                "a key stands twice in one object", "size"},
        Hostile{"DepthBomb", nested(100'000), "nested too deep", ""},
        Hostile{"UnclosedDepthBomb", "{\"a\": " + std::string(500'000, '['), "nested too deep", ""},
        Hostile{"JustTooDeep", nested(8), "nested too deep", ""},
        Hostile{"Truncated", a_list(a_leaf("n")).substr(0, 150), "not valid JSON", ""},
        Hostile{"TrailingText", a_list(a_leaf("n")) + "x", "not valid JSON", ""},
        Hostile{"Empty", "", "not valid JSON", ""},
        Hostile{"Html", "<!DOCTYPE html><html></html>", "not valid JSON", ""},
        Hostile{"NotUtf8", "{\"a\": \"\xff\"}", "not valid JSON", ""},
        Hostile{"RawControlByte", "{\"a\": \"\n\"}", "not valid JSON", ""},
        Hostile{"List", "[]", "the list is not valid", "array"},
        Hostile{"Number", "7", "the list is not valid", "7"},
        Hostile{"NoComponents", "{\"release_date\": \"2024-04-03\"}", "lists no components", ""},
        Hostile{"ControlByteInDate", "{\"release_date\": \"\\u0007\"}", "release_date is not valid",
                ""},
        Hostile{"ComponentNamedLikeAPath", "{\"../a\": {\"version\": \"1\"}}", "../a is not valid",
                ""},
        Hostile{"NoVersion", as_component("\"name\": \"a\""), "cuda_nvcc.version is missing", ""},
        Hostile{"VersionLikeAPath", as_component("\"version\": \"1/../2\""),
                "cuda_nvcc.version is not valid", "1/../2"},
        Hostile{"ControlByteInLicence",
                as_component("\"license\": \"\\u001b\", \"version\": \"1\""),
                "cuda_nvcc.license is not valid", ""},
        Hostile{"UnknownPlatformName", as_component("\"version\": \"1\", \"../x\": {}"),
                "cuda_nvcc.../x is not valid", ""},
        Hostile{"UnknownVariantName", a_list("\"rocm6\": " + object(a_leaf("n"))),
                "cuda_nvcc.linux-x86_64.rocm6 is not valid", ""},
        Hostile{"PathMissing", a_list(field("sha256", kSha)),
                "cuda_nvcc.linux-x86_64.relative_path is missing", ""},
        Hostile{"DigestMissing", a_list("\"cuda12\": {" + field("relative_path", "n") + "}"),
                "cuda_nvcc.linux-x86_64.cuda12.sha256 is missing", ""}),
    title_of);

TEST(ParseRedistrib, AMillionComponentsAreRefusedUnread) {
    std::string json = "{";
    for (int i = 0; i < 1'000'000; ++i) json += "\"c" + std::to_string(i) + "\": {},";

    const auto list = parse_redistrib(json, "list");

    ASSERT_FALSE(list.has_value());
    EXPECT_EQ(list.error().what, "too large");
    EXPECT_EQ(list.error().found, std::to_string(json.size()) + " bytes");
}

TEST(ParseRedistrib, NamesTheLineOfASyntaxError) {
    const auto list = parse_redistrib("{\n\"a\": 1,\n\"b\" 2\n}", "list.json");

    ASSERT_FALSE(list.has_value());
    EXPECT_EQ(list.error().at, "list.json:3");
}

}  // namespace
}  // namespace cudaenv::catalog
