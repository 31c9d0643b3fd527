// SPDX-License-Identifier: MIT
// Servers that lie, break off or alter what they send (F46, F47, F56).
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

const ToolkitFile& toolkit() {
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "12.4.1", 6);
    return file;
}

class BadServer : public ::testing::Test {
  protected:
    BadServer() { machine.use_mirror(mirror.url()); }

    Finished install() { return machine.run({"install", "--retries", "2", "12.4.1"}); }
    void expect_nothing_installed() {
        EXPECT_THAT(machine.versions(), IsEmpty());
        EXPECT_THAT(machine.staging(), IsEmpty());
    }
    // Once the server behaves, the next run is right.
    void expect_recovery() {
        mirror.clear_faults();
        const Finished again = install();
        EXPECT_EQ(again.exit, 0) << again.err;
        EXPECT_THAT(machine.versions(), ElementsAre("12.4.1"));
        EXPECT_EQ(machine.run({"verify", "12.4.1"}).exit, 0);
    }

    Machine machine{{toolkit()}};
    LocalMirror mirror{serving(mirror_folder().path())};
};

TEST_F(BadServer, AlteredContentIsNamedAsSuchAndNothingIsInstalled) {
    mirror.fault("* flip=3000000");

    const Finished finished = install();

    EXPECT_EQ(finished.exit, 6) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("error[CE602]"));
    EXPECT_THAT(finished.err, HasSubstr("content was altered on the way"));
    EXPECT_FALSE(std::filesystem::exists(machine.cached(toolkit())));
    EXPECT_FALSE(std::filesystem::exists(machine.cached(toolkit()) + ".part"));
    expect_nothing_installed();
    expect_recovery();
}

TEST_F(BadServer, ContentAlteredNearTheFrontIsNoBadArchive) {
    mirror.fault("* flip=5000");

    const Finished finished = install();

    EXPECT_EQ(finished.exit, 6) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("error[CE602]"));
    expect_recovery();
}

TEST_F(BadServer, ConnectionCutAgainAndAgainIsResumed) {
    mirror.fault("* cut=2000000 times=2");

    const Finished finished = install();

    EXPECT_EQ(finished.exit, 0) << finished.err;
}

TEST_F(BadServer, ErrorPageInTheMiddleIsNeverTakenForContent) {
    mirror.fault("* cut=2000000 times=1");
    mirror.fault("* status=500");

    const Finished finished = install();

    EXPECT_EQ(finished.exit, 5) << finished.err;
    expect_nothing_installed();
    expect_recovery();
}

TEST_F(BadServer, LyingRangesAreNoticed) {
    for (const char* lie : {"* range=+1", "* range=-1", "* total=+5", "* length=+7 times=2",
                            "* new-etag", "* no-ranges", "* no-length"}) {
        SCOPED_TRACE(lie);
        mirror.fault(lie);
        const Finished finished = install();
        if (finished.exit != 0) {
            EXPECT_TRUE(finished.exit == 5 || finished.exit == 6) << finished.err;
            expect_nothing_installed();
        }
        expect_recovery();
        std::filesystem::remove_all(machine.root());
        std::filesystem::remove_all(machine.folder / "cache");
    }
}

TEST_F(BadServer, MissingFileIsANetworkFailure) {
    mirror.fault("* status=404");

    EXPECT_EQ(install().exit, 5);
    expect_nothing_installed();
}

TEST_F(BadServer, SizeThatNobodyPublishedStillEndsWell) {
    Machine other({toolkit()}, {"size"});
    other.use_mirror(mirror.url());

    const Finished finished = other.run({"install", "12.4.1"});

    EXPECT_EQ(finished.exit, 0) << finished.err;
    EXPECT_EQ(other.run({"verify", "12.4.1"}).exit, 0);
}

TEST_F(BadServer, SecondMirrorServesWhenTheFirstOneLies) {
    LocalMirror honest(serving(mirror_folder().path()));
    machine.use_mirror(mirror.url() + " " + honest.url());
    mirror.fault("* flip=3000000");

    const Finished finished = install();

    EXPECT_EQ(finished.exit, 0) << finished.err;
}

}  // namespace
}  // namespace cudaenv::test
