// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <unistd.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Root, OptionVariableConfigThenHome) {
    Sandbox box;
    EXPECT_EQ(box.run({"root"}).out, box.root() + "\n");
    EXPECT_EQ(box.run({"--root", "/x/y/", "root"}).out, "/x/y\n");
    EXPECT_EQ(box.run({"root", "--root=/x/y"}).out, "/x/y\n");

    box.unset("CUDAENV_ROOT");
    EXPECT_EQ(box.run({"root"}).out, box.home() + "/.cudaenv\n");

    box.write(box.home() + "/.config/cudaenv/config.toml", "use_xdg = true\n");
    EXPECT_EQ(box.run({"root"}).out, box.home() + "/.local/share/cudaenv\n");

    box.write(box.home() + "/.config/cudaenv/config.toml", "root = \"~/cuda\"\n");
    EXPECT_EQ(box.run({"root"}).out, box.home() + "/cuda\n");
    EXPECT_EQ(box.run({"--no-config", "root"}).out, box.home() + "/.cudaenv\n");
}

TEST(Root, WithoutAHomeItSaysWhatToDo) {
    Sandbox box;
    box.unset("CUDAENV_ROOT");
    box.unset("HOME");

    const Ran ran = box.run({"root"});

    EXPECT_THAT(ran.err, HasSubstr("HOME is not set"));
    EXPECT_EQ(ran.exit, 2);
}

TEST(Root, CannotHoldAColon) {
    Sandbox box;

    EXPECT_EQ(box.run({"--root", "/a:b", "root"}).exit, 2);
}

TEST(Root, BytesThatAreNotUtf8ComeOutAsTheyAre) {
    Sandbox box;

    EXPECT_EQ(box.run({"--root", "/x/\xff", "root"}).out, "/x/\xff\n");
}

// F64: under sudo with the HOME of the person who called it.
TEST(Root, SudoWithAForeignHomeIsExitSevenAndWritesNothing) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can be run by sudo";
    Sandbox box;
    box.unset("CUDAENV_ROOT");
    box.set("SUDO_USER", "somebody");
    ASSERT_EQ(::chown(box.home().c_str(), 12345, 12345), 0);

    const Ran ran = box.run({"local", "-f", "12.4"});

    EXPECT_THAT(ran.err, HasSubstr("HOME belongs to another user"));
    EXPECT_EQ(ran.exit, 7);
    EXPECT_FALSE(box.exists(box.home() + "/.cudaenv"));
    EXPECT_FALSE(box.exists(box.work() + "/.cuda-version"));
    EXPECT_EQ(box.run({"--root", box.root(), "root"}).exit, 0);
}

}  // namespace
}  // namespace cudaenv::test
