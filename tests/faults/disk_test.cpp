// SPDX-License-Identifier: MIT
// Disks that are full, read-only or noexec, and odd umasks (F53, F60, F68). What needs a mount runs
// in a namespace of its own and is skipped where that is not allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "machine.hpp"
#include "support/child.hpp"

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
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "12.4.1", 8);
    return file;
}

const ToolkitFile& other_toolkit() {
    static const ToolkitFile file = make_toolkit(mirror_folder().path(), "11.8.0");
    return file;
}

class Disk : public ::testing::Test {
  protected:
    Disk() { machine.use_mirror("file://" + mirror_folder().path()); }

    Machine machine{{toolkit(), other_toolkit()}};
};

// Runs `piece` where the root folder is a file system of `size`.
void with_small_root(const std::string& root, const std::string& size,
                     const std::function<void()>& piece) {
    const auto prepare = [&] {
        const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
        return ::unshare(CLONE_NEWNS | user) == 0 &&
               ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               ::mount("tmpfs", root.c_str(), "tmpfs", 0, size.c_str()) == 0;
    };
    in_child(prepare, piece, "this process cannot mount");
}

TEST_F(Disk, TooSmallIsRefusedBeforeTheDownload) {
    machine.folder.make("root");
    with_small_root(machine.root(), "size=6m", [&] {
        const Finished finished = machine.run({"install", "12.4.1"});

        EXPECT_EQ(finished.exit, 7) << finished.err;
        EXPECT_THAT(finished.err, HasSubstr("not enough space"));
        EXPECT_FALSE(std::filesystem::exists(machine.cached(toolkit())));
    });
}

TEST_F(Disk, FullWhileUnpackingLeavesTheArchiveAndNothingElse) {
    machine.folder.make("root");
    with_small_root(machine.root(), "size=6m", [&] {
        ASSERT_EQ(machine.run({"fetch", "12.4.1"}).exit, 0);
        const Finished full = machine.run({"install", "--force", "12.4.1"});

        EXPECT_EQ(full.exit, 7) << full.err;
        EXPECT_THAT(machine.versions(), IsEmpty());
        EXPECT_THAT(machine.staging(), IsEmpty());
        EXPECT_TRUE(std::filesystem::exists(machine.cached(toolkit())));

        ASSERT_EQ(::mount("tmpfs", machine.root().c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
        machine.use_mirror("file:///nowhere");
        const Finished again = machine.run({"install", "--force", "12.4.1"});
        EXPECT_EQ(again.exit, 0) << again.err;
        EXPECT_EQ(machine.run({"verify", "12.4.1"}).exit, 0);
    });
}

TEST_F(Disk, ReadOnlyRootServesWhatItHasAndSaysWhyItTakesNoMore) {
    ASSERT_EQ(machine.run({"install", "11.8.0"}).exit, 0);
    mounted_as(machine.root(), MS_RDONLY, [&] {
        EXPECT_THAT(machine.versions(), ElementsAre("11.8.0"));
        EXPECT_EQ(machine.run({"verify", "11.8.0"}).exit, 0);
        EXPECT_EQ(machine.run({"install", "--skip-existing", "11.8.0"}).exit, 0);
        EXPECT_EQ(machine.run({"exec", "--version", "11.8", "nvcc", "--version"}).exit, 0);

        const Finished finished = machine.run({"install", "12.4.1"});
        EXPECT_EQ(finished.exit, 7) << finished.err;
        EXPECT_THAT(finished.err, HasSubstr("read-only"));
        EXPECT_EQ(machine.run({"uninstall", "11.8.0"}).exit, 7);
        EXPECT_THAT(machine.versions(), ElementsAre("11.8.0"));
    });
}

TEST_F(Disk, NoexecRootIsRefusedWithItsCode) {
    machine.folder.make("root");
    mounted_as(machine.root(), MS_NOEXEC, [&] {
        const Finished finished = machine.run({"install", "12.4.1"});

        EXPECT_EQ(finished.exit, 7) << finished.err;
        EXPECT_THAT(finished.err, HasSubstr("error[CE608]"));
        EXPECT_FALSE(std::filesystem::exists(machine.cached(toolkit())));
    });
}

TEST_F(Disk, RootOfAnotherUserTakesNothing) {
    if (::geteuid() != 0) GTEST_SKIP() << "no other user's folder can be made";
    machine.folder.make("root");
    std::filesystem::permissions(machine.folder.path(), std::filesystem::perms::all);
    without_root([&] {
        const Finished finished = machine.run({"install", "11.8.0"});

        EXPECT_EQ(finished.exit, 7) << finished.err;
        EXPECT_THAT(machine.versions(), IsEmpty());
    });
}

TEST_F(Disk, UmaskDecidesWhoMayReadAndUninstallWorksAnyway) {
    for (const mode_t mask : {022, 077}) {
        const mode_t before = ::umask(mask);
        EXPECT_EQ(machine.run({"install", "11.8.0"}).exit, 0);
        struct stat nvcc {};
        EXPECT_EQ(::stat((machine.root() + "/versions/11.8.0/bin/nvcc").c_str(), &nvcc), 0);
        EXPECT_EQ(nvcc.st_mode & 0777U, 0555U & ~mask);
        EXPECT_EQ(machine.run({"verify", "11.8.0"}).exit, 0);
        EXPECT_EQ(machine.run({"uninstall", "11.8.0"}).exit, 0);
        ::umask(before);
        std::filesystem::remove_all(machine.root());
    }
}

}  // namespace
}  // namespace cudaenv::test
