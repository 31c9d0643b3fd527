// SPDX-License-Identifier: MIT
#include "commands/uninstall.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "command_fixture.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class UninstallTest : public CommandTest {
  protected:
    void SetUp() override { ASSERT_TRUE(run_install({"12.4", "11.8"}).has_value()); }

    Result<Report> run_uninstall(std::vector<std::string> requests) {
        request.requests = std::move(requests);
        return uninstall(request, world);
    }
    UninstallRequest request;
};

TEST_F(UninstallTest, RemovesTheStackItsLinkAndItsBytes) {
    const auto report = run_uninstall({"12.4.1"});

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(installed(), ElementsAre("11.8.0"));
    EXPECT_FALSE(sys::exists(world.layout.links() + "/12.4"));
    EXPECT_THAT(texts(*report), ElementsAre(HasSubstr("removed 12.4.1, freed ")));
}

TEST_F(UninstallTest, PrefixOfSeveralIsAmbiguous) {
    std::filesystem::copy(
        world.layout.prefix("12.4.1"), world.layout.prefix("12.4.0"),
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks);

    const auto report = run_uninstall({"12.4"});

    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, Code::usage);
    EXPECT_EQ(report.error().found, "12.4.0, 12.4.1");
}

TEST_F(UninstallTest, AnExactNameComesBeforeStacksThatBeginWithIt) {
    std::filesystem::copy(
        world.layout.prefix("12.4.1"), world.layout.prefix("12.4.1+nccl2.21.5"),
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks);

    ASSERT_TRUE(run_uninstall({"12.4.1"}).has_value());

    EXPECT_THAT(installed(), ElementsAre("11.8.0", "12.4.1+nccl2.21.5"));
}

TEST_F(UninstallTest, AbsentVersionIsAnErrorButForForce) {
    EXPECT_EQ(run_uninstall({"12.3"}).error().code, Code::not_installed);

    request.force = true;
    EXPECT_TRUE(run_uninstall({"12.3"}).has_value());
}

TEST_F(UninstallTest, SystemAndPathsAreNotOurs) {
    EXPECT_EQ(run_uninstall({"system"}).error().code, Code::usage);
    EXPECT_EQ(run_uninstall({"path:/usr/local/cuda"}).error().code, Code::usage);
    EXPECT_EQ(run_uninstall({"latest"}).error().code, Code::usage);
    EXPECT_EQ(run_uninstall({}).error().code, Code::usage);
}

TEST_F(UninstallTest, OfAnAdoptedToolkitOnlyTheLinkGoes) {
    folder.write("opt/cuda/bin/nvcc", "#!/bin/sh\n");
    ASSERT_TRUE(sys::make_link(folder / "opt/cuda", world.layout.prefix("mine")).has_value());

    ASSERT_TRUE(run_uninstall({"mine"}).has_value());

    EXPECT_THAT(installed(), ElementsAre("11.8.0", "12.4.1"));
    EXPECT_TRUE(sys::exists(folder / "opt/cuda/bin/nvcc"));
}

TEST_F(UninstallTest, AsksOnATerminalAndTakesNoForAnAnswer) {
    world.terminal.in_is_tty = true;

    const auto report = run_uninstall({"12.4.1"});

    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit, 1);
    EXPECT_THAT(questions, ElementsAre("Remove 12.4.1?"));
    EXPECT_THAT(installed(), Contains("12.4.1"));
}

TEST_F(UninstallTest, ForceDoesNotAsk) {
    world.terminal.in_is_tty = true;
    request.force = true;

    ASSERT_TRUE(run_uninstall({"12.4.1"}).has_value());

    EXPECT_THAT(questions, IsEmpty());
    EXPECT_THAT(installed(), ElementsAre("11.8.0"));
}

TEST_F(UninstallTest, TellsWhichFilesStillNameIt) {
    folder.write("root/version", "12.4\n");
    folder.write("root/aliases", "prod 12.4.1\nold 11.8\n");
    folder.write("project/.cuda-version", "11.8\n");

    const auto report = run_uninstall({"12.4.1"});

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(texts(*report),
                ElementsAre(HasSubstr("removed"), "~/root/version still names 12.4.1",
                            "alias prod still names 12.4.1"));
}

TEST_F(UninstallTest, DryRunSaysWhatWouldGo) {
    request.dry_run = true;

    const auto report = run_uninstall({"12.4.1"});

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(report->out, HasSubstr("remove " + world.layout.prefix("12.4.1")));
    EXPECT_THAT(installed(), Contains("12.4.1"));
}

TEST_F(UninstallTest, StackInUseIsRefusedButForForce) {
    // A program of the prefix that runs: a copy of sleep, put there as nvcc's neighbour.
    const std::string program = world.layout.prefix("12.4.1") + "/bin/sleep";
    std::filesystem::copy_file("/bin/sleep", program);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl(program.c_str(), "sleep", "60", nullptr);
        ::_exit(127);
    }
    while (sys::processes_below(world.layout.prefix("12.4.1")).empty()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    const auto refused = run_uninstall({"12.4.1"});
    request.force = true;
    const auto forced = run_uninstall({"12.4.1"});
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);

    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::in_use);
    EXPECT_THAT(refused.error().found, HasSubstr(std::to_string(child)));
    EXPECT_TRUE(forced.has_value());
}

}  // namespace
}  // namespace cudaenv::commands
