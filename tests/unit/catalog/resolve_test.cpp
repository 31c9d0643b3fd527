// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/catalog.hpp"
#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {
namespace {

using testing::Contains;
using testing::ElementsAre;

constexpr std::string_view kX86 = "linux-x86_64";
constexpr std::string_view kPower = "linux-ppc64le";

struct Row {
    std::string_view version;
    std::vector<std::string> platforms{"linux-x86_64"};
    ReleaseKind kind = ReleaseKind::release;
};

Catalog a_catalog(const std::vector<Row>& rows) {
    std::vector<Release> releases;
    for (const Row& row : rows) {
        Release release;
        release.version = *base::parse_version(row.version);
        release.kind = row.kind;
        for (const auto& platform : row.platforms) {
            Runfile runfile;
            runfile.platform = platform;
            release.runfiles.push_back(runfile);
        }
        releases.push_back(release);
    }
    return Catalog(std::move(releases));
}

Catalog some_catalog() {
    const std::vector<std::string> both{"linux-x86_64", "linux-ppc64le"};
    return a_catalog({{"10.0.130"},
                      {"10.0.130.1", {"linux-x86_64"}, ReleaseKind::patch},
                      {"11.0.1", both, ReleaseKind::preview},
                      {"12.1.0", both},
                      {"12.1.1", both},
                      {"12.6.3"},
                      {"12.9.9"},
                      {"12.9.10"},
                      {"12.10.0"},
                      {"13.0.2"},
                      {"13.1.0", {"linux-x86_64"}, ReleaseKind::preview},
                      {"13.2.0", {}}});
}

// The version that a request resolves to, or the error's first line.
std::string resolved(const Catalog& catalog, std::string_view request, std::string_view platform) {
    const auto parsed = base::parse_request(request);
    if (!parsed) return "unreadable request";
    const auto release = resolve(catalog, *parsed, platform);
    return release ? to_string((*release)->version) : release.error().what;
}

Error error_of(const Catalog& catalog, std::string_view request, std::string_view platform) {
    const auto release = resolve(catalog, base::parse_request(request).value(), platform);
    EXPECT_FALSE(release.has_value());
    return release ? Error{} : release.error();
}

struct Case {
    std::string_view request, version;
};

class ResolveFinds : public testing::TestWithParam<Case> {};

TEST_P(ResolveFinds, TheReleaseThatIsMeant) {
    EXPECT_EQ(resolved(some_catalog(), GetParam().request, kX86), GetParam().version);
}

INSTANTIATE_TEST_SUITE_P(Requests, ResolveFinds,
                         testing::ValuesIn(std::vector<Case>{
                             {"12.1.1", "12.1.1"},       {"12.1", "12.1.1"},  // not 12.10
                             {"12.9", "12.9.10"},  // by number, not by text
                             {"12.10", "12.10.0"},       {"12", "12.10.0"},
                             {"12:latest", "12.10.0"},   {"latest:12.1", "12.1.1"},
                             {"latest", "13.0.2"},  // neither a preview nor one without files
                             {"13", "13.0.2"},           {"cuda-12.1", "12.1.1"},
                             {"cuda12.1", "12.1.1"},     {"v12.1", "12.1.1"},
                             {"cu121", "12.1.1"},        {"12.1+cudnn9", "12.1.1"},
                             {">=12.1,<12.7", "12.6.3"}, {">=12.1,<=12.1.0", "12.1.0"},
                             {"<13", "12.10.0"},         {"10.0", "10.0.130"},
                             {"10.0.130", "10.0.130"},   {"10.0.130.1", "10.0.130.1"},
                             {"11.0.1", "11.0.1"},       {"13.1.0", "13.1.0"},
                         }));

TEST(Resolve, PicksNewestThatHasAFileForThePlatform) {
    EXPECT_EQ(resolved(some_catalog(), "12", kPower), "12.1.1");
    EXPECT_EQ(resolved(some_catalog(), "latest", kPower), "12.1.1");
}

TEST(Resolve, UnknownMinorNamesNewestOfTheMajor) {
    const Error error = error_of(some_catalog(), "12.7", kX86);

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "CUDA 12.7 is not known");
    EXPECT_THAT(error.notes, ElementsAre("newest known 12 is 12.10.0"));
    EXPECT_THAT(error.try_, ElementsAre("cudaenv install --list 12"));
}

