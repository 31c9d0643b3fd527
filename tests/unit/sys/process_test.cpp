// SPDX-License-Identifier: MIT
#include "sys/process.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "support/temp_folder.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::sys {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using testing::HasSubstr;

const Env kPlainEnv{{"PATH", "/usr/bin:/bin"}};

RunRequest shell(const std::string& script) {
    RunRequest request;
    request.argv = {"sh", "-c", script};
    request.env = kPlainEnv;
    request.timeout = 20s;
    return request;
}

std::string write_tool(const test::TempFolder& folder, std::string_view name,
                       std::string_view text) {
    const std::string path = folder.write(name, text);
    ::chmod(path.c_str(), 0755);
    return path;
}

TEST(Run, CollectsBothStreamsAndTheExitCode) {
    const RunOutput output = run(shell("echo out; echo err >&2; exit 3")).value();

    EXPECT_EQ(output.out, "out\n");
    EXPECT_EQ(output.err, "err\n");
    EXPECT_EQ(output.exit_code, 3);
    EXPECT_FALSE(output.timed_out);
}

TEST(Run, SignalIs128AndItsNumber) {
    EXPECT_EQ(run(shell("kill -TERM $$")).value().exit_code, 128 + SIGTERM);
}

TEST(Run, GivesExactlyTheEnvironmentAskedFor) {
    RunRequest request = shell("");
    request.argv = {"env"};
    request.env.set("A", "b c=d");

    EXPECT_EQ(run(request).value().out, "A=b c=d\nPATH=/usr/bin:/bin\n");
}

TEST(Run, LooksOnThePathOfThatEnvironment) {
    const test::TempFolder folder;
    folder.write("no/tool", "not executable");
    write_tool(folder, "yes/tool", "#!/bin/sh\necho found\n");
    RunRequest request = shell("");
    request.argv = {"tool"};

    EXPECT_EQ(run(request).error().code, Code::not_found);
    request.env.set("PATH", ":" + folder / "none" + ":" + folder / "no" + ":" + folder / "yes");
    EXPECT_EQ(run(request).value().out, "found\n");
}

TEST(Run, TellsWhyAProgramCannotBeRun) {
    const test::TempFolder folder;
    RunRequest request = shell("");
    request.argv = {folder / "none"};
    EXPECT_EQ(run(request).error().code, Code::not_found);

    request.argv = {folder.write("text", "x")};
    EXPECT_EQ(run(request).error().code, Code::not_executable);

    request.argv = {write_tool(folder, "script", "#!/none/interpreter\n")};
    EXPECT_THAT(run(request).error().why, HasSubstr("interpreter"));

    request = shell("true");
    request.folder = folder / "none";
    EXPECT_EQ(run(request).error().at, folder / "none");
}

TEST(Run, WorksInTheFolderAskedFor) {
    const test::TempFolder folder;
    RunRequest request = shell("pwd -P");
    request.folder = folder.path();

    EXPECT_EQ(run(request).value().out, real_path(folder.path()).value() + "\n");
}

TEST(Run, InputIsEmptyAndNothingElseIsOpen) {
    const int inherited = ::open("/dev/null", O_RDONLY);  // without close-on-exec
    RunRequest request = shell("cat; ls /proc/self/fd | wc -l");

    // ls itself holds the folder that it lists.
    EXPECT_EQ(run(request).value().out, "4\n");
    ::close(inherited);
}

TEST(Run, OutputBeyondTheLimitIsDropped) {
    RunRequest request = shell("head -c 3000000 /dev/zero; echo err >&2");
    request.output_limit_bytes = 1000;

    const RunOutput output = run(request).value();

    EXPECT_EQ(output.out.size(), 1000U);
    EXPECT_EQ(output.err, "err\n");
    EXPECT_EQ(output.exit_code, 0);
}

// Zombies, which init reaps in its own time, do not count.
bool is_running(pid_t pid) {
    const auto stat = read_file("/proc/" + std::to_string(pid) + "/stat");
    return stat && stat->find(") Z") == std::string::npos;
}

