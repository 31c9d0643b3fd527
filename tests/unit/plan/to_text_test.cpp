// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::plan {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PlanText, TellsArchivesBytesSpaceAndChecks) {
    const catalog::Release release = a_release();

    const std::string text = to_text(*make({a_wish(release, "12.4")}, {}, a_context()));

    const std::string sum(64, 'a');
    EXPECT_EQ(text,
              "12.4 -> 12.4.1 (newest patch of the line)\n"
              "install 12.4.1 in /home/me/.cudaenv/versions/12.4.1\n"
              "  archive cuda_12.4.1_linux.run  4.0 GiB  "
              "https://developer.download.nvidia.com/compute/cuda/12.4.1/cuda_12.4.1_linux.run\n"
              "    check sha256 " +
                  sum +
                  "\n"
                  "renew shims and links\n"
                  "space: 4.0 GiB to fetch + about 6.8 GiB unpacked + 5 % = 11.3 GiB of 200 GiB "
                  "free\n");
}

TEST(PlanText, EmptyPlanSaysSo) {
    EXPECT_EQ(to_text(Plan()), "nothing to do\n");
}

TEST(PlanText, NeverShowsAMirrorsPassword) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.mirrors = {"https://me:secret@mirror.example"};
    const auto plan = make({a_wish(release)}, {}, context);

    EXPECT_THAT(to_text(*plan), Not(HasSubstr("secret")));
    EXPECT_THAT(to_json(*plan), Not(HasSubstr("secret")));
    EXPECT_THAT(to_text(*plan), HasSubstr("mirror.example/compute/cuda/12.4.1/"));
}

TEST(PlanText, TellsEveryKindOfStep) {
    Plan plan;
    plan.root = "/r";
    plan.steps = {Uninstall{"12.4.1"}, Adopt{"mine", "/opt/cuda"}, DropAdopted{"old"},
                  CollectGarbage{3, 2048, true}, Repair{"11.8.0", std::nullopt}};

    EXPECT_EQ(to_text(plan),
              "remove /r/versions/12.4.1\n"
              "link /r/versions/mine to /opt/cuda\n"
              "remove the link /r/versions/old\n"
              "remove 3 objects of the store (2.0 KiB)\n"
              "repair /r/versions/11.8.0 from the store\n");
}

TEST(PlanSummary, IsOneLine) {
    const catalog::Release release = a_release();

    const auto plan = make({a_wish(release)}, {}, a_context());

    EXPECT_EQ(summary(*plan, "~/.cudaenv"),
              "1 runfile, 4.0 GiB to fetch, about 6.8 GiB on disk, 200 GiB free in ~/.cudaenv");
}

}  // namespace
}  // namespace cudaenv::plan
