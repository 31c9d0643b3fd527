// SPDX-License-Identifier: MIT
#include "commands/adopt.hpp"

#include <nlohmann/json.hpp>

#include "command_fixture.hpp"
#include "commands/foreign_toolkit.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class AdoptTest : public CommandTest {
  protected:
    // A toolkit as a distribution leaves it.
    std::string make_toolkit(const std::string& rel_path, const std::string& version) const {
        folder.write(rel_path + "/bin/nvcc", "#!/bin/sh\n");
        folder.write(rel_path + "/version.json",
                     R"({"cuda": {"name": "CUDA SDK", "version": ")" + version + R"("}})");
        return folder / rel_path;
    }
};

TEST_F(AdoptTest, ListsTheToolkitsOfTheMachine) {
    const std::string path = make_toolkit("sysroot/usr/local/cuda-12.2", "12.2.140");
    ASSERT_TRUE(sys::make_link("cuda-12.2", folder / "sysroot/usr/local/cuda").has_value());

    const auto report = adopt({}, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(report->out, HasSubstr("12.2 " + path + "\n"));
    const auto list = nlohmann::json::parse(report->json);
    EXPECT_EQ(list[0]["version"], "12.2");
    EXPECT_TRUE(list[0]["name"].is_null());
}

TEST_F(AdoptTest, RegistersAToolkitUnderItsLine) {
    const std::string path = make_toolkit("sysroot/usr/local/cuda-12.2", "12.2.140");

    const auto report = adopt({.path = path, .name = ""}, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_EQ(sys::read_link(world.layout.prefix("system-12.2")).value(), path);
    EXPECT_THAT(installed(), ElementsAre("system-12.2"));
    EXPECT_THAT(adopt({}, world)->out, HasSubstr(path + " (adopted as system-12.2)\n"));
}

TEST_F(AdoptTest, TakesTheNameThatIsGiven) {
    const std::string path = make_toolkit("opt/mine", "11.3.0");

    ASSERT_TRUE(adopt({.path = path, .name = "mine"}, world).has_value());

    EXPECT_EQ(sys::read_link(world.layout.prefix("mine")).value(), path);
}

TEST_F(AdoptTest, TakenAndImpossibleNamesAreUsage) {
    const std::string path = make_toolkit("opt/mine", "11.3.0");
    ASSERT_TRUE(adopt({.path = path, .name = "mine"}, world).has_value());

    EXPECT_EQ(adopt({.path = path, .name = "mine"}, world).error().code, Code::usage);
    EXPECT_EQ(adopt({.path = path, .name = "12.4"}, world).error().code, Code::usage);
    EXPECT_EQ(adopt({.path = path, .name = "../x"}, world).error().code, Code::usage);
}

TEST_F(AdoptTest, FolderWithoutToolkitAndFoldersOfOursAreUsage) {
    ASSERT_TRUE(run_install({"12.4"}).has_value());

    EXPECT_EQ(adopt({.path = folder.make("empty"), .name = ""}, world).error().code, Code::usage);
    EXPECT_EQ(adopt({.path = world.layout.prefix("12.4.1"), .name = "x"}, world).error().code,
              Code::usage);
    EXPECT_EQ(adopt({.path = folder / "absent", .name = ""}, world).error().code, Code::not_found);
}

TEST_F(AdoptTest, VersionIsFoundWhereverTheToolkitTellsIt) {
    folder.write("a/version.txt", "CUDA Version 10.2.89\n");
    folder.write("b/include/cuda.h", "#define CUDA_VERSION 12020\n");
    folder.write("c/bin/nvcc", "");
    world.runner = [](const sys::RunRequest& request) -> Result<sys::RunOutput> {
        EXPECT_THAT(request.argv.front(), HasSubstr("/bin/nvcc"));
        return sys::RunOutput{0, false, "Cuda compilation tools, release 11.3, V11.3.109\n", ""};
    };

    EXPECT_EQ(version_of_toolkit(folder / "a", world), "10.2");
    EXPECT_EQ(version_of_toolkit(folder / "b", world), "12.2");
    EXPECT_EQ(version_of_toolkit(folder / "c", world), "11.3");
}

}  // namespace
}  // namespace cudaenv::commands
