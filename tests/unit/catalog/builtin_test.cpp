// SPDX-License-Identifier: MIT
// The built-in catalog: that the compiled tables are the manifests, and that each row is sane.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "catalog/mirror.hpp"

namespace cudaenv::catalog {
namespace {

constexpr std::string_view kManifests = CUDAENV_MANIFESTS;

// Calls `visit(release, runfile)` for each row.
template <typename Visit>
void for_each_runfile(const Catalog& catalog, Visit visit) {
    for (const Release& release : catalog.releases()) {
        for (const Runfile& runfile : release.runfiles) visit(release, runfile);
    }
}

std::map<std::string, std::size_t> counts_in_readme() {
    std::ifstream in(std::string(kManifests) + "/README.md");
    const std::regex row(R"(^\| `(linux-[a-z0-9_]+)` \| ([0-9]+) \|.*)");
    std::map<std::string, std::size_t> counts;
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_match(line, match, row)) counts[match[1]] = std::stoul(match[2]);
    }
    return counts;
}

TEST(Builtin, EqualsTheManifestsReadAtRunTime) {
    const Catalog embedded = builtin();
    const auto read = read_folder(std::string(kManifests));
    ASSERT_TRUE(read.has_value()) << read.error().at << ": " << read.error().what;

    std::vector<Release> expected(read->releases().begin(), read->releases().end());
    for (Release& release : expected) release.catalog = "builtin";

    EXPECT_EQ(embedded.serial(), read->serial());
    ASSERT_EQ(embedded.releases().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_TRUE(embedded.releases()[i] == expected[i]) << to_string(expected[i].version);
    }
}

TEST(Builtin, CountsAreThoseOfTheReadme) {
    std::map<std::string, std::size_t> counts;
    for_each_runfile(
        builtin(), [&](const Release&, const Runfile& runfile) { counts[runfile.platform] += 1; });

    EXPECT_EQ(counts, counts_in_readme());
    EXPECT_FALSE(counts.empty());
}

TEST(Builtin, EveryReleaseHasAFileAndIsReviewed) {
    const Catalog catalog = builtin();
    for (const Release& release : catalog.releases()) {
        EXPECT_FALSE(release.runfiles.empty()) << to_string(release.version);
        EXPECT_TRUE(release.is_reviewed) << to_string(release.version);
    }
}

TEST(Builtin, EveryUrlIsHttpsAndEndsInTheFileName) {
    for_each_runfile(builtin(), [](const Release&, const Runfile& runfile) {
        for (const std::string& url : runfile.urls) {
            EXPECT_TRUE(url.starts_with("https://")) << url;
            EXPECT_EQ(url.substr(url.rfind('/') + 1), runfile.file_name);
        }
    });
}

TEST(Builtin, FileNameBeginsWithVersionAndNamesTheDriver) {
    for_each_runfile(builtin(), [](const Release& release, const Runfile& runfile) {
        const std::string driver = runfile.driver.empty() ? "" : "_" + runfile.driver;
        const std::string start = "cuda_" + to_string(release.version) + driver + "_linux";
        EXPECT_TRUE(runfile.file_name.starts_with(start)) << runfile.file_name << " " << start;
    });
}

TEST(Builtin, EveryToolkitHasADigest) {
    for_each_runfile(builtin(), [](const Release& release, const Runfile& runfile) {
        const bool has_digest = !runfile.sha256.empty() || !runfile.md5.empty();
        EXPECT_TRUE(has_digest || release.kind == ReleaseKind::patch) << runfile.file_name;
    });
}

TEST(Builtin, SizesAreThoseOfInstallers) {
    for_each_runfile(builtin(), [](const Release&, const Runfile& runfile) {
        if (!runfile.size_bytes) return;
        EXPECT_GT(*runfile.size_bytes, 1'000'000'000U) << runfile.file_name;
        EXPECT_LT(*runfile.size_bytes, 10'000'000'000U) << runfile.file_name;
    });
}

TEST(Builtin, NoTwoFilesShareADigestOrAPath) {
    std::set<std::string> seen;
    for_each_runfile(builtin(), [&](const Release&, const Runfile& runfile) {
        const std::string path = path_below_host(runfile.urls.front());
        for (const std::string& value : {runfile.sha256, runfile.md5, path}) {
            EXPECT_TRUE(value.empty() || seen.insert(value).second) << value;
        }
    });
}

TEST(Builtin, PrefixesMeanWhatTheyDid) {
    const Catalog catalog = builtin();
    const std::map<std::string, std::string> expected{
        {"8", "8.0.61"},     {"10.0", "10.0.130"}, {"10.2", "10.2.89"},  {"11.0", "11.0.3"},
        {"cu118", "11.8.0"}, {"12.4", "12.4.1"},   {"11.0.1", "11.0.1"}, {"10.2.2", "10.2.2"},
    };
    for (const auto& [request, version] : expected) {
        const auto release = resolve(catalog, base::parse_request(request).value(), "linux-x86_64");
        ASSERT_TRUE(release.has_value()) << request;
        EXPECT_EQ(to_string((*release)->version), version) << request;
    }
}

TEST(Builtin, ThereIsNoCuda127) {
    const Catalog catalog = builtin();

    const auto release = resolve(catalog, base::parse_request("12.7").value(), "linux-x86_64");

    ASSERT_FALSE(release.has_value());
    EXPECT_EQ(release.error().code, Code::unknown_release);
}

TEST(Builtin, PreviewsAndPatchesAreMarked) {
    std::map<std::string, ReleaseKind> marked;
    const Catalog catalog = builtin();
    for (const Release& release : catalog.releases()) {
        if (release.kind != ReleaseKind::release) marked[to_string(release.version)] = release.kind;
    }

    EXPECT_EQ(marked["11.0.1"], ReleaseKind::preview);
    EXPECT_EQ(marked["10.0.130.1"], ReleaseKind::patch);
    EXPECT_EQ(marked["10.2.2"], ReleaseKind::patch);
}

}  // namespace
}  // namespace cudaenv::catalog
