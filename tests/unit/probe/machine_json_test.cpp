// SPDX-License-Identifier: MIT
#include "probe/machine_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>

namespace cudaenv::probe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Machine read(std::string_view json) {
    const auto machine = from_json(json, "probe.json");
    EXPECT_TRUE(machine) << (machine ? "" : machine.error().what + " " + machine.error().why);
    return machine.value_or(Machine());
}

constexpr std::string_view kWhole = R"({"schema": 1,
 "os": {"kind": "linux", "distro": "ubuntu", "version": "22.04", "arch": "x86_64", "kernel": "6.8.0"},
 "glibc": "2.35", "container": false, "tegra": null,
 "driver": {"version": "590.48.01", "kernel_module": "590.44.01", "module_on_disk": "590.48.01",
            "libcuda": "590.48.01", "cuda": "13.1", "loaded": true, "not_loaded_reason": null},
 "gpus": [{"name": "NVIDIA GeForce RTX 4090", "cc": "8.9", "class": "geforce", "pci": "10DE:2684",
           "subsystem": "1458:40bf", "memory_bytes": 25757220864, "mig": false}],
 "compilers": [{"kind": "gcc", "version": "11.4.0", "path": "/usr/bin/g++"},
               {"kind": "clang", "version": "14"}],
 "toolkits": [{"version": "12.2.140", "path": "/usr/local/cuda-12.2", "owner": "cuda-nvcc-12-2"}],
 "nvcc": [{"version": "11.5.119", "path": "/usr/bin/nvcc", "owner": "nvidia-cuda-toolkit"}],
 "python": {"version": "3.10.12"}, "compat_package": "cuda-compat-13-0", "selected": "12.4.1",
 "install_packages": ["cuda", "cuda-drivers"], "conda_prefix": null, "future": [[1]]})";

TEST(FromJson, ReadsEveryKey) {
    const Machine machine = read(kWhole);

    EXPECT_EQ(machine.os.kind, "linux");
    EXPECT_EQ(machine.os.distro, "ubuntu");
    EXPECT_EQ(machine.os.version, "22.04");
    EXPECT_EQ(machine.os.arch, "x86_64");
    EXPECT_EQ(machine.os.kernel, "6.8.0");
    EXPECT_EQ(machine.glibc, "2.35");
    EXPECT_EQ(machine.is_container, false);
    EXPECT_TRUE(machine.is_tegra_known);
    EXPECT_EQ(machine.tegra, "");
    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "590.48.01");
    EXPECT_EQ(machine.driver->kernel_module, "590.44.01");
    EXPECT_EQ(machine.driver->module_on_disk, "590.48.01");
    EXPECT_EQ(machine.driver->libcuda, "590.48.01");
    EXPECT_EQ(machine.driver->cuda, "13.1");
    EXPECT_EQ(machine.driver->is_loaded, true);
    EXPECT_EQ(machine.driver->not_loaded_reason, "");
    EXPECT_EQ(machine.python, "3.10.12");
    EXPECT_EQ(machine.selected, "12.4.1");
    EXPECT_EQ(machine.compat_package, "cuda-compat-13-0");
    EXPECT_THAT(machine.install_packages, ElementsAre("cuda", "cuda-drivers"));
}

TEST(FromJson, ReadsLists) {
    const Machine machine = read(kWhole);

    ASSERT_TRUE(machine.gpus);
    ASSERT_EQ(machine.gpus->size(), 1U);
    const Gpu& gpu = machine.gpus->front();
    EXPECT_EQ(gpu.name, "NVIDIA GeForce RTX 4090");
    EXPECT_EQ(gpu.cc, base::parse_version("8.9"));
    EXPECT_EQ(gpu.gpu_class, "geforce");
    EXPECT_EQ(gpu.pci, "10de:2684");
    EXPECT_EQ(gpu.pci_subsystem, "1458:40bf");
    EXPECT_EQ(gpu.memory_bytes, 25757220864U);
    EXPECT_EQ(gpu.is_mig, false);
    ASSERT_EQ(machine.compilers.size(), 2U);
    EXPECT_EQ(machine.compilers[0].path, "/usr/bin/g++");
    EXPECT_EQ(machine.compilers[1].version, "14");
    ASSERT_EQ(machine.toolkits.size(), 1U);
    EXPECT_EQ(machine.toolkits[0].owner, "cuda-nvcc-12-2");
    ASSERT_EQ(machine.nvcc.size(), 1U);
    EXPECT_EQ(machine.nvcc[0].version, "11.5.119");
}

