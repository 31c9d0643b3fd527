// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(VersionFile, IsTheNearestOrTheGlobalOne) {
    Sandbox box;
    EXPECT_EQ(box.run({"version-file"}).out, box.root() + "/version\n");

    box.write(box.work() + "/.cuda-version", "12.4\n");
    const std::string file = box.work() + "/.cuda-version";
    box.enter(box.work() + "/below");

    EXPECT_EQ(box.run({"version-file"}).out, file + "\n");
}

TEST(VersionFile, OfAFolderThatHasNoneIsExitThree) {
    Sandbox box;

    const Ran ran = box.run({"version-file", box.home()});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "cudaenv: error: no version file at or above this folder\n  at:    " +
                           box.home() + "\n");
    EXPECT_EQ(ran.exit, 3);
}

TEST(VersionFileRead, PrintsTheRequestsJoinedByColons) {
    Sandbox box;
    box.write(box.work() + "/f", "# comment\nv12.4 11.8+cudnn8\ncudnn 9.1\n");

    const Ran ran = box.run({"version-file-read", "f"});

    EXPECT_EQ(ran.out, "12.4+cudnn9.1:11.8+cudnn8\n");
    EXPECT_EQ(ran.exit, 0);
}

TEST(VersionFileRead, KeepsTheWriting) {
    Sandbox box;
    box.write(box.work() + "/f", "cu124\r\n");

    EXPECT_EQ(box.run({"version-file-read", "f"}).out, "cu124\n");
}

TEST(VersionFileRead, AnAbsentFileIsExitThreeAndOneWithoutARequestMalformed) {
    Sandbox box;
    box.write(box.work() + "/empty", "# nothing\n");

    EXPECT_EQ(box.run({"version-file-read", "empty"}).exit, 2);
    EXPECT_EQ(box.run({"version-file-read", "absent"}).exit, 3);
}

TEST(VersionFileWrite, ChecksUnlessForced) {
    Sandbox box;
    box.install("12.4.1");

    EXPECT_EQ(box.run({"version-file-write", "f", "12.4"}).exit, 0);
    EXPECT_EQ(box.read(box.work() + "/f"), "12.4\n");
    const Ran refused = box.run({"version-file-write", "f", "11.3"});
    EXPECT_EQ(refused.exit, 3);
    EXPECT_THAT(refused.err, HasSubstr("cudaenv install 11.3"));
    EXPECT_EQ(box.read(box.work() + "/f"), "12.4\n");
    EXPECT_EQ(box.run({"version-file-write", "-f", "f", "11.3"}).exit, 0);
    EXPECT_EQ(box.read(box.work() + "/f"), "11.3\n");
}

}  // namespace
}  // namespace cudaenv::test
