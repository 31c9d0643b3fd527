// SPDX-License-Identifier: MIT
// A World in a temporary folder: a mirror with small toolkits, a catalog that describes them, and a
// person who has accepted the EULA and is not there to be asked.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "commands/install.hpp"
#include "commands/world.hpp"
#include "hot/installed.hpp"
#include "support/recorder.hpp"
#include "support/temp_folder.hpp"
#include "support/toolkit_fixture.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

class CommandTest : public ::testing::Test {
  protected:
    CommandTest() {
        folder.write("catalog/toolkits.toml", test::manifest_of(toolkits()));
        world.env.set("HOME", folder.path());
        world.env.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
        world.env.set("CUDAENV_ACCEPT_EULA", "1");
        world.env.set("CUDAENV_DIR", folder.make("project"));
        world.env.set("PATH", "/usr/bin:/bin");
        world.env.set("CUDAENV_SYSROOT", folder.make("sysroot"));
        world.now = [] { return std::chrono::system_clock::time_point(); };
        world.runner = sys::run;
        world.config.catalogs = {folder / "catalog"};
        world.config.mirrors = {"file://" + mirror().path()};
        world.layout = base::Layout(folder / "root");
        world.cache_dir = folder / "cache";
        world.state_dir = folder / "state";
        world.observer = &observer;
        world.confirm = [this](const std::string& question) {
            questions.push_back(question);
            return answer;
        };
    }

    static const test::TempFolder& mirror() {
        static const test::TempFolder folder;
        return folder;
    }
    // 11.8.0 and 12.4.1, made once for the whole program.
    static const std::vector<test::ToolkitFile>& toolkits() {
        static const std::vector<test::ToolkitFile> made = {
            test::make_toolkit(mirror().path(), "11.8.0"),
            test::make_toolkit(mirror().path(), "12.4.1")};
        return made;
    }

    static InstallRequest wish(std::vector<std::string> requests) {
        InstallRequest request;
        request.requests = std::move(requests);
        return request;
    }
    Result<Report> run_install(std::vector<std::string> requests) {
        return install(wish(std::move(requests)), world);
    }
    std::vector<std::string> installed() const {
        std::vector<std::string> names;
        const auto all = hot::list_installed(world.layout).value();
        for (const hot::Found& found : all) names.push_back(found.name);
        return names;
    }
    static std::vector<std::string> texts(const Report& report) {
        std::vector<std::string> all;
        for (const Message& message : report.messages) all.push_back(message.text);
        return all;
    }

    test::TempFolder folder;
    test::Recorder observer;
    World world;
    std::vector<std::string> questions;
    bool answer = false;
};

}  // namespace cudaenv::commands
