// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/companions.hpp"

namespace cudaenv::catalog {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kX86 = "linux-x86_64";
constexpr std::string_view kArm = "linux-sbsa";

const char* const kCudnn = R"(schema = 1
product = "cudnn"
[[release]]
version = "7.6.5"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda10.1"
full = "7.6.5.32"
url = "https://host/cudnn-10.1-linux-x64-v7.6.5.32.tgz"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda10.2"
full = "7.6.5.32"
url = "https://host/cudnn-10.2-linux-x64-v7.6.5.32.tgz"
[[release]]
version = "8.0.5"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda11.0"
url = "https://host/cudnn-11.0-linux-x64-v8.0.5.39.tgz"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda11.1"
url = "https://host/cudnn-11.1-linux-x64-v8.0.5.39.tgz"
[[release]]
version = "8.1.0"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda11.2"
cuda = ["11"]
url = "https://host/cudnn-11.2-linux-x64-v8.1.0.77.tgz"
[[release]]
version = "8.9.7"
full = "8.9.7.29"
url = "https://host/redistrib_8.9.7.json"
builds = [
    { name = "cuda10", cuda = ["10.2"], platforms = ["linux-x86_64"] },
    { name = "cuda11", platforms = ["linux-x86_64", "linux-sbsa"] },
    { name = "cuda12", platforms = ["linux-x86_64", "linux-sbsa"] },
]
[[release]]
version = "9.8.0"
full = "9.8.0.87"
url = "https://host/redistrib_9.8.0.json"
builds = [{ name = "cuda12", platforms = ["linux-x86_64", "linux-sbsa"] }]
[[release]]
version = "9.15.0"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda12"
full = "9.15.0.57"
url = "https://host/a.tar.xz"
[[release.archive]]
platform = "linux-x86_64"
name = "cuda13"
full = "9.15.0.58"
url = "https://host/b.tar.xz"
[[release]]
version = "9.18.0"
url = "https://host/redistrib_9.18.0.json"
)";

const char* const kOthers[] = {R"(schema = 1
product = "nvpl"
[[release]]
version = "24.03"
url = "https://host/redistrib_24.03.json"
builds = [{ platforms = ["linux-sbsa"] }]
)",
                               R"(schema = 1
product = "cuda"
[[release]]
version = "12.4.1"
url = "https://host/redistrib_12.4.1.json"
builds = [{ platforms = ["linux-x86_64"] }]
)"};

RedistIndex an_index() {
    RedistIndex index;
    for (const char* toml : {kCudnn, kOthers[0], kOthers[1]}) {
        RedistIndex part;
        part.releases = parse_product(toml, "test.toml").value();
        lay_over(index, std::move(part));
    }
    return index;
}

// "8.9.7/cuda12 8.9.7.29", or the first line of the error.
std::string found(std::string_view request, std::string_view toolkit,
                  std::string_view platform = kX86) {
    const RedistIndex index = an_index();
    const auto companion = companion_for(index, base::parse_companion(request).value(),
                                         *base::parse_version(toolkit), platform);
    if (!companion) return companion.error().what;
    return companion->release->version + "/" + companion->build->name + " " +
           companion->build->full_version;
}

Error error_of(std::string_view request, std::string_view toolkit,
               std::string_view platform = kX86) {
    const RedistIndex index = an_index();
    const auto companion = companion_for(index, base::parse_companion(request).value(),
                                         *base::parse_version(toolkit), platform);
    EXPECT_FALSE(companion.has_value());
    return companion ? Error{} : companion.error();
}

struct Case {
    std::string request, toolkit, found;
};

void PrintTo(const Case& row, std::ostream* out) {
    *out << row.request << " for " << row.toolkit;
}

class CompanionFinds : public testing::TestWithParam<Case> {};

