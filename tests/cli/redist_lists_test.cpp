// SPDX-License-Identifier: MIT
// Where lists and archives come from (mirrors, folders, the cache), and lists that lie.
#include <algorithm>

#include "redist_box.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using RedistLists = RedistBox;

const char* const kList = "/compute/cuda/redist/redistrib_12.4.1.json";

TEST_F(RedistLists, AMirrorOfFoldersServesEverySource) {
    box.set("CUDAENV_MIRROR", "file://" + published().mirror.path());

    install({"12.4"});
    install({"--profile", "minimal", "11.8+cudnn8.1.0"});
    install({"12.4+cudnn9.1.0+cutensor2.0.2"});

    EXPECT_EQ(mirror.traffic().requests, 0U);
    EXPECT_EQ(box.run({"verify", "--all"}).exit, 0);
    EXPECT_EQ(receipt("12.4.1")["artifacts"][0]["url"].get<std::string>().substr(0, 8), "file:///");
}

TEST_F(RedistLists, AFolderServesListsAndArchivesOffline) {
    const std::string folder = published().mirror.path();

    install({"--offline", "--from", folder, "--profile", "minimal", "12.4+cudnn8.9.7"});

    EXPECT_EQ(mirror.traffic().requests, 0U);
    EXPECT_FALSE(box.exists(cache() + "/compute")) << "a person's folder is not copied";
    EXPECT_EQ(box.run({"verify", "12.4.1+cudnn8.9.7"}).exit, 0);
}

TEST_F(RedistLists, AFolderMayHaveAllOfThemSideBySide) {
    const std::string flat = box.folder().make("usb");
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(published().mirror.path())) {
        if (entry.is_regular_file()) {
            std::filesystem::copy_file(entry.path(), flat + "/" + entry.path().filename().string());
        }
    }

    install({"--offline", "--from", flat, "--profile", "minimal", "12.4+cutensor2.0.2"});

    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(RedistLists, WhatTheFolderLacksIsNamed) {
    const std::string folder = box.folder().make("usb");
    std::filesystem::copy_file(published().mirror.path() + kList,
                               folder + "/redistrib_12.4.1.json");

    const Ran ran = box.run({"install", "--from", folder, "--profile", "minimal", "12.4"});

    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, HasSubstr("cuda_nvcc-linux-x86_64-12.4.131-archive.tar.xz is not in the "
                                   "folder given by --from"));
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(RedistLists, AListIsKeptAndUsedWithoutTheNetwork) {
    EXPECT_EQ(box.run({"install", "--dry-run", "--profile", "minimal", "12.4"}).exit, 0);
    EXPECT_TRUE(box.exists(cache() + kList));
    mirror.reset();

    const Ran ran = box.run({"install", "--offline", "--dry-run", "--profile", "minimal", "12.4"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(RedistLists, WithoutListAndNetworkNothingCanBeSaid) {
    const Ran ran = box.run({"install", "--offline", "--profile", "minimal", "12.4"});

    EXPECT_EQ(ran.exit, 10);
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(RedistLists, AListThatIsNotThePublishedOneIsRefused) {
    mirror.fault(std::string(kList) + " flip=100");

    const Ran ran = box.run({"install", "--profile", "minimal", "12.4"});

    EXPECT_EQ(ran.exit, 6);
    EXPECT_THAT(ran.err,
                HasSubstr("error[CE602]: the list of cuda 12.4.1 is not the published one\n"));
    EXPECT_THAT(ran.err, HasSubstr("  why:   it pins every archive"));
    EXPECT_THAT(fetched(), IsEmpty());
    EXPECT_FALSE(box.exists(cache() + kList));
}

TEST_F(RedistLists, ASpoiltListInTheCacheIsFetchedAgain) {
    box.write(cache() + kList, "{}");

    install({"--profile", "minimal", "12.4"});

    EXPECT_EQ(mirror.traffic(kList).requests, 1U);
    EXPECT_EQ(box.read(cache() + kList), box.read(published().mirror.path() + kList));
}

TEST_F(RedistLists, AnArchiveThatIsNotTheListedOneIsRefused) {
    mirror.fault("/compute/cuda/redist/cuda_nvcc/* flip=50");

    const Ran ran = box.run({"install", "--profile", "minimal", "12.4"});

    EXPECT_EQ(ran.exit, 6);
    EXPECT_EQ(box.run({"versions", "--bare"}).out, "");
    mirror.clear_faults();
    install({"--profile", "minimal", "12.4"});
}

// --- lists that nobody vouches for ---------------------------------------------------------------

struct Hostile {
    std::string name, list, said;
};

void PrintTo(const Hostile& row, std::ostream* out) {
    *out << row.name;
}

std::string list_with(const std::string& archive) {
    return R"({"release_label": "12.4.1", "cuda_cudart": {"version": "12.4.1", "linux-x86_64": {)" +
           archive + "}}}";
}

std::string archive_at(const std::string& path, const std::string& size = "10") {
    return R"("relative_path": ")" + path + R"(", "sha256": ")" + std::string(64, 'a') +
           R"(", "size": ")" + size + "\"";
}

class HostileList : public RedistBox, public testing::WithParamInterface<Hostile> {};

TEST_P(HostileList, IsRefusedBeforeAnythingOfItIsUsed) {
    const std::string host = "https://developer.download.nvidia.com";
    box.folder().write(
        "catalog/redist/cuda.toml",
        "schema = 1\nproduct = \"cuda\"\n[[release]]\nversion = \"12.4.1\"\nurl = \"" + host +
            kList + "\"\nbuilds = [{ platforms = [\"linux-x86_64\"] }]\n");
    box.set("CUDAENV_CATALOG", box.folder() / "catalog");
    box.folder().write(std::string("hostile") + kList, GetParam().list);
    const LocalMirror liar(serving(box.folder() / "hostile"));
    box.set("CUDAENV_MIRROR", liar.url());

    const Ran ran = box.run({"install", "--only", "cudart", "12.4.1"});

    EXPECT_EQ(ran.exit, 6) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(GetParam().said));
    EXPECT_EQ(liar.traffic().requests, liar.traffic(kList).requests);
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, HostileList,
    testing::Values(
        Hostile{"not JSON", "<html>log in</html>", "redistrib_12.4.1.json"},
        Hostile{"empty", "{}", "lists no components"},
        Hostile{"traversal", list_with(archive_at("../../../x.tar.xz")),
                "relative_path is not valid"},
        Hostile{"absolute", list_with(archive_at("/etc/x.tar.xz")), "relative_path is not valid"},
        Hostile{"elsewhere", list_with(archive_at("https://evil.example/x.tar.xz")),
                "relative_path is not valid"},
        Hostile{"size", list_with(archive_at("cuda_cudart/x.tar.xz", "-1")), "size is not valid"},
        Hostile{"no digest", list_with(R"("relative_path": "a/x.tar.xz")"), "sha256 is missing"},
        Hostile{"twice", R"({"cuda_cudart": {}, "cuda_cudart": {}})", "twice"},
        Hostile{"deep", std::string(5000, '[') + std::string(5000, ']'), "redistrib_12.4.1.json"}));

}  // namespace
}  // namespace cudaenv::test
