// SPDX-License-Identifier: MIT
#include "commands/remembered.hpp"

#include <gtest/gtest.h>

#include "command_fixture.hpp"
#include "commands/machine.hpp"
#include "probe/machine_json.hpp"

namespace cudaenv::commands {
namespace {

using namespace std::chrono_literals;

class Remembered : public CommandTest {
  protected:
    Remembered() {
        world.env.unset("CUDAENV_SYSROOT");
        world.env.unset("CUDAENV_PROBE");
        world.state_dir = folder.path() + "/state";
        gcc = folder.write("bin/g++", "first");
        world.env.set("PATH", folder.path() + "/bin");
        machine.os.kind = "linux";
        machine.glibc = "2.35";
        machine.is_driver_known = true;
        machine.driver = probe::Driver();
        machine.driver->version = "550.54.15";
        machine.compilers = {{"gcc", "12.2.0", gcc}};
    }

    bool is_remembered() const { return remembered_machine(world).has_value(); }

    std::string gcc;
    probe::Machine machine;
};

TEST_F(Remembered, MachineComesBackAsItWas) {
    EXPECT_FALSE(is_remembered());

    remember_machine(world, machine);

    const auto back = remembered_machine(world);
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(probe::to_json(*back), probe::to_json(machine));
}

TEST_F(Remembered, MachineIsForgottenWhenACompilerIsReplaced) {
    remember_machine(world, machine);

    folder.write("bin/g++", "the second");

    EXPECT_FALSE(is_remembered());
}

TEST_F(Remembered, MachineIsForgottenWhenPathChangesOrGainsAProgram) {
    remember_machine(world, machine);
    world.env.set("PATH", folder.path() + "/bin:/elsewhere");
    EXPECT_FALSE(is_remembered());

    remember_machine(world, machine);
    EXPECT_TRUE(is_remembered());
    std::filesystem::create_directory(folder.path() + "/elsewhere");
    world.env.set("PATH", folder.path() + "/elsewhere");
    remember_machine(world, machine);
    std::filesystem::remove(folder.path() + "/elsewhere");
    EXPECT_FALSE(is_remembered());
}

TEST_F(Remembered, MachineIsForgottenAfterADayAndBeforeItWasSeen) {
    remember_machine(world, machine);
    const auto then = world.now();

    world.now = [then] { return then + 23h; };
    EXPECT_TRUE(is_remembered());
    world.now = [then] { return then + 25h; };
    EXPECT_FALSE(is_remembered());
    world.now = [then] { return then - 1h; };
    EXPECT_FALSE(is_remembered());
}

TEST_F(Remembered, AFileThatIsNotOursIsNothing) {
    for (const char* text : {"", "{", "[]", R"({"schema": 2})", R"({"schema": 1, "at": "x"})",
                             R"({"schema": 1, "at": 1, "circumstances": {}})"}) {
        folder.write("state/machine.json", text);
        EXPECT_FALSE(is_remembered()) << text;
    }
}

TEST_F(Remembered, AFileThatIsNestedWithoutEndIsNothing) {
    remember_machine(world, machine);
    const std::string good = sys::read_file(world.state_dir + "/machine.json").value();
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');

    for (const std::string key : {"schema", "at", "circumstances", "machine", "compilers"}) {
        const std::string tail = ",\"" + key + "\":" + deep + "}";
        folder.write("state/machine.json", good.substr(0, good.rfind('}')) + tail);
        EXPECT_FALSE(is_remembered()) << key;
    }
}

TEST_F(Remembered, OtherPeoplesFilesAreNobodysMemory) {
    world.env.set("CUDAENV_SYSROOT", folder.path());

    remember_machine(world, machine);

    EXPECT_FALSE(std::filesystem::exists(world.state_dir + "/machine.json"));
    world.env.unset("CUDAENV_SYSROOT");
    EXPECT_FALSE(is_remembered());
}

TEST_F(Remembered, OneLookServesTheNextSelections) {
    int asked = 0;
    std::filesystem::permissions(gcc, std::filesystem::perms::owner_all);
    world.runner = [&asked](const sys::RunRequest& request) {
        if (request.argv.front().ends_with("g++")) ++asked;
        return sys::RunOutput();
    };
    Inquiry inquiry;
    inquiry.may_be_remembered = true;

    ASSERT_TRUE(machine_of(world, inquiry, compat::Tables()).has_value());
    ASSERT_TRUE(machine_of(world, inquiry, compat::Tables()).has_value());
    EXPECT_EQ(asked, 1);

    ASSERT_TRUE(machine_of(world, {}, compat::Tables()).has_value());
    EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace cudaenv::commands
