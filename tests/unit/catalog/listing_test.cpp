// SPDX-License-Identifier: MIT
#include "catalog/listing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kUrl = "https://host/compute/cuda/redist/";

struct Page {
    const char* maker;
    const char* text;
};

class ListingOf : public testing::TestWithParam<Page> {};

TEST_P(ListingOf, EveryServerTellsTheSame) {
    const auto listing = parse_listing(GetParam().text, kUrl);

    ASSERT_TRUE(listing.has_value()) << listing.error().what;
    EXPECT_THAT(listing->versions, ElementsAre("12.4.1", "12.10.0"));
    EXPECT_EQ(listing->elsewhere, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Servers, ListingOf,
    testing::Values(
        Page{"NVIDIA",
             "<pre class='files'><span class='file'><a href='redistrib_12.10.0.json'>x</a>"
             "</span>\n<a href='redistrib_12.4.1.json'>y</a><a href='cuda_nvcc'>z</a>"},
        Page{"nginx",
             "<html><body><h1>Index of /</h1><pre><a href=\"../\">../</a>\n"
             "<a href=\"redistrib_12.10.0.json\">r</a> 01-Jan-2026 10:00 40000\n"
             "<a href=\"redistrib_12.4.1.json\">r</a>"},
        Page{"Apache",
             "<tr><td><A HREF=\"redistrib_12.4.1.json\">r</A></td></tr>"
             "<tr><td><a class=\"x\" href = \"redistrib_12.10.0.json\">r</a></td></tr>"
             "<th><a href=\"?C=N;O=D\">Name</a></th>"},
        Page{"Python",
             "<li><a href=\"./redistrib_12.4.1.json\">r</a></li>"
             "<li><a href=\"redistrib_12.10.0.json?x=1#y\">r</a></li>"},
        Page{"Paths",
             "<a href=/compute/cuda/redist/redistrib_12.4.1.json>r</a>"
             "<a href=\"https://host/compute/cuda/redist/redistrib_12.10.0.json\">r</a>"},
        Page{"Twice",
             "<a href='redistrib_12.4.1.json'></a><a href='redistrib_12.4.1.json'></a>"
             "<a href='redistrib_12.10.0.json'></a>"}),
    [](const auto& page) { return std::string(page.param.maker); });

TEST(Listing, LeavesOutListsThatLieElsewhere) {
    const auto listing = parse_listing(
        "<a href='redistrib_12.4.1.json'>a</a>"
        "<a href='https://other.host/compute/cuda/redist/redistrib_66.0.0.json'>b</a>"
        "<a href='//other.host/redistrib_66.0.1.json'>c</a>"
        "<a href='../../../redistrib_66.0.2.json'>d</a>"
        "<a href='/redistrib_66.0.3.json'>e</a>"
        "<a href='sub/redistrib_66.0.4.json'>f</a>",
        kUrl);

    ASSERT_TRUE(listing.has_value());
    EXPECT_THAT(listing->versions, ElementsAre("12.4.1"));
    EXPECT_EQ(listing->elsewhere, 5U);
}

TEST(Listing, PassesOverNamesThatAreNoList) {
    const auto listing = parse_listing(
        "<a href='redistrib_12.4.1.json'>a</a><a href='redistrib_features_12.4.1.json'>b</a>"
        "<a href='redistrib_.json'>c</a><a href='redistrib_12.json'>d</a>"
        "<a href='redistrib_12.4.1.json.sig'>e</a><a href='redistrib_12.4.1;rm.json'>f</a>"
        "<a href='redistrib_1.2.3.4.5.json'>g</a><a href='redistrib_%2e%2e.json'>h</a>"
        "<a href='redistrib_99999999999.1.json'>i</a><a href=\"redistrib_12.5.0.json",
        kUrl);

    ASSERT_TRUE(listing.has_value());
    EXPECT_THAT(listing->versions, ElementsAre("12.4.1"));
}

TEST(Listing, AWebPageIsNoIndex) {
    for (const char* page : {"", "<html>404 Not Found</html>", "<a href='login'>sign in</a>",
                             "href", "href=", "href='", "{\"json\": true}"}) {
        const auto listing = parse_listing(page, kUrl);

        ASSERT_FALSE(listing.has_value()) << page;
        EXPECT_EQ(listing.error().code, Code::integrity);
        EXPECT_EQ(listing.error().at, kUrl);
    }
}

TEST(Listing, MoreReleasesThanThereCanBeAreRefused) {
    std::string page;
    for (int i = 0; i < 100'000; ++i) {
        page += "<a href='redistrib_90." + std::to_string(i) + ".json'></a>";
    }

    const auto listing = parse_listing(page, kUrl);

    ASSERT_FALSE(listing.has_value());
    EXPECT_THAT(listing.error().what, HasSubstr("more releases than there can be"));
    EXPECT_EQ(listing.error().found, "100000");
}

TEST(Listing, OfAFolderItsFilesCount) {
    const std::string names[] = {"cuda_nvcc", "redistrib_9.8.0.json", "redistrib_9.10.1.json",
                                 "redistrib_9.8.0.json.part"};

    const auto listing = listing_of(names, "/mirror");

    ASSERT_TRUE(listing.has_value());
    EXPECT_THAT(listing->versions, ElementsAre("9.8.0", "9.10.1"));
}

}  // namespace
}  // namespace cudaenv::catalog
