// SPDX-License-Identifier: MIT
#include "base/request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace cudaenv::base {

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Version& version, std::ostream* out) {
    *out << to_string(version);
}

namespace {

using Kind = Request::Kind;

Request read(std::string_view text) {
    auto request = parse_request(text);
    EXPECT_TRUE(request) << text << ": " << (request ? "" : request.error().what);
    return request.value_or(Request{});
}

Version v(std::string_view text) {
    return parse_version(text).value();
}

struct Spelling {
    std::string_view written;
    std::string_view canonical;
};

void PrintTo(const Spelling& spelling,
             std::ostream* out) {  // NOLINT(readability-identifier-naming)
    *out << spelling.written;
}

class VersionSpelling : public testing::TestWithParam<Spelling> {};

TEST_P(VersionSpelling, MeansThatVersion) {
    const Request request = read(GetParam().written);

    EXPECT_EQ(request.kind, Kind::version);
    EXPECT_EQ(request.version, v(GetParam().canonical));
    EXPECT_EQ(to_string(request), GetParam().canonical);
    EXPECT_EQ(request.raw, GetParam().written);
}

INSTANTIATE_TEST_SUITE_P(Request, VersionSpelling,
                         testing::Values(Spelling{"12.4.1", "12.4.1"}, Spelling{"12.4", "12.4"},
                                         Spelling{"12", "12"}, Spelling{"12.40", "12.40"},
                                         Spelling{"cuda-12.4", "12.4"},
                                         Spelling{"cuda12.4", "12.4"}, Spelling{"cuda-11", "11"},
                                         Spelling{"cuda11", "11"}, Spelling{"v12.4", "12.4"},
                                         Spelling{"v12", "12"}, Spelling{"cu124", "12.4"},
                                         Spelling{"cu118", "11.8"}, Spelling{"cu92", "9.2"},
                                         Spelling{"cu80", "8.0"}, Spelling{"cu1210", "12.10"},
                                         Spelling{"latest:12", "12"}, Spelling{"12:latest", "12"},
                                         Spelling{"latest:12.4", "12.4"}));

TEST(Request, WordsOfTheGrammar) {
    EXPECT_EQ(read("latest").kind, Kind::latest);
    EXPECT_EQ(read("recommended").kind, Kind::recommended);
    EXPECT_EQ(read("system").kind, Kind::system);
    EXPECT_EQ(read("system").text, "");
}

TEST(Request, SystemNamesAVersionOrAFolder) {
    EXPECT_EQ(read("system:12.2").text, "12.2");
    EXPECT_EQ(read("system:/opt/cuda/").text, "/opt/cuda");
    EXPECT_EQ(to_string(read("system:/opt/cuda")), "system:/opt/cuda");
}

TEST(Request, PathIsAnAbsoluteFolder) {
    EXPECT_EQ(read("path:/opt/cuda-11.3").kind, Kind::path);
    EXPECT_EQ(read("path:/opt/cuda-11.3").text, "/opt/cuda-11.3");
    EXPECT_EQ(read("path:/opt/cuda//").text, "/opt/cuda");
    EXPECT_EQ(read("path:/").text, "/");
    EXPECT_EQ(read("path:/opt/µ-cuda").text, "/opt/µ-cuda");
}

TEST(Request, PlusInAPathStandsForItselfUnlessCompanionsFollow) {
    const Request plain = read("path:/opt/g++/cuda");
    const Request stack = read("path:/opt/g++/cuda+cudnn8.9.7/cuda11+nccl");

    EXPECT_EQ(plain.text, "/opt/g++/cuda");
    EXPECT_TRUE(plain.companions.empty());
    EXPECT_EQ(stack.text, "/opt/g++/cuda");
    EXPECT_EQ(stack.companions.size(), 2U);
}

TEST(Request, RangeIsAllOfItsTerms) {
    const Request request = read(">=12.1,<12.7");

    ASSERT_EQ(request.kind, Kind::range);
    EXPECT_TRUE(matches(request, v("12.1.0")));
    EXPECT_TRUE(matches(request, v("12.6.3")));
    EXPECT_FALSE(matches(request, v("12.0.1")));
    EXPECT_FALSE(matches(request, v("12.7.0")));
    EXPECT_EQ(to_string(request), ">=12.1,<12.7");
}

TEST(Request, RangeBoundsAreComparedByNumber) {
    EXPECT_TRUE(matches(read(">12.4"), v("12.10.0")));
    EXPECT_FALSE(matches(read(">12.4.0"), v("12.4.0")));
    EXPECT_TRUE(matches(read("<=12.4.1"), v("12.4.1")));
    EXPECT_TRUE(matches(read("=12.4"), v("12.4.1")));
    EXPECT_FALSE(matches(read("==12.4"), v("12.40.1")));
    EXPECT_EQ(to_string(read("=12.4")), "==12.4");
}

TEST(Request, PrefixMatchesWholeNumbers) {
    EXPECT_TRUE(matches(read("12.4"), v("12.4.1")));
    EXPECT_FALSE(matches(read("12.4"), v("12.40.0")));
    EXPECT_TRUE(matches(read("latest"), v("12.4.1")));
    EXPECT_FALSE(matches(read("system"), v("12.4.1")));
    EXPECT_FALSE(matches(read("prod"), v("12.4.1")));
}

TEST(Request, OtherWordsAreNames) {
    for (const std::string_view name : {"foo", "prod-2", "system-12.2", "my_cuda.old", "cu12.4x"}) {
        EXPECT_EQ(read(name).kind, Kind::name) << name;
        EXPECT_EQ(read(name).text, name);
    }
}

TEST(Request, AnyFormTakesCompanions) {
    for (const std::string_view text :
         {"12.4+cudnn9", "latest+cudnn9", ">=12.1,<12.7+cudnn9", "cu124+cudnn9", "prod+cudnn9",
          "system+cudnn9", "system:/opt/cuda+cudnn9", "recommended+cudnn9"}) {
        const Request request = read(text);
        ASSERT_EQ(request.companions.size(), 1U) << text;
        EXPECT_EQ(request.companions[0].name, "cudnn");
        EXPECT_EQ(request.companions[0].version, v("9"));
    }
}

TEST(Request, CompanionsAreSortedByName) {
    EXPECT_EQ(to_string(read("12.4+nccl2.21+cudnn8.9.7")), "12.4+cudnn8.9.7+nccl2.21");
}

TEST(Request, CompanionTwiceIsRefused) {
    const auto request = parse_request("12.4+cudnn8+nccl+cudnn9");

    ASSERT_FALSE(request);
    EXPECT_EQ(request.error().code, Code::usage);
    EXPECT_EQ(request.error().found, "cudnn8 and cudnn9");
}

TEST(Companion, VersionBeginsAtTheFirstDigit) {
    const auto companion = parse_companion("cudnn8.9.7").value();

    EXPECT_EQ(companion.name, "cudnn");
    EXPECT_EQ(companion.version, v("8.9.7"));
    EXPECT_EQ(companion.build, "");
    EXPECT_FALSE(parse_companion("nccl").value().version);
}

TEST(Companion, AtSignSeparatesANameThatEndsInADigit) {
    const auto companion = parse_companion("nvjpeg2000@0.9").value();

    EXPECT_EQ(companion.name, "nvjpeg2000");
    EXPECT_EQ(companion.version, v("0.9"));
    EXPECT_EQ(to_string(companion), "nvjpeg2000@0.9");
    EXPECT_EQ(parse_companion("cudnn@9.1").value(), parse_companion("cudnn9.1").value());
}

TEST(Companion, NameThatEndsInADigitIsWrittenWithoutAVersion) {
    const auto companion = parse_companion("nvjpeg2000@").value();

    EXPECT_EQ(companion.name, "nvjpeg2000");
    EXPECT_FALSE(companion.version);
    EXPECT_EQ(parse_companion(to_string(companion)).value(), companion);
}

TEST(Companion, BuildStandsBehindASlash) {
    const auto companion = parse_companion("cudnn8.9.7/cuda11").value();

    EXPECT_EQ(companion.version, v("8.9.7"));
    EXPECT_EQ(companion.build, "cuda11");
    EXPECT_EQ(to_string(companion), "cudnn8.9.7/cuda11");

    EXPECT_EQ(parse_companion("cudnn7.6.5/cuda10.2").value().build, "cuda10.2");
}

class BadRequest : public testing::TestWithParam<std::string_view> {};

TEST_P(BadRequest, IsUsageAndNamesTheText) {
    const auto request = parse_request(GetParam());

    ASSERT_FALSE(request) << GetParam();
    EXPECT_EQ(request.error().code, Code::usage);
    EXPECT_NE(request.error().what, "");
    EXPECT_LE(request.error().found.size(), 110U);
}

INSTANTIATE_TEST_SUITE_P(
    Request, BadRequest,
    testing::Values("", "+", "+cudnn9", "12.4+", "12.4++cudnn9", "../../bin", "..", "12/4",
                    "/opt/cuda", "opt/cuda", "path:", "path:opt", "path:/opt/../etc", "path:/..",
                    "path:/a:/b", "system:", "system:foo", "system:../x", "latest:", "latest:x",
                    ":latest", "12:latest:", "12.4:latest:1", ">=", ">=12.1,", ",<12", ">=12.1,12",
                    "=>12", "~12", "12.*", "12.4.1.2.3", "12..4", "1e3", "-12", "12 4", "12.4 ",
                    "a\tb", "12.4\n", "12.4+cuDNN9", "12.4+9", "12.4+cudnn8.x", "12.4+cudnn@",
                    "12.4+cudnn@@9", "12.4+cudnn/cuda11", "12.4+cudnn8/", "12.4+cudnn8/cuda",
                    "12.4+cudnn8/../x1", "12.4+cudnn8/cuda11/x", "12.4+cudnn8/cuda11.",
                    "12.4+cudnn8/cuda1.2.3", "12.4+cudnn8/cuda.2", "foo;rm", "$(id)", "a..b",
                    "name with blank", "\x1b[31mred", "\x7f", "µ", "\xff\xfe"));

TEST(Request, NulByteIsRefused) {
    EXPECT_EQ(parse_request(std::string_view("12.4\0x", 6)).error().code, Code::usage);
}

TEST(Request, VeryLongTextIsRefusedAndShownShort) {
    for (const std::size_t size : {65U, 5'000U, 10'000'000U}) {
        const auto request = parse_request(std::string(size, 'a'));

        ASSERT_FALSE(request);
        EXPECT_EQ(request.error().code, Code::usage);
        EXPECT_LE(request.error().found.size(), 110U);
    }
}

TEST(Request, ManyPlusesInAPathStayCheap) {
    EXPECT_EQ(read("path:/" + std::string(4000, '+')).kind, Kind::path);
}

TEST(Requests, AreSeparatedByBlanks) {
    const auto requests = parse_requests("  12.4+cudnn9 \t 11.8  system:12.2 ").value();

    ASSERT_EQ(requests.size(), 3U);
    EXPECT_EQ(to_string(requests[2]), "system:12.2");
    EXPECT_TRUE(parse_requests(" \t").value().empty());
}

TEST(Requests, OneBadWordSpoilsTheList) {
    EXPECT_EQ(parse_requests("12.4 ../x").error().found, "../x");
}

TEST(Name, TakesLettersDigitsAndThreeSigns) {
    EXPECT_TRUE(is_valid_name("prod"));
    EXPECT_TRUE(is_valid_name("Prod-2_x.y"));
    for (const std::string_view name :
         {"", "2prod", "-x", ".x", "a/b", "a..b", "a b", "a+b", "a:b", "a@b"}) {
        EXPECT_FALSE(is_valid_name(name)) << name;
    }
}

TEST(Name, IsNoWordOfTheGrammarAndNoVersion) {
    for (const std::string_view name :
         {"latest", "system", "path", "recommended", "v12", "cu124", "cuda-12.4", "cuda11"}) {
        EXPECT_FALSE(is_valid_name(name)) << name;
    }
}

TEST(Name, IsNotThatOfALockThatIsNoStacks) {
    EXPECT_FALSE(is_valid_name("store"));
    EXPECT_FALSE(is_valid_name("shims"));
}

TEST(Request, CanonicalSpellingReadsBackTheSame) {
    for (const std::string_view text :
         {"12.4+cudnn9.1+nvjpeg2000@0.9", "latest", ">=12.1,<12.7,==12.4", "system:12.2", "prod",
          "path:/opt/g++"}) {
        const Request first = read(text);
        Request second = read(to_string(first));
        second.raw = first.raw;
        EXPECT_EQ(second, first) << text;
    }
}

}  // namespace
}  // namespace cudaenv::base
