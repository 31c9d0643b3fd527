// SPDX-License-Identifier: MIT
// What the built program learns of new releases from a mirror on loopback, and what it does with
// pages that lie.
#include <gmock/gmock.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "support/local_mirror.hpp"
#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kCuda = "compute/cuda/redist/";
const std::string kCudnn = "compute/cudnn/redist/";
const std::string kNews = "cuda 90.1.0 (linux-sbsa, linux-x86_64)\ncudnn 90.2.0 (cuda12, cuda90)\n";

std::string archive() {
    return R"({"relative_path": "a/a.tar.xz", "size": "1", "sha256": ")" + std::string(64, 'a') +
           R"("})";
}

std::string cuda_list(const std::string& version) {
    return R"({"release_date": "2026-11-20", "release_label": ")" + version +
           R"(", "release_product": "cuda", "cuda_nvcc": {"version": "90.1.7", "linux-x86_64": )" +
           archive() + R"(, "linux-sbsa": )" + archive() + "}}";
}

std::string cudnn_list(const std::string& version) {
    return R"({"release_label": ")" + version +
           R"(", "release_product": "cudnn", "cudnn": {"version": ")" + version +
           R"(.3", "linux-x86_64": {"cuda12": )" + archive() + R"(, "cuda90": )" + archive() +
           "}}}";
}

class Update : public testing::Test {
  protected:
    Update() : mirror(serving(folder.path())) {
        box.set("CUDAENV_MIRROR", mirror.url());
        box.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
        box.set("CUDAENV_RETRIES", "0");
        folder.write(kCuda + "redistrib_12.4.1.json", "known: not read");
        folder.write(kCuda + "redistrib_90.1.0.json", cuda_list("90.1.0"));
        folder.write(kCudnn + "redistrib_90.2.0.json", cudnn_list("90.2.0"));
        folder.write("compute/cuda/90.1.0/docs/sidebar/md5sum.txt",
                     std::string(32, 'b') + " cuda_90.1.0_linux.run\n" + std::string(32, 'c') +
                         " cuda_90.1.0_999.1_linux_sbsa.run\n" + std::string(32, 'd') +
                         " cuda_90.1.0_windows.exe\n");
    }
    std::string learned() const { return box.home() + "/.cache/cudaenv/catalogs/learned"; }
    json data_of(const std::vector<std::string>& args) const {
        return json::parse(box.run(args).out)["data"];
    }

    Sandbox box;
    TempFolder folder;
    LocalMirror mirror;
};