TEST(FromJson, EverythingMayBeAbsent) {
    const Machine machine = read("{}");

    EXPECT_FALSE(machine.is_driver_known);
    EXPECT_FALSE(machine.driver);
    EXPECT_FALSE(machine.gpus);
    EXPECT_FALSE(machine.is_tegra_known);
    EXPECT_FALSE(machine.is_container);
    EXPECT_THAT(machine.compilers, IsEmpty());
}

TEST(FromJson, NullDriverWasLookedFor) {
    const Machine machine = read(R"({"driver": null, "gpus": [], "tegra": "36.4.0"})");

    EXPECT_TRUE(machine.is_driver_known);
    EXPECT_FALSE(machine.driver);
    ASSERT_TRUE(machine.gpus);
    EXPECT_THAT(*machine.gpus, IsEmpty());
    EXPECT_EQ(machine.tegra, "36.4.0");
}

TEST(FromJson, EmptyDriverIsThere) {
    EXPECT_TRUE(read(R"({"driver": {}})").driver);
    EXPECT_FALSE(read(R"({"gpus": null})").gpus);
}

TEST(FromJson, TakesTheWholeOutputOfStatus) {
    const Machine machine = read(
        R"({"schema": 1, "data": {"selected": "12.4.1", "machine": {"schema": 1, "glibc": "2.31"}}})");

    EXPECT_EQ(machine.glibc, "2.31");
}

TEST(FromJson, WhatToJsonWroteIsTheSame) {
    const Machine machine = read(kWhole);

    const std::string text = to_json(machine);

    EXPECT_EQ(to_json(read(text)), text);
    EXPECT_THAT(text, HasSubstr(R"("version":"590.48.01")"));
    EXPECT_THAT(text, HasSubstr(R"("tegra":null)"));
    EXPECT_THAT(text,
                HasSubstr(R"("subsystem":"1458:40bf","memory_bytes":25757220864,"mig":false)"));
}

TEST(ToJson, WhatIsNotKnownHasNoKey) {
    EXPECT_EQ(to_json(Machine()), R"({"schema":1,"os":{}})");
}

TEST(ToJson, NoDriverAndNoGpusAreSaid) {
    Machine machine;
    machine.is_driver_known = true;
    machine.gpus.emplace();

    EXPECT_EQ(to_json(machine), R"({"schema":1,"os":{},"driver":null,"gpus":[]})");
}

TEST(ToJson, LinuxDriverInsideWslIsToldWithTheDriver) {
    Machine machine;
    machine.driver.emplace().wsl_linux_driver = "/usr/lib/libcuda.so.1";

    const std::string text = to_json(machine);

    EXPECT_THAT(text, HasSubstr(R"({"linux_driver_inside_wsl":"/usr/lib/libcuda.so.1"})"));
    EXPECT_EQ(read(text).driver->wsl_linux_driver, "/usr/lib/libcuda.so.1");
}

TEST(ToJson, BytesThatAreNoTextAreReplaced) {
    Machine machine;
    machine.gpus.emplace(1).front().name = "GPU \xff";

    EXPECT_EQ(read(to_json(machine)).gpus->front().name, "GPU \xef\xbf\xbd");
}

struct Misfit {
    const char* json;
    const char* key;
    const char* found;
    friend void PrintTo(const Misfit& misfit, std::ostream* out) { *out << misfit.json; }
};

class FromJsonMisfit : public testing::TestWithParam<Misfit> {};

TEST_P(FromJsonMisfit, IsNamedWithItsKey) {
    const auto machine = from_json(GetParam().json, "probe.json");

    ASSERT_FALSE(machine);
    EXPECT_EQ(machine.error().code, Code::usage);
    EXPECT_EQ(machine.error().what,
              "the value of " + std::string(GetParam().key) + " does not fit");
    EXPECT_EQ(machine.error().at, "probe.json");
    EXPECT_EQ(machine.error().found, GetParam().found);
    EXPECT_THAT(machine.error().needs, Not(IsEmpty()));
}

