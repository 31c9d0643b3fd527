// SPDX-License-Identifier: MIT
// gc, fetch and cache.
#include <filesystem>

#include "command_fixture.hpp"
#include "commands/cache.hpp"
#include "commands/fetch.hpp"
#include "commands/gc.hpp"
#include "commands/pin.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class StoreCommandsTest : public CommandTest {
  protected:
    std::string archive() const { return world.cache_dir + "/" + toolkits()[1].rel_path(); }
    // An object that no stack uses.
    void litter() const {
        const std::string name(64, 'e');
        folder.write("root/store/objects/ee/" + name, std::string(4096, 'x'));
    }
    std::string litter_path() const {
        return world.layout.objects() + "/ee/" + std::string(64, 'e');
    }
};

TEST_F(StoreCommandsTest, GcDropsWhatNoStackUses) {
    ASSERT_TRUE(run_install({"12.4"}).has_value());
    litter();

    const auto report = gc({}, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(texts(*report), ElementsAre("freed 4.0 KiB"));
    EXPECT_FALSE(sys::exists(litter_path()));
    EXPECT_TRUE(sys::exists(world.layout.prefix("12.4.1") + "/bin/nvcc"));
}

TEST_F(StoreCommandsTest, GcDryRunOnlyCounts) {
    litter();

    const auto report = gc({true}, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->out, "remove 1 objects of the store (4.0 KiB)\n");
    EXPECT_TRUE(sys::exists(litter_path()));
}

TEST_F(StoreCommandsTest, FetchPutsTheArchiveIntoTheCacheForALaterInstall) {
    const auto report = fetch({.requests = {"12.4"}, .parts = {}, .transfer = {}}, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_EQ(report->out, archive() + "\n");
    EXPECT_TRUE(sys::exists(archive()));
    EXPECT_FALSE(sys::exists(world.layout.root()));
    world.options.offline = true;
    world.config.mirrors = {"file:///nowhere"};
    EXPECT_TRUE(run_install({"12.4"}).has_value());
}

TEST_F(StoreCommandsTest, CacheTellsWhereItIs) {
    EXPECT_EQ(cache({}, world)->out, world.cache_dir + "\n");
}

TEST_F(StoreCommandsTest, CacheTellsOfAFolderWhoseNameIsNotUtf8) {
    world.cache_dir = folder / "cache-\xff";

    EXPECT_THAT(cache({}, world)->json, ::testing::HasSubstr("cache-"));
}

TEST_F(StoreCommandsTest, CacheClearRemovesArchives) {
    ASSERT_TRUE(fetch({.requests = {"12.4"}, .parts = {}, .transfer = {}}, world).has_value());

    const auto report = cache({.action = CacheRequest::Action::clear}, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_FALSE(sys::exists(archive()));
    EXPECT_TRUE(fetch({.requests = {"12.4"}, .parts = {}, .transfer = {}}, world).has_value());
}

TEST_F(StoreCommandsTest, CacheClearLeavesWhatIsBeingDownloaded) {
    ASSERT_TRUE(fetch({.requests = {"12.4"}, .parts = {}, .transfer = {}}, world).has_value());
    const auto lock = sys::Lock::take(archive() + ".lock");
    ASSERT_TRUE(lock.has_value());

    ASSERT_TRUE(cache({.action = CacheRequest::Action::clear}, world).has_value());

    EXPECT_TRUE(sys::exists(archive()));
}

TEST_F(StoreCommandsTest, CacheClearRefusesAFolderOfSomebodyElse) {
    folder.write("cache/thesis.tex", "years of work");

    const auto report = cache({.action = CacheRequest::Action::clear}, world);

    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, Code::refused);
    EXPECT_EQ(folder.read("cache/thesis.tex"), "years of work");
}

TEST_F(StoreCommandsTest, ClearingAnAbsentCacheIsDone) {
    EXPECT_TRUE(cache({.action = CacheRequest::Action::clear}, world).has_value());
}

TEST_F(StoreCommandsTest, PinKeepsTheRestOfTheFile) {
    const std::string path =
        folder.write("project/.cuda-version", "11.8\n# why\nccbin /usr/bin/g++\n");

    ASSERT_TRUE(write_pin(path, "12.4").has_value());

    EXPECT_EQ(folder.read("project/.cuda-version"), "12.4\n# why\nccbin /usr/bin/g++\n");
}

TEST_F(StoreCommandsTest, PinMakesTheFile) {
    ASSERT_TRUE(write_pin(folder / "project/.cuda-version", "12.4 11.8").has_value());

    EXPECT_EQ(folder.read("project/.cuda-version"), "12.4 11.8\n");
}

}  // namespace
}  // namespace cudaenv::commands