TEST_F(Update, LearnsOfReleasesAndUsesThem) {
    const Ran ran = box.run({"update"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(ran.out, kNews);
    EXPECT_THAT(ran.err,
                AllOf(HasSubstr("no index of cublasmp, "), HasSubstr("learned of 2 releases"),
                      HasSubstr("nobody has reviewed")));
    EXPECT_EQ(box.run({"latest", "-k"}).out, "90.1.0\n");
    EXPECT_EQ(data_of({"info", "90.1", "--json"})["reviewed"], false);
    const json plan = data_of({"install", "-n", "--build-only", "--json", "90"});
    EXPECT_THAT(plan.dump(), HasSubstr("/compute/cuda/90.1.0/local_installers/"
                                       "cuda_90.1.0_linux.run"));
    EXPECT_EQ(mirror.traffic("/" + kCuda + "redistrib_12.4.1.json").requests, 0U);
}

TEST_F(Update, WhatIsKnownIsNotLearnedAgain) {
    ASSERT_EQ(box.run({"update"}).exit, 0);
    mirror.reset();

    const Ran ran = box.run({"update", "--json"});

    EXPECT_EQ(json::parse(ran.out)["data"], json({{"added", json::array()}, {"checked", 2}}));
    EXPECT_THAT(ran.err, HasSubstr("nothing new in 2 indexes"));
    EXPECT_EQ(mirror.traffic("/" + kCuda + "redistrib_90.1.0.json").requests, 0U);
}

TEST_F(Update, ReadsAMirrorOnDiskToo) {
    box.set("CUDAENV_MIRROR", "file://" + folder.path());

    EXPECT_EQ(box.run({"update"}).out, kNews);
}

TEST_F(Update, OfflineChangesNothingAndSaysSo) {
    const Ran ran = box.run({"update", "--offline"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "cudaenv: note: offline: no index was asked, nothing has changed\n");
    EXPECT_EQ(mirror.traffic().requests, 0U);
    EXPECT_FALSE(box.exists(box.root() + "/cache"));
}

TEST_F(Update, UnreviewedReleasesCanBeDenied) {
    ASSERT_EQ(box.run({"update"}).exit, 0);
    ASSERT_EQ(box.run({"config", "data.unreviewed", "deny"}).exit, 0);

    EXPECT_THAT(box.run({"latest", "-k"}).out, Not(HasSubstr("90")));
    EXPECT_EQ(box.run({"install", "-n", "90.1.0"}).exit, 3);
    EXPECT_EQ(box.run({"install", "-n", "--build-only", "12.4+cudnn90"}).exit, 3);
}

TEST_F(Update, APlainMirrorOnTheNetworkIsNotAsked) {
    box.set("CUDAENV_MIRROR", "http://127.example.invalid");

    const Ran ran = box.run({"update"});

    EXPECT_EQ(ran.exit, 4);
    EXPECT_THAT(ran.err, HasSubstr("no mirror may tell of new releases"));
}

TEST_F(Update, NobodyToAskIsAFailureOfTheNetwork) {
    box.set("CUDAENV_MIRROR", "http://127.0.0.1:1");

    EXPECT_EQ(box.run({"update"}).exit, 5);
}

TEST_F(Update, TheFirstMirrorThatHasAnIndexIsTaken) {
    const TempFolder empty;
    box.set("CUDAENV_MIRROR", "file://" + empty.path() + " " + mirror.url());

    EXPECT_EQ(box.run({"update"}).out, kNews);
}

struct Lie {
    const char* name;
    const char* fault;  // of the mirror; or
    const char* path;   // a file
    std::string text;
    const char* warning;
};

class Hostile : public Update, public testing::WithParamInterface<Lie> {};

// What lies is left out with a warning; the other product is learned of, and what was known stays.
TEST_P(Hostile, IsNamedAndLeftOut) {
    const Lie& lie = GetParam();
    if (*lie.fault != '\0') mirror.fault(lie.fault);
    if (*lie.path != '\0') folder.write(lie.path, lie.text);

    const Ran ran = box.run({"update"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.out, "cudnn 90.2.0 (cuda12, cuda90)\n");
    EXPECT_THAT(ran.err, HasSubstr(lie.warning));
    EXPECT_EQ(box.run({"latest", "-k"}).exit, 0);
    EXPECT_THAT(box.run({"latest", "-k"}).out, Not(HasSubstr("90.1.0")));
}

std::string deep() {
    return std::string(100'000, '[') + std::string(100'000, ']');
}
const std::string kDigests = "compute/cuda/90.1.0/docs/sidebar/md5sum.txt";
const std::string kList = kCuda + "redistrib_90.1.0.json";

INSTANTIATE_TEST_SUITE_P(
    Pages, Hostile,
    testing::Values(
        Lie{"index", "/compute/cuda/redist/ status=200", "", "", "is left out: this is no index"},
        Lie{"missing", "/compute/cuda/redist/ status=404", "", "", "no index of cublasmp, cuda"},
        Lie{"cut", "/compute/cuda/redist/redistrib_90.1.0.json cut=40", "", "",
            "cuda 90.1.0 is left out"},
        Lie{"page", "", kList.c_str(), "<html>sign in</html>", "cuda 90.1.0 is left out"},
        Lie{"huge", "", kList.c_str(), std::string(2U << 20U, ' '), "longer than 1048576 bytes"},
        Lie{"deep", "", kList.c_str(), deep(), "cuda 90.1.0 is left out"},
        Lie{"other", "", kList.c_str(), cuda_list("90.9.0"), "the list of another release"},
        Lie{"digests", "", kDigests.c_str(), "<html>404</html>", "no installer for Linux"},
        Lie{"traversal", "", kDigests.c_str(),
            std::string(32, 'b') + " ../../cuda_90.1.0_linux.run", "no installer for Linux"}),
    [](const auto& lie) { return std::string(lie.param.name); });

TEST_F(Update, AFloodOfLinksIsNotFollowed) {
    for (int i = 0; i < 300; ++i) {
        folder.write(kCuda + "redistrib_91.0." + std::to_string(i) + ".json", "x");
    }

    const Ran ran = box.run({"update"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.err, HasSubstr("has 301 new releases: only the newest 50 are looked at"));
    EXPECT_LT(mirror.traffic().requests, 100U);
}

// The write is one step: killed at any time, what is there is the old or the new, and whole.
TEST_F(Update, KilledItLeavesWhatWasKnown) {
    ASSERT_EQ(box.run({"update"}).exit, 0);
    const std::string before = box.read(learned() + "/redist/cudnn.toml");
    folder.write(kCudnn + "redistrib_90.3.0.json", cudnn_list("90.3.0"));
    mirror.fault("/" + kCudnn + "redistrib_90.3.0.json stall=5");

    const Ran ran =
        box.run_program({"/usr/bin/timeout", "-s", "KILL", "1", Sandbox::binary(), "update"});

    EXPECT_EQ(ran.exit, 128 + SIGKILL);
    EXPECT_EQ(box.read(learned() + "/redist/cudnn.toml"), before);
    box.write(learned() + "/../.learned.abcdef/redist/cudnn.toml", "half");
    mirror.clear_faults();
    EXPECT_EQ(box.run({"update"}).out, "cudnn 90.3.0 (cuda12, cuda90)\n");
    EXPECT_FALSE(box.exists(learned() + "/../.learned.abcdef"));
}

TEST_F(Update, WhatCannotBeReadIsLearnedAnew) {
    ASSERT_EQ(box.run({"update"}).exit, 0);
    box.write(learned() + "/toolkits/90.toml", "schema = [");

    EXPECT_THAT(box.run({"latest", "-k"}).err, HasSubstr("`cudaenv update` writes it anew"));
    EXPECT_EQ(box.run({"update"}).out, kNews);
    EXPECT_EQ(box.run({"latest", "-k"}).out, "90.1.0\n");
}

TEST_F(Update, ClearingTheCacheKeepsIt) {
    ASSERT_EQ(box.run({"update"}).exit, 0);

    ASSERT_EQ(box.run({"cache", "clear"}).exit, 0);

    EXPECT_EQ(box.run({"latest", "-k"}).out, "90.1.0\n");
}

}  // namespace
}  // namespace cudaenv::test
