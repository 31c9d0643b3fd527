// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

TEST(Plugin, AnExecutableOnPathBecomesAVerb) {
    Sandbox box;
    box.write_program(box.folder() / "bin/cudaenv-hello",
                      "#!/bin/sh\necho \"$# $* in $CUDAENV_ROOT\"\nexit 5\n");

    const Ran ran = box.run({"hello", "--json", "-q", "--", "x"});

    EXPECT_EQ(ran.out, "4 --json -q -- x in " + box.root() + "\n");
    EXPECT_EQ(ran.exit, 5);
    EXPECT_THAT(box.run({"commands"}).out, testing::HasSubstr("\nhello\n"));
}

TEST(Plugin, ThoseOfTheRootComeFirst) {
    Sandbox box;
    box.write_program(box.folder() / "bin/cudaenv-hello", "#!/bin/sh\necho path\n");
    box.write_program(box.root() + "/plugins/mine/bin/cudaenv-hello",
                      "#!/bin/sh\necho \"root $CUDAENV_DIR\"\n");

    EXPECT_EQ(box.run({"hello"}).out, "root " + box.work() + "\n");
}

TEST(Plugin, NeverReplacesAVerbAndNeverIsTheShim) {
    Sandbox box;
    box.write_program(box.folder() / "bin/cudaenv-root", "#!/bin/sh\necho mine\n");
    box.write_program(box.folder() / "bin/cudaenv-shim", "#!/bin/sh\necho shim\n");

    EXPECT_EQ(box.run({"root"}).out, box.root() + "\n");
    EXPECT_EQ(box.run({"shim"}).exit, 2);
}

TEST(Plugin, HelpAsksThePlugin) {
    Sandbox box;
    box.write_program(box.folder() / "bin/cudaenv-hello", "#!/bin/sh\necho \"help: $1\"\n");

    EXPECT_EQ(box.run({"help", "hello"}).out, "help: --help\n");
}

}  // namespace
}  // namespace cudaenv::test
