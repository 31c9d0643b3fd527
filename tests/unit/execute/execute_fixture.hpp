// SPDX-License-Identifier: MIT
// A root, a cache, a mirror folder with small toolkits, and plans for them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "execute/run.hpp"
#include "hot/installed.hpp"
#include "support/recorder.hpp"
#include "support/temp_folder.hpp"
#include "support/toolkit_fixture.hpp"
#include "sys/files.hpp"

namespace cudaenv::execute {

class ExecuteTest : public ::testing::Test {
  protected:
    ExecuteTest() : layout(folder / "root") {
        settings.env.set("HOME", folder.path());
        settings.fetch.retries = 1;
        settings.fetch.back_off = std::chrono::milliseconds(1);
        settings.lock.timeout = std::chrono::seconds(20);
    }

    // Each release is made once for the whole program.
    static const test::ToolkitFile& toolkit(const std::string& version = "12.4.1") {
        static const test::TempFolder mirror;
        static std::map<std::string, test::ToolkitFile> made;
        auto found = made.find(version);
        if (found == made.end()) {
            found = made.emplace(version, test::make_toolkit(mirror.path(), version)).first;
        }
        return found->second;
    }

    plan::Artifact artifact(const test::ToolkitFile& file) const {
        plan::Artifact artifact;
        artifact.id = 1;
        artifact.name = file.name;
        artifact.urls = {"file://" + file.path};
        artifact.cache_path = folder / ("cache/" + file.rel_path());
        artifact.size_bytes = file.size_bytes;
        artifact.sha256 = file.sha256;
        return artifact;
    }

    plan::Install install_step(const test::ToolkitFile& file) const {
        plan::Install step;
        step.artifacts = {artifact(file)};
        step.receipt.stack = step.receipt.toolkit = step.receipt.requested = file.version;
        step.receipt.platform = "linux-x86_64";
        return step;
    }

    plan::Plan plan_of(std::vector<plan::Step> steps) const {
        plan::Plan plan;
        plan.root = layout.root();
        plan.steps = std::move(steps);
        return plan;
    }

    Result<Outcome> run(std::vector<plan::Step> steps) {
        return execute::run(plan_of(std::move(steps)), settings, observer);
    }

    std::vector<std::string> installed() const {
        std::vector<std::string> names;
        const auto all = hot::list_installed(layout).value();
        for (const hot::Found& found : all) names.push_back(found.name);
        return names;
    }

    // What lies in staging/ after a run: nothing, whatever happened.
    std::vector<std::string> left_in_staging() const {
        return sys::list_folder(layout.staging()).value_or(std::vector<std::string>());
    }

    test::TempFolder folder;
    base::Layout layout;
    Settings settings{.layout = layout,
                      .conf = {},
                      .fetch = {},
                      .lock = {},
                      .now = [] { return std::chrono::system_clock::time_point(); },
                      .runner = sys::run,
                      .env = sys::Env()};
    test::Recorder observer;
};

}  // namespace cudaenv::execute
