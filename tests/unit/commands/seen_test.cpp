// SPDX-License-Identifier: MIT
#include "commands/seen.hpp"

#include <thread>

#include "command_fixture.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SeenTest : public CommandTest {};

TEST_F(SeenTest, ManyAtOnceAreAllRemembered) {
    {
        std::vector<std::jthread> at_once;
        for (int i = 0; i < 8; ++i) {
            at_once.emplace_back(
                [this, i] { note_project(world, "/home/me/p" + std::to_string(i), "12.4"); });
        }
    }

    EXPECT_THAT(seen_projects(world, 0), SizeIs(8));
}

TEST_F(SeenTest, WhatWasToldIsToldOncePerFolder) {
    EXPECT_THAT(tell_once(world, "/a", {"CE102 12.8.1"}), ElementsAre("CE102 12.8.1"));
    EXPECT_THAT(tell_once(world, "/a", {"CE102 12.8.1"}), IsEmpty());
    EXPECT_THAT(tell_once(world, "/b", {"CE102 12.8.1"}), ElementsAre("CE102 12.8.1"));
}

TEST_F(SeenTest, AFileThatIsNestedWithoutEndIsBegunAnew) {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    folder.write("state/seen.json", R"({"schema": 1, "projects": )" + deep + "}");

    note_project(world, "/home/me/p", "12.4");

    EXPECT_THAT(seen_projects(world, 0), SizeIs(1));
}

TEST_F(SeenTest, TheFileOfANewerProgramIsLeftAlone) {
    const std::string newer = R"({"schema": 99, "projects": {"/a": 1}})";
    const std::string path = folder.write("state/seen.json", newer);

    note_project(world, "/home/me/p", "12.4");

    EXPECT_EQ(sys::read_file(path).value(), newer);
}

}  // namespace
}  // namespace cudaenv::commands
