// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "builders.hpp"

namespace cudaenv::plan {
namespace {

TEST(PlanJson, CarriesWhatTheTextCarries) {
    const catalog::Release release = a_release();

    const auto json = nlohmann::json::parse(to_json(*make({a_wish(release)}, {}, a_context())));

    EXPECT_EQ(json["fetch_bytes"], 4 * kGiB);
    EXPECT_EQ(json["free_bytes"], 200 * kGiB);
    const auto& step = json["steps"][0];
    EXPECT_EQ(step["step"], "install");
    EXPECT_EQ(step["stack"], "12.4.1");
    EXPECT_EQ(step["replace"], false);
    const auto& artifact = step["artifacts"][0];
    EXPECT_EQ(artifact["name"], "cuda_12.4.1_linux.run");
    EXPECT_EQ(artifact["size"], 4 * kGiB);
    EXPECT_EQ(artifact["sha256"], std::string(64, 'a'));
    EXPECT_TRUE(artifact["md5"].is_null());
    EXPECT_EQ(json["steps"][1]["step"], "rehash");
}

TEST(PlanJson, SurvivesPathsThatAreNotUtfEight) {
    Plan plan;
    plan.steps = {Adopt{"mine", "/opt/\xff"}};

    EXPECT_TRUE(nlohmann::json::accept(to_json(plan)));
}

}  // namespace
}  // namespace cudaenv::plan