TEST_P(CompanionFinds, TheBuildThatIsMeant) {
    EXPECT_EQ(found(GetParam().request, GetParam().toolkit), GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(
    Requests, CompanionFinds,
    testing::Values(Case{"cudnn", "12.4.1", "9.15.0/cuda12 9.15.0.57"},
                    Case{"cudnn", "13.0.2", "9.15.0/cuda13 9.15.0.58"},
                    Case{"cudnn9", "12.4.1", "9.15.0/cuda12 9.15.0.57"},
                    Case{"cudnn9.8", "12.0.0", "9.8.0/cuda12 9.8.0.87"},
                    Case{"cudnn8", "12.4.1", "8.9.7/cuda12 8.9.7.29"},
                    Case{"cudnn", "11.8.0", "8.9.7/cuda11 8.9.7.29"},
                    // A full version, also one that only one build has.
                    Case{"cudnn8.9.7.29", "12.4.1", "8.9.7/cuda12 8.9.7.29"},
                    Case{"cudnn9.15.0.58", "13.0.2", "9.15.0/cuda13 9.15.0.58"},
                    // Old builds are for one line of CUDA.
                    Case{"cudnn", "10.2.89", "8.9.7/cuda10 8.9.7.29"},
                    Case{"cudnn", "10.1.243", "7.6.5/cuda10.1 7.6.5.32"},
                    Case{"cudnn7", "10.2.89", "7.6.5/cuda10.2 7.6.5.32"},
                    Case{"cudnn8.0", "11.1.1", "8.0.5/cuda11.1 8.0.5"},
                    Case{"cudnn8.0", "11.0.3", "8.0.5/cuda11.0 8.0.5"},
                    Case{"cudnn8.1", "11.7.1", "8.1.0/cuda11.2 8.1.0"},
                    // A build in so many words, whatever the toolkit.
                    Case{"cudnn8.9.7/cuda11", "12.4.1", "8.9.7/cuda11 8.9.7.29"},
                    Case{"cudnn7.6.5/cuda10.1", "10.2.89", "7.6.5/cuda10.1 7.6.5.32"}));

TEST(CompanionFor, ProductWithoutCudaFitsEveryToolkit) {
    EXPECT_EQ(found("nvpl", "12.4.1", kArm), "24.03/ 24.03");
    EXPECT_EQ(found("nvpl24.3", "13.0.0", kArm), "24.03/ 24.03");
}

TEST(CompanionFor, ReleaseThatIsNamedExactlyIsTakenBeforeLongerNumbers) {
    RedistIndex index;
    index.releases = parse_product(R"(schema = 1
product = "cutensor"
[[release]]
version = "2.0.2"
url = "https://host/redistrib_2.0.2.json"
builds = [{ platforms = ["linux-x86_64"] }]
[[release]]
version = "2.0.2.1"
url = "https://host/redistrib_2.0.2.1.json"
builds = [{ platforms = ["linux-x86_64"] }]
)",
                                   "test.toml")
                         .value();
    const auto version_of = [&](std::string_view request) {
        return companion_for(index, base::parse_companion(request).value(),
                             *base::parse_version("12.4.1"), kX86)
            ->release->version;
    };

    EXPECT_EQ(version_of("cutensor2.0.2"), "2.0.2");
    EXPECT_EQ(version_of("cutensor2.0"), "2.0.2.1");
}

TEST(CompanionFor, OlderReleaseIsTakenWhereTheNewestHasNothing) {
    EXPECT_EQ(found("cudnn", "12.4.1", kArm), "9.8.0/cuda12 9.8.0.87");
    EXPECT_EQ(found("cudnn", "11.8.0", kArm), "8.9.7/cuda11 8.9.7.29");
}

TEST(CompanionFor, UnknownNameIsUsageWithNearOnes) {
    const Error error = error_of("cudn", "12.4.1");

    EXPECT_EQ(error.code, Code::usage);
    EXPECT_EQ(error.what, "no companion cudn");
    EXPECT_THAT(error.notes, Contains("did you mean cudnn?"));
}

TEST(CompanionFor, NameThatIsNearNoneListsAll) {
    EXPECT_EQ(error_of("quartz", "12.4.1").needs, "cudnn, nvpl");
}

TEST(CompanionFor, ToolkitItselfIsNoCompanion) {
    EXPECT_EQ(error_of("cuda12.4.1", "12.4.1").code, Code::usage);
}

TEST(CompanionFor, UnknownVersionNamesTheNewest) {
    const Error error = error_of("cudnn9.80", "12.4.1");

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "cudnn9.80 is not known");
    EXPECT_THAT(error.notes, ElementsAre("newest cudnn for CUDA 12.4.1 is 9.15.0"));
}

TEST(CompanionFor, OtherPlatformNamesThoseThereAre) {
    const Error error = error_of("nvpl", "12.4.1");

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "nvpl is not published for this platform");
    EXPECT_EQ(error.found, "linux-sbsa");
    EXPECT_EQ(error.needs, kX86);
}

TEST(CompanionFor, OtherCudaIsRefusedNamingTheBuilds) {
    const Error error = error_of("cudnn8.9", "13.0.2");

    EXPECT_EQ(error.code, Code::refused);
    EXPECT_EQ(error.ce, "CE504");
    EXPECT_EQ(error.what, "cudnn8.9 has no build for CUDA 13.0");
    EXPECT_EQ(error.found, "cuda10, cuda11, cuda12");
    EXPECT_EQ(error.needs, "a build for CUDA 13.0");
    EXPECT_THAT(error.notes, ElementsAre("newest cudnn for CUDA 13.0.2 is 9.15.0"));
}

TEST(CompanionFor, OldBuildIsNotTakenForAnotherLine) {
    EXPECT_EQ(error_of("cudnn7.6.5", "10.0.130").code, Code::refused);
    EXPECT_EQ(error_of("cudnn8.0.5", "11.2.2").code, Code::refused);
}

TEST(CompanionFor, UnknownBuildNamesThoseThereAre) {
    const Error error = error_of("cudnn8.9.7/cuda13", "13.0.0");

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "cudnn8.9.7/cuda13 is not published");
    EXPECT_EQ(error.found, "cuda10, cuda11, cuda12");
}

TEST(CompanionFor, ReleaseWithUnknownBuildsSaysSo) {
    const Error error = error_of("cudnn9.18.0", "12.4.1");

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "the builds of cudnn9.18.0 are not known");
}

}  // namespace
}  // namespace cudaenv::catalog
