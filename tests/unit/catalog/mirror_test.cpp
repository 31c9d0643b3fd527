// SPDX-License-Identifier: MIT
#include "catalog/mirror.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cudaenv::catalog {
namespace {

using testing::ElementsAre;
using Urls = std::vector<std::string>;

struct Case {
    std::string_view url, path;
};

class PathBelowHost : public testing::TestWithParam<Case> {};

TEST_P(PathBelowHost, IsSafeOrEmpty) {
    EXPECT_EQ(path_below_host(GetParam().url), GetParam().path) << GetParam().url;
}

INSTANTIATE_TEST_SUITE_P(Urls, PathBelowHost,
                         testing::ValuesIn(std::vector<Case>{
                             {"https://h/compute/cuda/12.4.1/a.run", "compute/cuda/12.4.1/a.run"},
                             {"https://user:p@ss@h:8080/a/b.run", "a/b.run"},
                             {"https://[2001:db8::1]:443/a/b.run", "a/b.run"},
                             {"file:///srv/mirror/a.run", "srv/mirror/a.run"},
                             {"https://h/a.run?sig=/../x", "a.run"},
                             {"https://h/a.run#/../x", "a.run"},
                             {"https://h//a///b.run", "a/b.run"},
                             {"https://h/a%20b%2B/c.run", "a b+/c.run"},
                             {"https://h/%E2%82%AC.run", "\xe2\x82\xac.run"},
                             {"https://h/...", "..."},
                             {"https://h/..a/.b", "..a/.b"},
                             {"https://h", ""},
                             {"https://h/", ""},
                             {"https://h?x=/a", ""},
                             {"https://h#/a", ""},
                             {"https://h/a/", ""},
                             {"https://h/..", ""},
                             {"https://h/a/../../etc/passwd", ""},
                             {"https://h/a/./b", ""},
                             {"https://h/%2e%2E/b", ""},
                             {"https://h/.%2e/b", ""},
                             {"https://h/a%2F..%2Fb", ""},
                             {"https://h/a%2fb", ""},
                             {"https://h/a%00b", ""},
                             {"https://h/a%0Ab", ""},
                             {"https://h/a%7Fb", ""},
                             {"https://h/a\tb", ""},
                             {"https://h/a%", ""},
                             {"https://h/a%2", ""},
                             {"https://h/a%zz", ""},
                             {"https://h/a%-1", ""},
                             {"https://h/a%+1", ""},
                             {"/etc/passwd", ""},
                             {"a/b", ""},
                             {"", ""},
                         }));

const Urls kPublished{"https://developer.download.nvidia.com/compute/cuda/12.4.1/a.run"};

TEST(Addresses, WithoutMirrorsAreThePublishedOnes) {
    EXPECT_EQ(addresses(kPublished, {}), kPublished);
}

TEST(Addresses, MirrorReplacesTheHost) {
    const Urls mirrors{"https://mirror.example/nvidia/"};

    EXPECT_THAT(addresses(kPublished, mirrors),
                ElementsAre("https://mirror.example/nvidia/compute/cuda/12.4.1/a.run"));
}

TEST(Addresses, KeepTheOrderOfTheMirrors) {
    const Urls mirrors{"file:///srv/mirror", std::string(kNvidiaHost) + "/", "http://[::1]:8080"};

    EXPECT_THAT(addresses(kPublished, mirrors),
                ElementsAre("file:///srv/mirror/compute/cuda/12.4.1/a.run", kPublished.front(),
                            "http://[::1]:8080/compute/cuda/12.4.1/a.run"));
}

TEST(Addresses, OlderHostMapsByItsPath) {
    const Urls urls{"https://developer.nvidia.com/compute/cuda/8.0/Prod2/a-run",
                    "https://developer.nvidia.com/compute/cuda/8.0/prod/a-run"};
    const Urls mirrors{"https://m"};

    EXPECT_THAT(addresses(urls, mirrors), ElementsAre("https://m/compute/cuda/8.0/Prod2/a-run",
                                                      "https://m/compute/cuda/8.0/prod/a-run"));
}

TEST(Addresses, FileOfAnotherHostIsAskedForThere) {
    const Urls urls{"https://files.example/a.run", kPublished.front()};
    const Urls mirrors{"https://m"};

    EXPECT_THAT(addresses(urls, mirrors),
                ElementsAre("https://m/compute/cuda/12.4.1/a.run", "https://files.example/a.run"));
}

TEST(Addresses, HostBehindUserInfoIsTheHost) {
    const Urls urls{"https://developer.download.nvidia.com@evil.example/a.run"};
    const Urls mirrors{"https://m"};

    EXPECT_EQ(addresses(urls, mirrors), urls);
}

TEST(Addresses, HostIsComparedWithoutCaseUserAndPort) {
    const Urls urls{"https://me:pw@Developer.Download.NVIDIA.com:443/a.run"};
    const Urls mirrors{"https://m"};

    EXPECT_THAT(addresses(urls, mirrors), ElementsAre("https://m/a.run"));
}

TEST(Addresses, SameAddressStandsOnce) {
    const Urls mirrors{"https://m", "https://m/", std::string(kNvidiaHost)};
    const Urls urls{kPublished.front(), kPublished.front() + "?token=1"};

    EXPECT_THAT(addresses(urls, mirrors),
                ElementsAre("https://m/compute/cuda/12.4.1/a.run", urls[0], urls[1]));
}

TEST(Addresses, PathIsEncodedAgain) {
    const Urls urls{"https://developer.download.nvidia.com/a%20b%3Fc%25.run"};
    const Urls mirrors{"https://m"};

    EXPECT_THAT(addresses(urls, mirrors), ElementsAre("https://m/a%20b%3fc%25.run"));
}

}  // namespace
}  // namespace cudaenv::catalog
