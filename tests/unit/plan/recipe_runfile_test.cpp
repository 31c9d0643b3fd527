// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::plan {
namespace {

using ::testing::ElementsAre;

TEST(RunfileRecipe, DescribesTheStackAndItsArchive) {
    const catalog::Release release = a_release();

    const auto install = recipe_for(a_wish(release, "12.4"), {}, a_context());

    ASSERT_TRUE(install.has_value()) << install.error().what;
    EXPECT_EQ(install->receipt.stack, "12.4.1");
    EXPECT_EQ(install->receipt.requested, "12.4");
    EXPECT_EQ(install->receipt.platform, "linux-x86_64");
    EXPECT_EQ(install->receipt.made_by, "1.2.3");
    EXPECT_EQ(install->receipt.catalog_serial, 41U);
    ASSERT_EQ(install->artifacts.size(), 1U);
    const Artifact& artifact = install->artifacts.front();
    EXPECT_EQ(artifact.name, "cuda_12.4.1_linux.run");
    EXPECT_EQ(artifact.sha256, std::string(64, 'a'));
    EXPECT_FALSE(artifact.is_cached);
    EXPECT_TRUE(install->keep_archives);
    EXPECT_FALSE(install->replace);
}

TEST(RunfileRecipe, ArchiveLiesInTheCacheAtItsPathBelowTheHost) {
    const catalog::Release release = a_release();

    const auto install = recipe_for(a_wish(release), {}, a_context());

    ASSERT_TRUE(install.has_value());
    EXPECT_EQ(install->artifacts.front().cache_path,
              "/home/me/.cache/cudaenv/compute/cuda/12.4.1/cuda_12.4.1_linux.run");
}

TEST(RunfileRecipe, MirrorsReplaceTheHostInTheirOrder) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.mirrors = {"http://127.0.0.1:8000/", "file:///srv/mirror"};

    const auto install = recipe_for(a_wish(release), {}, context);

    ASSERT_TRUE(install.has_value());
    EXPECT_THAT(install->artifacts.front().urls,
                ElementsAre("http://127.0.0.1:8000/compute/cuda/12.4.1/cuda_12.4.1_linux.run",
                            "file:///srv/mirror/compute/cuda/12.4.1/cuda_12.4.1_linux.run"));
}

TEST(RunfileRecipe, TellsWhatTheCacheHas) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.cache = [](const std::string& path) {
        EXPECT_TRUE(path.ends_with("/cuda_12.4.1_linux.run"));
        return CacheState{.is_whole = false, .partial_bytes = 1000};
    };

    const auto install = recipe_for(a_wish(release), {}, context);

    ASSERT_TRUE(install.has_value());
    EXPECT_EQ(install->artifacts.front().partial_bytes, 1000U);
}

TEST(RunfileRecipe, NoCacheMeansThatNothingOfItIsTrusted) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.cache = [](const std::string&) { return CacheState{.is_whole = true}; };
    Wanted wanted = a_wish(release);
    wanted.use_cache = false;

    const auto install = recipe_for(wanted, {}, context);

    ASSERT_TRUE(install.has_value());
    EXPECT_FALSE(install->artifacts.front().is_cached);
    EXPECT_TRUE(install->artifacts.front().is_renewed);
}

TEST(RunfileRecipe, FileOfThePersonIsReadWhereItLies) {
    const catalog::Release release = a_release();
    Wanted wanted = a_wish(release);
    wanted.local = LocalFile{.path = "/media/usb/cuda.run", .size_bytes = 5, .md5 = ""};

    const auto install = recipe_for(wanted, {}, a_context());

    ASSERT_TRUE(install.has_value());
    EXPECT_EQ(install->artifacts.front().cache_path, "/media/usb/cuda.run");
    EXPECT_TRUE(install->artifacts.front().is_borrowed);
    EXPECT_EQ(install->artifacts.front().sha256, std::string(64, 'a')) << "the catalog's counts";
}

TEST(RunfileRecipe, RefusesAFileThatNothingVerifies) {
    catalog::Release release = a_release();
    release.runfiles.front().sha256.clear();

    const auto install = recipe_for(a_wish(release), {}, a_context());

    ASSERT_FALSE(install.has_value());
    EXPECT_EQ(install.error().code, Code::checksum);
}

TEST(RunfileRecipe, ForceAcceptsAFileOfThePersonWithoutDigestButNoDownload) {
    catalog::Release release = a_release();
    release.runfiles.front().sha256.clear();
    Wanted wanted = a_wish(release);
    wanted.force = true;

    EXPECT_FALSE(recipe_for(wanted, {}, a_context()).has_value());
    wanted.local = LocalFile{.path = "/media/usb/cuda.run", .size_bytes = 5, .md5 = ""};
    EXPECT_TRUE(recipe_for(wanted, {}, a_context()).has_value());
}

TEST(RunfileRecipe, DigestBesideThePersonsFileServesWhereTheCatalogHasNone) {
    catalog::Release release = a_release();
    release.runfiles.front().sha256.clear();
    Wanted wanted = a_wish(release);
    wanted.local =
        LocalFile{.path = "/media/usb/cuda.run", .size_bytes = 5, .md5 = std::string(32, 'b')};

    const auto install = recipe_for(wanted, {}, a_context());

    ASSERT_TRUE(install.has_value());
    EXPECT_EQ(install->artifacts.front().md5, std::string(32, 'b'));
}

TEST(RunfileRecipe, ReleaseWithoutAFileForThePlatformIsUnknown) {
    const catalog::Release release = a_release();
    Wanted wanted = a_wish(release);
    wanted.platform = "linux-ppc64le";

    const auto install = recipe_for(wanted, {}, a_context());

    ASSERT_FALSE(install.has_value());
    EXPECT_EQ(install.error().code, Code::unknown_release);
}

}  // namespace
}  // namespace cudaenv::plan
