// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

std::string config_file(const Sandbox& box) {
    return box.home() + "/.config/cudaenv/config.toml";
}

TEST(Config, PathListGetSetUnset) {
    Sandbox box;

    EXPECT_EQ(box.run({"config", "path"}).out, config_file(box) + "\n");
    EXPECT_EQ(box.run({"config", "get", "net.jobs"}).out, "4\n");
    EXPECT_EQ(box.run({"config", "set", "net.jobs", "8"}).exit, 0);
    EXPECT_EQ(box.run({"config", "net.jobs"}).out, "8\n");
    EXPECT_THAT(box.run({"config"}).out, HasSubstr("net.jobs = 8\n"));
    EXPECT_EQ(box.run({"config", "unset", "net.jobs"}).exit, 0);
    EXPECT_EQ(box.run({"config", "net.jobs"}).out, "4\n");
}

TEST(Config, SettingKeepsCommentsAndEverythingElse) {
    Sandbox box;
    box.write(
        config_file(box),
        "# mine\nmode = \"hook\"   # not shims\n\n[net]\n# slow line\njobs = 2 # two\n\n[check]\n"
        "gpu = \"off\"\n");

    EXPECT_EQ(box.run({"config", "net.jobs", "16"}).exit, 0);
    EXPECT_EQ(box.run({"config", "net.retries", "1"}).exit, 0);
    EXPECT_EQ(box.run({"config", "auto_install", "never"}).exit, 0);

    EXPECT_EQ(
        box.read(config_file(box)),
        "# mine\nmode = \"hook\"   # not shims\n\nauto_install = \"never\"\n[net]\nretries = 1\n"
        "# slow line\njobs = 16 # two\n\n[check]\ngpu = \"off\"\n");
}

TEST(Config, AnUnknownKeyIsExitTwoWithNearNames) {
    Sandbox box;

    const Ran ran = box.run({"config", "set", "net.job", "8"});

    EXPECT_EQ(ran.err, "cudaenv: error: unknown key net.job\n  note:  did you mean net.jobs?\n");
    EXPECT_EQ(ran.exit, 2);
    EXPECT_FALSE(box.exists(config_file(box)));
}

TEST(Config, AnUnknownKeyInTheFileNamesFileAndLine) {
    Sandbox box;
    box.write(config_file(box), "mode = \"hook\"\n\n[net]\njbos = 3\n");

    const Ran ran = box.run({"versions"});

    EXPECT_THAT(ran.err,
                HasSubstr("error: unknown key net.jbos\n  at:    " + config_file(box) + ":4\n"));
    EXPECT_EQ(ran.exit, 2);
    EXPECT_EQ(box.run({"--no-config", "versions"}).exit, 0);
}

TEST(Config, ABadValueIsExitTwo) {
    Sandbox box;

    const Ran ran = box.run({"config", "mode", "magic"});

    EXPECT_EQ(
        ran.err,
        "cudaenv: error: bad value for mode\n  found: \"magic\"\n  needs: one of: hook shims\n");
    EXPECT_EQ(ran.exit, 2);
    EXPECT_EQ(box.run({"config", "net.jobs", "many"}).exit, 2);
    EXPECT_EQ(box.run({"config", "cache.max_size", "20 parsecs"}).exit, 2);
}

TEST(Config, TheEnvironmentComesBeforeTheFile) {
    Sandbox box;
    box.run({"config", "net.jobs", "8"});
    box.set("CUDAENV_JOBS", "2");

    EXPECT_EQ(box.run({"config", "net.jobs"}).out, "2\n");

    box.set("CUDAENV_JOBS", "two");
    const Ran ran = box.run({"root"});
    EXPECT_THAT(ran.err, HasSubstr("CUDAENV_JOBS"));
    EXPECT_EQ(ran.exit, 2);
}

TEST(Config, TheHotPathLearnsOfItAtOnce) {
    Sandbox box;
    box.install("12.4.1");

    box.run({"config", "read_tool_versions", "true"});
    EXPECT_THAT(box.read(box.root() + "/hot.conf"), HasSubstr("read_tool_versions 1\n"));
    box.write(box.work() + "/.tool-versions", "cuda 12.4\n");

    EXPECT_EQ(box.run({"version-name"}).out, "12.4.1\n");
}

TEST(Config, AnEditByHandReachesTheHotPathWithTheNextCommand) {
    Sandbox box;
    box.install("12.4.1");
    box.write(config_file(box), "[env]\ncmake = false\n");

    box.run({"versions"});

    const std::string first = box.read(box.root() + "/hot.conf");
    EXPECT_THAT(first, HasSubstr("cudaenv-hot 1 1\n"));
    EXPECT_THAT(first, testing::Not(HasSubstr(" cmake")));
    box.run({"versions"});
    EXPECT_EQ(box.read(box.root() + "/hot.conf"), first);
}

TEST(Config, PassingOptionsDoNotReachTheHotPath) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.work() + "/other.toml", "read_tool_versions = true\n");

    EXPECT_EQ(box.run({"--config", box.work() + "/other.toml", "versions"}).exit, 0);

    EXPECT_FALSE(box.exists(box.root() + "/hot.conf"));
    EXPECT_EQ(box.run({"--config", box.work() + "/absent.toml", "versions"}).exit, 2);
}

TEST(Config, ABrokenFileCanStillBeNamed) {
    Sandbox box;
    box.write(config_file(box), "mode = \n");

    EXPECT_EQ(box.run({"config", "path"}).out, config_file(box) + "\n");
    const Ran ran = box.run({"config", "mode", "hook"});
    EXPECT_THAT(ran.err, HasSubstr("this file is not TOML"));
    EXPECT_THAT(ran.err, HasSubstr(config_file(box) + ":1"));
    EXPECT_EQ(ran.exit, 2);
}

}  // namespace
}  // namespace cudaenv::test