TEST(Resolve, UnknownPatchNamesNewestOfTheLine) {
    const Error error = error_of(some_catalog(), "12.1.7+cudnn9", kX86);

    EXPECT_EQ(error.what, "CUDA 12.1.7 is not known");
    EXPECT_THAT(error.notes, ElementsAre("newest known 12.1 is 12.1.1"));
    EXPECT_THAT(error.try_, ElementsAre("cudaenv install --list 12.1"));
}

TEST(Resolve, UnknownMajorNamesNewestOfAll) {
    const Error error = error_of(some_catalog(), "99", kX86);

    EXPECT_EQ(error.what, "CUDA 99 is not known");
    EXPECT_THAT(error.notes, ElementsAre("newest known is 13.0.2"));
    EXPECT_THAT(error.try_, ElementsAre("cudaenv install --list"));
}

TEST(Resolve, UnknownRangeNamesNewestOfAll) {
    const Error error = error_of(some_catalog(), ">=14", kX86);

    EXPECT_EQ(error.what, "CUDA >=14 is not known");
    EXPECT_THAT(error.notes, ElementsAre("newest known is 13.0.2"));
}

TEST(Resolve, ReleaseForOtherPlatformsSaysWhich) {
    const Error error = error_of(some_catalog(), "12.6.3", kPower);

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "CUDA 12.6.3 is not published for linux-ppc64le");
    EXPECT_EQ(error.found, "12.6.3 for linux-x86_64");
    EXPECT_EQ(error.needs, "linux-ppc64le");
    EXPECT_THAT(error.notes, ElementsAre("newest known 12 is 12.1.1"));
}

TEST(Resolve, UnknownPlatformIsNotCalledAnUnknownRelease) {
    const Error error = error_of(some_catalog(), "latest", "");

    EXPECT_EQ(error.what, "CUDA latest is not published for this machine");
    EXPECT_TRUE(error.notes.empty());
}

TEST(Resolve, PreviewAskedForByPrefixSaysHowToTakeIt) {
    const Error error = error_of(some_catalog(), "13.1", kX86);

    EXPECT_EQ(error.what, "CUDA 13.1 is not a finished release");
    EXPECT_EQ(error.found, "13.1.0");
    EXPECT_THAT(error.try_, Contains("cudaenv install 13.1.0"));
    EXPECT_THAT(error.notes, ElementsAre("newest known 13 is 13.0.2"));
}

TEST(Resolve, EmptyCatalogKnowsNothing) {
    EXPECT_EQ(resolved(Catalog({}), "12.4", kX86), "CUDA 12.4 is not known");
    EXPECT_EQ(resolved(Catalog({}), "latest", kX86), "CUDA latest is not known");
}

TEST(Resolve, RequestThatNamesNoReleaseIsUsage) {
    for (const auto* request : {"system", "system:12.2", "path:/opt/cuda", "prod", "recommended"}) {
        EXPECT_EQ(error_of(some_catalog(), request, kX86).code, Code::usage) << request;
    }
}

TEST(Resolve, WhatComesAsArchivesOnlyIsFoundToo) {
    RedistIndex index;
    RedistRelease& list = index.releases.emplace_back();
    list.product = kToolkit;
    list.version = "12.4.1";
    list.builds.push_back({"linux-aarch64", "", {}, "", std::nullopt});
    const Catalog catalog = with_archives(a_catalog({{"12.4.1"}, {"12.5.0"}}), index);
    const auto request = base::parse_request("12").value();

    EXPECT_EQ(to_string(resolve(catalog, request, "linux-aarch64").value()->version), "12.4.1");
    EXPECT_EQ(to_string(resolve(catalog, request, kX86).value()->version), "12.5.0");
    EXPECT_FALSE(resolve(catalog, request, kPower));
}

}  // namespace
}  // namespace cudaenv::catalog
