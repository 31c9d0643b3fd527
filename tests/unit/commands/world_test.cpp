// SPDX-License-Identifier: MIT
#include "commands/world.hpp"

#include <gtest/gtest.h>

#include "support/temp_folder.hpp"

namespace cudaenv::commands {
namespace {

// A world with a home and no more, before complete().
struct Fixture {
    test::TempFolder folder;
    World world;

    Fixture() {
        world.now = [] { return std::chrono::system_clock::now(); };
        world.env.set("HOME", folder.path());
        world.options.no_config = true;
    }
    void complete() {
        const auto done = commands::complete(world);
        ASSERT_TRUE(done) << done.error().what;
    }
};

TEST(Complete, TheDefaultRootHasItsCacheAndStateInTheHome) {
    Fixture f;

    f.complete();

    EXPECT_EQ(f.world.layout.root(), f.folder / ".cudaenv");
    EXPECT_EQ(f.world.cache_dir, f.folder / ".cache/cudaenv");
    EXPECT_EQ(f.world.state_dir, f.folder / ".local/state/cudaenv");
    EXPECT_FALSE(std::filesystem::exists(f.folder / ".cudaenv"));
}

TEST(Complete, AnotherRootHoldsThemItself) {
    Fixture f;
    f.world.options.root = f.folder / "cuda/";

    f.complete();

    EXPECT_EQ(f.world.layout.root(), f.folder / "cuda");
    EXPECT_EQ(f.world.cache_dir, f.folder / "cuda/cache");
    EXPECT_EQ(f.world.state_dir, f.folder / "cuda/state");
}

TEST(Complete, XdgAndOurOwnVariablesSayOtherwise) {
    Fixture f;
    f.world.env.set("CUDAENV_ROOT", f.folder / "cuda");
    f.world.env.set("XDG_STATE_HOME", "/xdg/state");
    f.world.env.set("XDG_CACHE_HOME", "relative/is/ignored");
    f.complete();
    EXPECT_EQ(f.world.state_dir, "/xdg/state/cudaenv");
    EXPECT_EQ(f.world.cache_dir, f.folder / "cuda/cache");

    f.world.env.set("CUDAENV_CACHE_DIR", "/big/disk");
    f.complete();
    EXPECT_EQ(f.world.cache_dir, "/big/disk");
}

TEST(Complete, OfflineComesFromTheEnvironmentToo) {
    Fixture f;
    f.world.env.set("CUDAENV_OFFLINE", "1");

    f.complete();

    EXPECT_TRUE(f.world.options.offline);
}

TEST(Complete, AnArchitectureThatNvidiaDoesNotKnowIsUsage) {
    Fixture f;
    f.world.env.set("CUDAENV_OVERRIDE_ARCH", "mips");

    const auto done = commands::complete(f.world);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::usage);
    EXPECT_EQ(done.error().found, "mips");
}

TEST(Platform, IsTheTargetsBeforeTheOverrides) {
    Fixture f;
    f.world.env.set("CUDAENV_OVERRIDE_ARCH", "ppc64le");
    EXPECT_EQ(platform(f.world), "linux-ppc64le");

    f.world.target_arch = "sbsa";
    EXPECT_EQ(platform(f.world), "linux-sbsa");
    f.world.target_arch = "aarch64";
    EXPECT_EQ(platform(f.world), "linux-aarch64") << "a Tegra's";
}

TEST(RaiseGeneration, CountsAndKeepsWhatTheFilesSay) {
    Fixture f;
    f.complete();

    ASSERT_TRUE(raise_generation(f.world));
    ASSERT_TRUE(raise_generation(f.world));

    const auto conf = current_conf(f.world);
    ASSERT_TRUE(conf);
    EXPECT_EQ(conf->generation, 2U);
}

TEST(CurrentConf, ADamagedFileIsMadeAnewFromTheConfig) {
    Fixture f;
    f.world.options.no_config = false;
    f.folder.write(".cudaenv/hot.conf", "something else\n");

    const auto done = commands::complete(f.world);

    ASSERT_TRUE(done) << done.error().what;
    EXPECT_TRUE(hot::read_conf(f.world.layout.hot_conf()).has_value());
}

TEST(CurrentConf, AFileOfANewerReleaseIsNotWrittenOver) {
    Fixture f;
    f.folder.write(".cudaenv/hot.conf", "cudaenv-hot 2 7\n");

    const auto done = commands::complete(f.world);

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::damaged);
    EXPECT_EQ(f.folder.read(".cudaenv/hot.conf"), "cudaenv-hot 2 7\n");
}

}  // namespace
}  // namespace cudaenv::commands
