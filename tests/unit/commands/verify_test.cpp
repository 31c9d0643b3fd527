// SPDX-License-Identifier: MIT
#include "commands/verify.hpp"

#include <nlohmann/json.hpp>

#include "command_fixture.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class VerifyTest : public CommandTest {
  protected:
    void SetUp() override { ASSERT_TRUE(run_install({"12.4"}).has_value()); }
    std::string nvcc() const { return world.layout.prefix("12.4.1") + "/bin/nvcc"; }
    VerifyRequest request{{"12.4"}, false, false, {}};
};

TEST_F(VerifyTest, WholeStackIsOk) {
    const auto report = verify(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_EQ(report->exit, 0);
    EXPECT_THAT(report->out, HasSubstr("12.4.1 ok ("));
    EXPECT_EQ(nlohmann::json::parse(report->json)["stacks"][0]["ok"], true);
}

TEST_F(VerifyTest, DamageIsListedWithExitSix) {
    ASSERT_TRUE(sys::remove_file(nvcc()).has_value());

    const auto report = verify(request, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit, 6);
    EXPECT_THAT(report->out, HasSubstr("  missing bin/nvcc\n"));
    EXPECT_THAT(report->messages.front().try_, ElementsAre("cudaenv verify --repair 12.4.1"));
}

TEST_F(VerifyTest, UnreadableReceiptIsDamageToo) {
    folder.write("root/versions/12.4.1/.cudaenv/receipt.json", "{");

    const auto report = verify(request, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit, 6);
    EXPECT_THAT(report->out, HasSubstr("12.4.1 damaged: "));
}

TEST_F(VerifyTest, ExtraFilesAreANote) {
    folder.write("root/versions/12.4.1/bin/__pycache__/x.pyc", "x");

    const auto report = verify(request, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit, 0);
    ASSERT_EQ(report->messages.size(), 1U);
    EXPECT_EQ(report->messages.front().level, Message::Level::note);
}

TEST_F(VerifyTest, RepairsWhatItFinds) {
    ASSERT_TRUE(sys::remove_file(nvcc()).has_value());
    request.repair = true;

    const auto report = verify(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_EQ(report->exit, 0);
    EXPECT_TRUE(sys::exists(nvcc()));
}

TEST_F(VerifyTest, AllMeansEveryStackButNoAdoptedToolkit) {
    ASSERT_TRUE(run_install({"11.8"}).has_value());
    ASSERT_TRUE(sys::make_link(folder.make("opt/cuda"), world.layout.prefix("mine")).has_value());
    request = {{}, true, false, {}};

    const auto report = verify(request, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(report->out, HasSubstr("11.8.0 ok"));
    EXPECT_THAT(report->out, HasSubstr("12.4.1 ok"));
    EXPECT_EQ(report->exit, 0);
}

TEST_F(VerifyTest, WithoutRequestTheSelectedVersionCounts) {
    request.requests.clear();
    EXPECT_EQ(verify(request, world).error().code, Code::nothing_selected);

    folder.write("root/version", "12.4\n");
    EXPECT_THAT(verify(request, world)->out, HasSubstr("12.4.1 ok"));
}

TEST_F(VerifyTest, WhatWeDidNotMakeCannotBeVerified) {
    folder.write("opt/cuda/bin/nvcc", "");
    ASSERT_TRUE(sys::make_link(folder / "opt/cuda", world.layout.prefix("mine")).has_value());
    request.requests = {"mine"};

    EXPECT_EQ(verify(request, world).error().code, Code::usage);
}

}  // namespace
}  // namespace cudaenv::commands
