// SPDX-License-Identifier: MIT
#include "catalog/catalog.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::catalog {
namespace {

Release a_release(std::string_view version, std::string label = "") {
    Release release;
    release.version = *base::parse_version(version);
    release.label = std::move(label);
    return release;
}

TEST(Catalog, KeepsReleasesOldestFirstByNumber) {
    const Catalog catalog({a_release("12.10.0"), a_release("12.9.1"), a_release("8.0.44")});

    std::vector<std::string> versions;
    for (const Release& release : catalog.releases())
        versions.push_back(to_string(release.version));

    EXPECT_THAT(versions, testing::ElementsAre("8.0.44", "12.9.1", "12.10.0"));
}

TEST(Catalog, LaterRowReplacesEarlierOneOfTheSameVersion) {
    const Catalog catalog({a_release("12.4.1", "first"), a_release("12.4.0"),
                           a_release("12.4.1", "second"), a_release("12.4.1", "third")});

    ASSERT_EQ(catalog.releases().size(), 2U);
    EXPECT_EQ(catalog.releases()[1].label, "third");
}

TEST(Catalog, FindsExactVersionsOnly) {
    const Catalog catalog({a_release("12.4.1"), a_release("12.4.10")});

    ASSERT_NE(catalog.find(*base::parse_version("12.4.1")), nullptr);
    EXPECT_EQ(to_string(catalog.find(*base::parse_version("12.4.1"))->version), "12.4.1");
    EXPECT_EQ(catalog.find(*base::parse_version("12.4")), nullptr);
    EXPECT_EQ(catalog.find(*base::parse_version("13.0.0")), nullptr);
    EXPECT_EQ(Catalog({}).find(*base::parse_version("12.4.1")), nullptr);
}

TEST(PlatformOf, GivesNvidiaNames) {
    EXPECT_EQ(platform_of("x86_64"), "linux-x86_64");
    EXPECT_EQ(platform_of("aarch64"), "linux-sbsa");
    EXPECT_EQ(platform_of("ppc64le"), "linux-ppc64le");
    EXPECT_EQ(platform_of("riscv64"), "");
    EXPECT_EQ(platform_of(""), "");
}

}  // namespace
}  // namespace cudaenv::catalog