TEST(Run, TimeoutKillsTheWholeGroup) {
    RunRequest request = shell("sleep 100 & echo $!; sleep 100");
    request.timeout = 300ms;
    const auto begin = Clock::now();

    const RunOutput output = run(request).value();

    EXPECT_LT(Clock::now() - begin, 10s);
    EXPECT_TRUE(output.timed_out);
    EXPECT_EQ(output.exit_code, 128 + SIGKILL);
    const pid_t grandchild = std::stoi(output.out);
    for (int i = 0; i < 500 && is_running(grandchild); ++i) ::usleep(10'000);
    EXPECT_FALSE(is_running(grandchild));
}

TEST(Run, EndlessOutputDoesNotOutrunTheTimeout) {
    RunRequest request = shell("while :; do echo yes; done");
    request.timeout = 200ms;
    const auto begin = Clock::now();

    EXPECT_TRUE(run(request).value().timed_out);
    EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(Run, WhatIsLeftRunningIsNotWaitedFor) {
    RunRequest request = shell("sleep 5 & echo $!");
    const auto begin = Clock::now();

    const RunOutput output = run(request).value();

    EXPECT_LT(Clock::now() - begin, 4s);
    EXPECT_EQ(output.exit_code, 0);
    ::kill(std::stoi(output.out), SIGKILL);
}

TEST(Run, ProgramThatClosesItsOutputIsStillTimed) {
    RunRequest request = shell("exec >&- 2>&-; sleep 100");
    request.timeout = 200ms;

    EXPECT_TRUE(run(request).value().timed_out);
}

TEST(Run, EndsWhenInterrupted) {
    set_interrupt(SIGTERM);
    const auto output = run(shell("sleep 100"));
    set_interrupt(0);

    EXPECT_EQ(output.error().code, Code::terminated);
}

TEST(Run, ChildDoesNotInheritIgnoredSignals) {
    const auto old = std::signal(SIGPIPE, SIG_IGN);

    // A shell cannot trap what was ignored when it began.
    const RunOutput output = run(shell("trap 'echo caught' PIPE; kill -PIPE $$")).value();
    std::signal(SIGPIPE, old);

    EXPECT_EQ(output.out, "caught\n");
}

using BecomeDeathTest = testing::Test;

TEST(BecomeDeathTest, ReplacesTheProcessWithThatNameAndEnvironment) {
    EXPECT_EXIT(
        {
            static_cast<void>(become("/bin/sh", {"any", "-c", "test \"$0$A\" = anyb && exit 42"},
                                     Env{{"A", "b"}}));
            ::_exit(1);
        },
        testing::ExitedWithCode(42), "");
}

TEST(Become, ReturnsWhyItCouldNot) {
    const test::TempFolder folder;

    EXPECT_EQ(become(folder / "none", {"x"}, Env()).code, Code::not_found);
    EXPECT_EQ(become(folder.write("text", "x"), {"x"}, Env()).code, Code::not_executable);
    const Error too_long = become("/bin/true", {"true", std::string(1U << 20U, 'x')}, Env());
    EXPECT_EQ(too_long.code, Code::files);
    EXPECT_THAT(too_long.why, HasSubstr("too long"));
}

TEST(ProcessesBelow, FindsAnExecutable) {
    const test::TempFolder folder;
    std::filesystem::copy_file("/bin/sleep", (folder.make("bin"), folder / "bin/tool"));
    std::filesystem::create_directory_symlink(".", folder / "link");
    const RunOutput started =
        run(shell("'" + folder / "bin/tool" + "' 100 >/dev/null 2>&1 & echo $!")).value();
    const int pid = std::stoi(started.out);
    // The shell's child needs a moment to become the tool.
    for (int i = 0; i < 500 && processes_below(folder.path()).empty(); ++i) ::usleep(10'000);

    EXPECT_THAT(processes_below(folder.path()), testing::ElementsAre(pid));
    EXPECT_THAT(processes_below(folder / "link/bin"), testing::ElementsAre(pid));
    EXPECT_THAT(processes_below(folder / "bi"), testing::IsEmpty());
    ::kill(pid, SIGKILL);
}

TEST(ProcessesBelow, FindsAMappedLibrary) {
    const test::TempFolder folder;
    const Fd fd = open_read(folder.write("lib/libx.so", "not really")).value();
    void* mapped = ::mmap(nullptr, 10, PROT_READ, MAP_PRIVATE, fd.number(), 0);
    ASSERT_NE(mapped, MAP_FAILED);

    EXPECT_THAT(processes_below(folder.path()), testing::ElementsAre(::getpid()));

    ::munmap(mapped, 10);
    EXPECT_THAT(processes_below(folder.path()), testing::IsEmpty());
}

}  // namespace
}  // namespace cudaenv::sys
