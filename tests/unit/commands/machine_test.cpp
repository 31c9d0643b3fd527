// SPDX-License-Identifier: MIT
#include "commands/machine.hpp"

#include "command_fixture.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kMachine = R"({"schema": 1,
 "os": {"kind": "linux", "arch": "x86_64"}, "glibc": "2.35",
 "driver": {"version": "550.54.15", "cuda": "12.4", "loaded": true},
 "gpus": [{"name": "NVIDIA GeForce RTX 4090", "cc": "8.9"}],
 "compilers": [{"kind": "gcc", "version": "11.4.0", "path": "/usr/bin/g++"}]})";

class MachineTest : public CommandTest {
  protected:
    MachineTest() {
        world.env.unset("CUDAENV_SYSROOT");
        world.env.set("CUDAENV_PROBE", folder.write("machine.json", kMachine));
    }
    Result<probe::Machine> found(const Targets& targets = {}) {
        return machine_of(world, {.targets = targets}, compat::Tables());
    }
    Error failure(const Targets& targets = {}) {
        const auto machine = found(targets);
        EXPECT_FALSE(machine.has_value());
        return machine.has_value() ? Error() : machine.error();
    }
};

TEST_F(MachineTest, AProbeFileReplacesAllProbing) {
    world.env.unset("CUDAENV_OVERRIDE_ARCH");

    const auto machine = found();

    ASSERT_TRUE(machine.has_value()) << machine.error().what;
    EXPECT_EQ(machine->driver->version, "550.54.15");
    EXPECT_EQ(machine->gpus->size(), 1U);
    EXPECT_EQ(machine->compilers.front().path, "/usr/bin/g++");
    EXPECT_EQ(machine->os.distro, "");
}

TEST_F(MachineTest, ASysrootServesTheKeysThatTheProbeFileLacks) {
    folder.write("sysroot/etc/os-release", "ID=debian\nVERSION_ID=\"12\"\n");
    world.env.set("CUDAENV_SYSROOT", folder / "sysroot");

    const auto machine = found();

    ASSERT_TRUE(machine.has_value()) << machine.error().what;
    EXPECT_EQ(machine->os.distro, "debian");
    EXPECT_EQ(machine->glibc, "2.35");
}

TEST_F(MachineTest, AProbeFileThatCannotBeReadIsUsage) {
    world.env.set("CUDAENV_PROBE", folder / "none.json");

    EXPECT_EQ(failure().code, Code::usage);
    EXPECT_EQ(failure().at, folder / "none.json");
}

TEST_F(MachineTest, OverridesStandInPlaceOfWhatWasFound) {
    world.env.set("CUDAENV_OVERRIDE_DRIVER", "590.48.01");
    world.env.set("CUDAENV_OVERRIDE_CC", "8.0, 9.0");
    world.env.set("CUDAENV_OVERRIDE_GCC", "13.2");
    world.env.set("CUDAENV_OVERRIDE_GLIBC", "2.41");
    world.env.set("CUDAENV_OVERRIDE_ARCH", "sbsa");

    const auto machine = found();

    ASSERT_TRUE(machine.has_value()) << machine.error().what;
    EXPECT_EQ(machine->driver->version, "590.48.01");
    EXPECT_EQ(machine->driver->cuda, "") << "it is not the ceiling of the driver that was found";
    EXPECT_EQ(machine->driver->is_loaded, true);
    ASSERT_EQ(machine->gpus->size(), 2U);
    EXPECT_EQ(machine->gpus->at(1).cc, base::parse_version("9.0"));
    EXPECT_EQ(machine->gpus->at(1).name, "");
    ASSERT_EQ(machine->compilers.size(), 2U) << "the others stay, to be offered";
    EXPECT_EQ(machine->compilers.front().version, "13.2");
    EXPECT_EQ(machine->glibc, "2.41");
    EXPECT_EQ(machine->os.arch, "sbsa");
}

TEST_F(MachineTest, TargetsWinOverOverrides) {
    world.env.set("CUDAENV_OVERRIDE_DRIVER", "590.48.01");

    const auto machine = found({"535.183.01", "", "", ""});

    ASSERT_TRUE(machine.has_value());
    EXPECT_EQ(machine->driver->version, "535.183.01");
}

TEST_F(MachineTest, ATargetOfAnotherArchitectureIsNoTegraUnlessItIsCalledSo) {
    world.env.unset("CUDAENV_OVERRIDE_ARCH");
    EXPECT_TRUE(found({"", "", "sbsa", ""})->is_tegra_known);
    EXPECT_FALSE(found({"", "", "aarch64", ""})->is_tegra_known);
}

struct Malformed {
    std::string variable, text;
};
class MalformedTest : public MachineTest, public ::testing::WithParamInterface<Malformed> {};

TEST_P(MalformedTest, IsUsageThatNamesTheVariable) {
    world.env.set(GetParam().variable, GetParam().text);

    const Error error = failure();

    EXPECT_EQ(error.code, Code::usage);
    EXPECT_THAT(error.what, HasSubstr(GetParam().variable));
    EXPECT_EQ(error.found, GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Values, MalformedTest,
                         ::testing::Values(Malformed{"CUDAENV_OVERRIDE_DRIVER", "new"},
                                           Malformed{"CUDAENV_OVERRIDE_CC", "8"},
                                           Malformed{"CUDAENV_OVERRIDE_CC", "8.0,"},
                                           Malformed{"CUDAENV_OVERRIDE_CC", "sm_80"},
                                           Malformed{"CUDAENV_OVERRIDE_GCC", "g++-13"},
                                           Malformed{"CUDAENV_OVERRIDE_GLIBC", "2"},
                                           Malformed{"CUDAENV_OVERRIDE_ARCH", "arm64"}));

TEST_F(MachineTest, AMalformedTargetNamesItsOption) {
    EXPECT_THAT(failure({"", "8,9", "", ""}).what, HasSubstr("--target-cc"));
    EXPECT_THAT(failure({"", "", "riscv64", ""}).what, HasSubstr("--target-arch"));
}

TEST_F(MachineTest, TablesOfACatalogFolderLieOverTheBuiltInOnes) {
    const auto before = load_tables(world);
    folder.write("catalog/compat/driver.toml",
                 "schema = 1\n[sources]\nours = \"our own test\"\n[[branch]]\nbranch = 999\n"
                 "max_cuda = \"99.9\"\nconfidence = \"high\"\nsource = \"ours\"\n");
    folder.write("catalog/compat/README.md", "not a table\n");

    const auto after = load_tables(world);

    ASSERT_TRUE(before.has_value() && after.has_value()) << after.error().what;
    ASSERT_EQ(after->branches.size(), before->branches.size() + 1);
    EXPECT_EQ(after->branches.back().branch, 999U);
}

TEST_F(MachineTest, AMalformedTableIsNamed) {
    folder.write("catalog/compat/driver.toml", "schema = 1\n[[branch]]\nbranch = \"new\"\n");

    const auto tables = load_tables(world);

    ASSERT_FALSE(tables.has_value());
    EXPECT_EQ(tables.error().code, Code::usage);
    EXPECT_THAT(tables.error().at, HasSubstr("catalog/compat/driver.toml"));
}

}  // namespace
}  // namespace cudaenv::commands
