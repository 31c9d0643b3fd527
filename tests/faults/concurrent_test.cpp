// SPDX-License-Identifier: MIT
// Several installations at once (F44, F45, F52): all end well, each archive is fetched once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "machine.hpp"
#include "support/local_mirror.hpp"

namespace cudaenv::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const TempFolder& mirror_folder() {
    static const TempFolder folder;
    return folder;
}

const ToolkitFile& newer() {
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "12.4.1", 6);
    return file;
}

const ToolkitFile& older() {
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "11.8.0", 3);
    return file;
}

class AtOnce : public ::testing::Test {
  protected:
    AtOnce() { machine.use_mirror(mirror.url()); }

    Machine machine{{older(), newer()}};
    LocalMirror mirror{serving(mirror_folder().path())};
};

TEST_F(AtOnce, TwoInstallsOfOneVersionFetchItOnce) {
    mirror.fault("* rate=2500000");  // longer than the second one waits before it says so
    Running first = machine.start({"install", "--jobs", "1", "12.4.1"});
    Running second = machine.start({"install", "--jobs", "1", "12.4.1"});

    const Finished one = first.wait(), other = second.wait();

    EXPECT_EQ(one.exit, 0) << one.err;
    EXPECT_EQ(other.exit, 0) << other.err;
    EXPECT_LE(mirror.traffic().body_bytes, newer().size_bytes + 100'000);
    EXPECT_THAT(one.err + other.err, HasSubstr("waiting for another cudaenv"));
    EXPECT_THAT(machine.versions(), ElementsAre("12.4.1"));
    EXPECT_EQ(machine.run({"verify", "--all"}).exit, 0);
}

TEST_F(AtOnce, ThreeInstallsOfTheSameAndAnotherVersion) {
    Running first = machine.start({"install", "12.4.1"});
    Running second = machine.start({"install", "11.8.0"});
    Running third = machine.start({"install", "12.4", "11.8"});

    const Finished a = first.wait(), b = second.wait(), c = third.wait();

    EXPECT_EQ(a.exit, 0) << a.err;
    EXPECT_EQ(b.exit, 0) << b.err;
    EXPECT_EQ(c.exit, 0) << c.err;
    EXPECT_THAT(machine.versions(), ElementsAre("11.8.0", "12.4.1"));
    EXPECT_EQ(machine.run({"verify", "--all"}).exit, 0);
    EXPECT_THAT(machine.staging(), IsEmpty());
}

TEST_F(AtOnce, TwoFetchesOfOneArchiveShareIt) {
    mirror.fault("* rate=6000000");
    Running first = machine.start({"fetch", "12.4.1"});
    Running second = machine.start({"fetch", "12.4.1"});

    EXPECT_EQ(first.wait().exit, 0);
    EXPECT_EQ(second.wait().exit, 0);
    EXPECT_LE(mirror.traffic().body_bytes, newer().size_bytes + 100'000);
}

TEST_F(AtOnce, UninstallAndInstallOfDifferentVersions) {
    ASSERT_EQ(machine.run({"install", "11.8.0"}).exit, 0);
    Running removing = machine.start({"uninstall", "11.8.0"});
    Running installing = machine.start({"install", "12.4.1"});

    const Finished removed = removing.wait(), installed = installing.wait();

    EXPECT_EQ(removed.exit, 0) << removed.err;
    EXPECT_EQ(installed.exit, 0) << installed.err;
    EXPECT_THAT(machine.versions(), ElementsAre("12.4.1"));
    EXPECT_EQ(machine.run({"verify", "--all"}).exit, 0);
}

}  // namespace
}  // namespace cudaenv::test