INSTANTIATE_TEST_SUITE_P(
    All, FromJsonMisfit,
    testing::Values(
        Misfit{R"({"glibc": 2.35})", "glibc", "2.35"},
        Misfit{R"({"glibc": "new"})", "glibc", "new"}, Misfit{R"({"os": []})", "os", "array"},
        Misfit{R"({"os": {"kind": "macos"}})", "os.kind", "macos"},
        Misfit{R"({"os": {"arch": {}}})", "os.arch", "object"},
        Misfit{R"({"container": "no"})", "container", "\"no\""},
        Misfit{R"({"driver": "550"})", "driver", "\"550\""},
        Misfit{R"({"driver": {"version": 550}})", "driver.version", "550"},
        Misfit{R"({"driver": {"version": "R550"}})", "driver.version", "R550"},
        Misfit{R"({"driver": {"cuda": "12.x"}})", "driver.cuda", "12.x"},
        Misfit{R"({"driver": {"loaded": 1}})", "driver.loaded", "1"},
        Misfit{R"({"gpus": {}})", "gpus", "object"},
        Misfit{R"({"gpus": ["H100"]})", "gpus[0]", "\"H100\""},
        Misfit{R"({"gpus": [{}, {"cc": 8.9}]})", "gpus[1].cc", "8.9"},
        Misfit{R"({"gpus": [{"cc": "sm_89"}]})", "gpus[0].cc", "sm_89"},
        Misfit{R"({"gpus": [{"memory_bytes": -1}]})", "gpus[0].memory_bytes", "-1"},
        Misfit{R"({"gpus": [{"memory_bytes": "80G"}]})", "gpus[0].memory_bytes", "\"80G\""},
        Misfit{R"({"gpus": [{"pci": "0x2684"}]})", "gpus[0].pci", "0x2684"},
        Misfit{R"({"compilers": [{"version": 13}]})", "compilers[0].version", "13"},
        Misfit{R"({"install_packages": [1]})", "install_packages[0]", "1"},
        Misfit{R"({"install_packages": "cuda"})", "install_packages", "\"cuda\""},
        Misfit{R"({"data": {}})", "data.machine", "nothing"}, Misfit{R"({"data": 1})", "data", "1"},
        Misfit{R"({"data": {"machine": {"glibc": 1}}})", "data.machine.glibc", "1"}));

std::string complaint(std::string_view json) {
    const auto machine = from_json(json, "probe.json");
    EXPECT_FALSE(machine);
    if (machine) return {};
    EXPECT_EQ(machine.error().at, "probe.json");
    return machine.error().what + ": " + machine.error().why;
}

TEST(FromJson, TellsWhereItIsNoJson) {
    EXPECT_THAT(complaint(""), HasSubstr("not JSON"));
    EXPECT_THAT(complaint("{\n \"a\": }"), HasSubstr("line 2"));
    EXPECT_THAT(complaint(R"({"glibc": "2.35"} x)"), HasSubstr("not JSON"));
    EXPECT_THAT(complaint("{\"glibc\": \"\xff\"}"), HasSubstr("not JSON"));
    EXPECT_THAT(complaint("[]"), HasSubstr("not an object"));
    EXPECT_THAT(complaint("{\"a\": 1e999}"), HasSubstr("not JSON"));
}

TEST(FromJson, KeyGivenTwiceIsRefused) {
    EXPECT_THAT(complaint(R"({"driver": {"version": "1", "version": "2"}})"),
                HasSubstr("the key version is given twice"));
    EXPECT_THAT(read(R"({"os": {"version": "1"}, "driver": {"version": "2"}})").driver->version,
                "2");
}

TEST(FromJson, DepthAndSizeAreBounded) {
    const auto begin = std::chrono::steady_clock::now();
    const std::string deep(1U << 17U, '[');

    EXPECT_THAT(complaint("{\"x\": " + std::string(100, '[') + std::string(100, ']') + "}"),
                HasSubstr("nested too deeply"));
    EXPECT_THAT(complaint(deep), HasSubstr("not JSON"));
    EXPECT_THAT(complaint("{\"x\": \"" + std::string(10U << 20U, 'x') + "\"}"),
                HasSubstr("too large"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

// Each entry is held against all others in places.
TEST(FromJson, LengthOfAListIsBounded) {
    std::string gpus = R"({"cc": "8.9"})";
    for (int i = 0; i < 1000; ++i) gpus += R"(,{"cc": "8.9"})";

    EXPECT_THAT(complaint(R"({"gpus": [)" + gpus + "]}"), HasSubstr("gpus does not fit"));
    EXPECT_EQ(read(R"({"gpus": [)" + gpus.substr(gpus.find(',') + 1) + "]}").gpus->size(), 1000U);
}

TEST(FromJson, OtherSchemaIsDamage) {
    const auto machine = from_json(R"({"schema": 2, "glibc": 1})", "probe.json");

    ASSERT_FALSE(machine);
    EXPECT_EQ(machine.error().code, Code::damaged);
    EXPECT_EQ(machine.error().found, "2");
    EXPECT_EQ(machine.error().needs, "1");
}

}  // namespace
}  // namespace cudaenv::probe
