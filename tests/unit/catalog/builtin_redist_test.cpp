// SPDX-License-Identifier: MIT
// The built-in redist index: that the compiled tables are the manifests, and that each row is sane.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "catalog/catalog.hpp"
#include "catalog/companions.hpp"
#include "catalog/mirror.hpp"

namespace cudaenv::catalog {
namespace {

constexpr std::string_view kManifests = CUDAENV_MANIFESTS;

TEST(BuiltinRedist, EqualsTheManifestsReadAtRunTime) {
    auto read = read_redist_folder(std::string(kManifests));
    ASSERT_TRUE(read.has_value()) << read.error().at << ": " << read.error().what;
    for (RedistRelease& release : read->releases) release.catalog = "builtin";

    const RedistIndex embedded = builtin_redist();

    ASSERT_EQ(embedded.releases.size(), read->releases.size());
    for (std::size_t i = 0; i < embedded.releases.size(); ++i) {
        EXPECT_TRUE(embedded.releases[i] == read->releases[i])
            << embedded.releases[i].product << " " << embedded.releases[i].version;
    }
    EXPECT_TRUE(embedded.rules == read->rules);
}

// The rows of the README's table: file and number of releases.
std::map<std::string, std::size_t> counts_in_readme() {
    std::ifstream in(std::string(kManifests) + "/README.md");
    const std::regex row(R"(^\| `([a-z0-9_]+)\.toml` \| ([0-9]+) \|.*)");
    std::map<std::string, std::size_t> counts;
    for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (std::regex_match(line, match, row)) counts[match[1]] = std::stoul(match[2]);
    }
    return counts;
}

TEST(BuiltinRedist, CountsAreThoseOfTheReadme) {
    std::map<std::string, std::size_t> counts;
    for (const RedistRelease& release : builtin_redist().releases) counts[release.product] += 1;

    EXPECT_EQ(counts, counts_in_readme());
    EXPECT_FALSE(counts.empty());
}

TEST(BuiltinRedist, EveryListOfTheToolkitIsOfAKnownRelease) {
    const Catalog catalog = builtin();
    for (const RedistRelease& release : builtin_redist().releases) {
        if (release.product != kToolkit) continue;
        EXPECT_NE(catalog.find(*base::parse_version(release.version)), nullptr) << release.version;
        EXPECT_EQ(release.list_url, std::string(kNvidiaHost) + "/compute/cuda/redist/redistrib_" +
                                        release.version + ".json");
    }
}

TEST(BuiltinRedist, EveryReleaseSince1142HasAList) {
    const Catalog catalog = builtin();
    const RedistIndex index = builtin_redist();
    for (const Release& release : catalog.releases()) {
        const bool is_old = release.version < *base::parse_version("11.4.2");
        EXPECT_EQ(toolkit_list(index, release.version) == nullptr, is_old)
            << to_string(release.version);
    }
}

TEST(BuiltinRedist, AddressesAreHttpsAndOpen) {
    for (const RedistRelease& release : builtin_redist().releases) {
        std::vector<std::string> urls{release.list_url};
        for (const RedistBuild& build : release.builds) {
            if (build.archive) urls.push_back(build.archive->url);
        }
        for (const std::string& url : urls) {
            const bool is_open = url.starts_with("https://") && url.find("/secure/") == url.npos;
            EXPECT_TRUE(url.empty() || is_open) << url;
        }
    }
}

TEST(BuiltinRedist, EveryDirectArchiveHasADigestAndNoTwoShareOne) {
    std::set<std::string> seen;
    for (const RedistRelease& release : builtin_redist().releases) {
        for (const RedistBuild& build : release.builds) {
            if (!build.archive) continue;
            EXPECT_EQ(build.archive->sha256.size(), 64U) << build.archive->url;
            EXPECT_TRUE(seen.insert(build.archive->sha256).second) << build.archive->url;
            EXPECT_TRUE(seen.insert(build.archive->url).second) << build.archive->url;
        }
    }
    EXPECT_GT(seen.size(), 100U);
}

TEST(BuiltinRedist, WhatIsListedSaysWhichComponents) {
    for (const RedistRelease& release : builtin_redist().releases) {
        if (release.product == kToolkit || release.builds.empty()) continue;
        const bool is_direct = release.builds.front().archive.has_value();
        EXPECT_EQ(release.components.empty(), is_direct) << release.product << release.version;
    }
}

TEST(BuiltinRedist, NewestVersionsSortByNumber) {
    const auto index = builtin_redist();
    for (std::size_t i = 1; i < index.releases.size(); ++i) {
        const auto& [a, b] = std::pair(index.releases[i - 1], index.releases[i]);
        if (a.product != b.product) continue;
        EXPECT_LT(*base::parse_version(a.version), *base::parse_version(b.version)) << b.version;
    }
}

struct Case {
    std::string request, toolkit, platform, found;
};

void PrintTo(const Case& row, std::ostream* out) {
    *out << row.request << " for " << row.toolkit << " on " << row.platform;
}

class BuiltinCompanion : public testing::TestWithParam<Case> {};

TEST_P(BuiltinCompanion, IsTheOneThatFits) {
    const RedistIndex index = builtin_redist();
    const Case& row = GetParam();

    const auto companion = companion_for(index, base::parse_companion(row.request).value(),
                                         *base::parse_version(row.toolkit), row.platform);

    ASSERT_TRUE(companion.has_value()) << companion.error().what;
    EXPECT_EQ(companion->build->full_version + " " + companion->build->name, row.found);
}

INSTANTIATE_TEST_SUITE_P(
    Stacks, BuiltinCompanion,
    testing::Values(Case{"cudnn8.9", "11.8.0", "linux-x86_64", "8.9.7.29 cuda11"},
                    Case{"cudnn8.9.7", "12.4.1", "linux-x86_64", "8.9.7.29 cuda12"},
                    Case{"cudnn9.8", "12.4.1", "linux-sbsa", "9.8.0.87 cuda12"},
                    Case{"cudnn", "11.8.0", "linux-x86_64", "9.10.2.21 cuda11"},
                    Case{"cudnn8.7", "10.2.89", "linux-x86_64", "8.7.0.84 cuda10"},
                    Case{"cudnn", "10.0.130", "linux-x86_64", "7.6.5.32 cuda10.0"},
                    Case{"cudnn", "9.0.176", "linux-x86_64", "7.6.5.32 cuda9.0"},
                    Case{"cudnn8.4", "11.2.2", "linux-x86_64", "8.4.1.50 cuda11.6"},
                    Case{"cudnn", "12.4.1", "linux-ppc64le", "9.0.0.312 cuda12"},
                    Case{"cudnn9.15", "13.0.2", "linux-x86_64", "9.15.1.9 cuda13"},
                    Case{"cutensor2.2", "12.4.1", "linux-x86_64", "2.2.0.0 "},
                    Case{"cutensor1", "10.2.89", "linux-ppc64le", "1.7.0.1 "},
                    Case{"cusparselt0.7", "12.8.1", "linux-aarch64", "0.7.1.0 "},
                    Case{"tensorrt10.13", "13.0.0", "linux-x86_64", "10.13.3.9 cuda13"},
                    Case{"nvjpeg2000@0.9", "12.4.1", "linux-x86_64", "0.9.0.43 "},
                    Case{"cublasmp0.3", "12.4.1", "linux-x86_64", "0.3.1.663 cuda12"},
                    Case{"nvpl24.3", "12.4.1", "linux-sbsa", "24.03 "}));

TEST(BuiltinRedist, ArchiveForSeveralIsNotTakenForACudaThatCameLater) {
    const RedistIndex index = builtin_redist();

    const auto companion = companion_for(index, base::parse_companion("cutensor2.2").value(),
                                         *base::parse_version("13.0.0"), "linux-x86_64");

    ASSERT_FALSE(companion.has_value());
    EXPECT_EQ(companion.error().code, Code::refused);
}

}  // namespace
}  // namespace cudaenv::catalog
