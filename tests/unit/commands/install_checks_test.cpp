// SPDX-License-Identifier: MIT
#include "commands/install_checks.hpp"

#include "command_fixture.hpp"
#include "store/receipt.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A machine whose driver runs 11.x and no 12.x.
class InstallChecksTest : public CommandTest {
  protected:
    InstallChecksTest() {
        world.env.unset("CUDAENV_SYSROOT");
        set_driver(R"({"version": "470.57.02", "loaded": true})");
    }
    void set_driver(const std::string& driver) {
        world.env.set("CUDAENV_PROBE",
                      folder.write("machine.json", R"({"schema": 1, "os": {"kind": "linux"},
                                    "gpus": [{"cc": "8.0"}], "driver": )" +
                                                       driver + "}"));
    }
    std::vector<std::string> told() const {
        std::vector<std::string> codes;
        for (const compat::Finding& finding : observer.findings) codes.push_back(finding.code);
        return codes;
    }
    InstallRequest request = wish({"12.4"});
};

TEST_F(InstallChecksTest, RefusesBeforeAnythingIsFetched) {
    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    ASSERT_TRUE(report->error.has_value());
    EXPECT_EQ(report->error->ce, "CE101");
    EXPECT_THAT(observer.sentences, IsEmpty());
    EXPECT_THAT(installed(), IsEmpty());
    EXPECT_FALSE(sys::exists(world.cache_dir));
}

TEST_F(InstallChecksTest, ForceInstallsAndTheReceiptKeepsWhatItOverrode) {
    request.force = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_FALSE(report->error.has_value());
    EXPECT_THAT(told(), Contains("CE101"));
    const auto receipt = store::read_receipt(world.layout.prefix("12.4.1"));
    ASSERT_TRUE(receipt.has_value());
    ASSERT_FALSE(receipt->checks.empty());
    EXPECT_EQ(receipt->checks.front().code, "CE101");
    EXPECT_EQ(receipt->checks.front().level, "fail");
    EXPECT_TRUE(receipt->checks.front().forced);
}

TEST_F(InstallChecksTest, TheReceiptKeepsAWarning) {
    set_driver(R"({"version": "535.104.05", "loaded": true})");

    ASSERT_TRUE(install(request, world).has_value());

    EXPECT_THAT(told(), ElementsAre("CE102"));
    const auto receipt = store::read_receipt(world.layout.prefix("12.4.1"));
    ASSERT_EQ(receipt->checks.size(), 1U);
    EXPECT_EQ(receipt->checks.front().reason, "MINOR_VERSION_COMPAT");
    EXPECT_EQ(receipt->checks.front().level, "warn");
    EXPECT_FALSE(receipt->checks.front().forced);
}

TEST_F(InstallChecksTest, AnInstalledReleaseIsNotJudgedAgain) {
    set_driver(R"({"version": "550.54.15", "loaded": true})");
    ASSERT_TRUE(install(request, world).has_value());
    world.env.set("CUDAENV_PROBE", folder / "none.json");

    EXPECT_TRUE(install(request, world).has_value());
    request.skip_existing = true;
    EXPECT_TRUE(install(request, world).has_value());
}

TEST_F(InstallChecksTest, ATargetCountsInPlaceOfThisMachine) {
    request.target_driver = "550.54.15";
    request.dry_run = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_FALSE(report->error.has_value());
    EXPECT_THAT(report->out, HasSubstr("driver 550.54.15 ok"));
}

TEST_F(InstallChecksTest, ATargetOnAMachineWithoutDriverIsNoted) {
    set_driver("null");
    request.target_driver = "550.54.15";

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(told(), ElementsAre("CE105"));
    EXPECT_THAT(observer.findings.front().title, HasSubstr("for the given target"));
}

TEST_F(InstallChecksTest, ATargetOfAnotherArchitectureGetsItsArchives) {
    request.requests = {"12.3"};  // of the built-in catalog
    request.target_arch = "sbsa";
    request.target_driver = "550.54.15";
    request.dry_run = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(report->out, HasSubstr("linux_sbsa.run"));
}

TEST_F(InstallChecksTest, ADryRunPrintsThePlanAndTheRefusal) {
    request.dry_run = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(report->out, HasSubstr("check CE101: "));
    EXPECT_EQ(report->error->ce, "CE101");
}

TEST_F(InstallChecksTest, NoDriverIsANoteAndNoMore) {
    set_driver("null");

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value() && !report->error);
    EXPECT_THAT(told(), ElementsAre("CE105"));
    EXPECT_THAT(installed(), ElementsAre("12.4.1"));
}

TEST_F(InstallChecksTest, AListOnATerminalNamesWhatThisMachineCannotRun) {
    world.terminal.out_is_tty = true;
    InstallRequest list = wish({">=11.8,<12.1"});
    list.list = true;

    EXPECT_THAT(install(list, world)->out, HasSubstr("  11.8.0\n  12.0.0   CE101\n"));
}

TEST_F(InstallChecksTest, AListInAPipeProbesNothing) {
    world.env.set("CUDAENV_PROBE", folder / "none.json");
    InstallRequest list = wish({"12.0"});
    list.list = true;

    EXPECT_THAT(install(list, world)->out, HasSubstr("12.0.0\n"));
}

TEST_F(InstallChecksTest, InsideWslADriverIsWindowsMatter) {
    world.env.set("CUDAENV_PROBE",
                  folder.write("wsl.json", R"({"schema": 1, "os": {"kind": "wsl2"}})"));
    request.parts.with = {"driver"};

    const auto report = install(request, world);

    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, Code::refused);
    EXPECT_EQ(report.error().ce, "CE108");
}

}  // namespace
}  // namespace cudaenv::commands
