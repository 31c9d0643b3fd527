// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Hooks, AreListedByNameOverAllFolders) {
    Sandbox box;
    const std::string own = box.root() + "/hooks/exec", other = box.folder() / "more/exec";
    box.write_program(own + "/before_b.sh", "#!/bin/sh\n");
    box.write_program(own + "/after_a.sh", "#!/bin/sh\n");
    box.write_program(other + "/before_a.sh", "#!/bin/sh\n");
    box.write(own + "/before_c.sh", "not executable");
    box.write_program(own + "/other.sh", "#!/bin/sh\n");
    box.set("CUDAENV_HOOK_PATH", box.folder() / "more");

    EXPECT_EQ(box.run({"hooks", "exec"}).out,
              other + "/before_a.sh\n" + own + "/before_b.sh\n" + own + "/after_a.sh\n");
    EXPECT_EQ(box.run({"hooks", "dance"}).exit, 2);
}

TEST(Hooks, BeforeAndAfterExecRunAroundTheProgram) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.set("CUDAENV_VERSION", "12.4");
    const std::string say =
        "#!/bin/sh\necho \"$CUDAENV_HOOK_EVENT $CUDAENV_HOOK_STACK $CUDAENV_HOOK_PREFIX\"\n";
    box.write_program(box.root() + "/hooks/exec/before_x.sh", say);
    box.write_program(box.root() + "/hooks/exec/after_x.sh", say);

    const Ran ran = box.run({"exec", "sh", "-c", "echo middle; exit 3"});

    EXPECT_EQ(ran.out, "middle\n");
    EXPECT_EQ(ran.err, "before_exec 12.4.1 " + prefix + "\nafter_exec 12.4.1 " + prefix + "\n");
    EXPECT_EQ(ran.exit, 3);
}

TEST(Hooks, ABeforeThatFailsStopsTheVerb) {
    Sandbox box;
    box.install("12.4.1");
    const std::string hook = box.root() + "/hooks/select/before_veto.sh";
    box.write_program(hook, "#!/bin/sh\nexit 9\n");

    const Ran ran = box.run({"local", "12.4"});

    EXPECT_THAT(ran.err, HasSubstr("hook script ended with 9\n  at:    " + hook));
    EXPECT_EQ(ran.exit, 4);
    EXPECT_FALSE(box.exists(box.work() + "/.cuda-version"));
}

TEST(Hooks, AnAfterThatFailsIsAWarning) {
    Sandbox box;
    box.install("12.4.1");
    box.write_program(box.root() + "/hooks/select/after_x.sh", "#!/bin/sh\nexit 9\n");

    const Ran ran = box.run({"local", "12.4"});

    EXPECT_THAT(ran.err, HasSubstr("warning: hook script ended with 9"));
    EXPECT_EQ(ran.exit, 0);
}

}  // namespace
}  // namespace cudaenv::test
