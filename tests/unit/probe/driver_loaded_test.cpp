// SPDX-License-Identifier: MIT
// find_driver where libraries are loaded: on this machine, with the driver of the tests in front.
#include <gtest/gtest.h>

#include "probe/driver.hpp"
#include "unit/probe/fakes.hpp"
#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using test::FakeTrouble;

Machine look(const Sources& sources) {
    return collect(sources, Depth::judge);
}

Sources with_fake_driver(const test::Sysroot& tools) {
    Sources sources;
    sources.env.set("PATH", tools / "bin");
    sources.env.set("LD_LIBRARY_PATH", test::kFakeDriver);
    sources.runner = sys::run;
    return sources;
}

TEST(FindDriver, TakesWhatNvmlSays) {
    const test::Sysroot tools;
    const Machine machine = look(with_fake_driver(tools));

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "580.159.04");
    EXPECT_EQ(machine.driver->cuda, "13.0");
    EXPECT_EQ(machine.driver->is_loaded, true);
    ASSERT_EQ(machine.gpus->size(), 2U);
    EXPECT_EQ(machine.gpus->front().name, "NVIDIA H200");
}

TEST(FindDriver, LibcudaIsTheFileThatTheLoaderTakes) {
    const test::Sysroot tools;
    test::copy_fake_libcuda(tools / "lib/libcuda.so.580.95.05");
    tools.link("lib/libcuda.so.1", "libcuda.so.580.95.05");
    Sources sources = with_fake_driver(tools);
    sources.env.set("LD_LIBRARY_PATH", tools / "lib" + ":" + test::kFakeDriver);

    EXPECT_EQ(look(sources).driver->libcuda, "580.95.05");
}

TEST(FindDriver, SmiStandsInForBrokenNvml) {
    const test::Sysroot tools;
    tools.program("bin/nvidia-smi", "PATH=/usr/bin:/bin\n" + test::smi_script());
    const FakeTrouble trouble("FAKE_NVML", "crash");

    const Machine machine = look(with_fake_driver(tools));

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "537.13");
    EXPECT_EQ(machine.driver->cuda, "12.4") << "libcuda knows better";
    ASSERT_EQ(machine.gpus->size(), 1U);
    EXPECT_EQ(machine.gpus->front().name, "NVIDIA GeForce RTX 3080");
}

TEST(FindDriver, SmiIsNotAskedWhereNvmlHangs) {
    const test::Sysroot tools;
    tools.program("bin/nvidia-smi", "echo x >\"$0\".runs\n");
    const FakeTrouble trouble("FAKE_NVML", "hang");
    Sources sources = with_fake_driver(tools);
    sources.program_timeout = std::chrono::milliseconds(300);

    const Machine machine = look(sources);

    EXPECT_FALSE(std::filesystem::exists(tools / "bin/nvidia-smi.runs"));
    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->cuda, "12.4");
}

TEST(FindDriver, EverythingHangingIsCutOff) {
    const test::Sysroot tools;
    tools.program("bin/g++", "PATH=/usr/bin:/bin\nsleep 100\n");
    const FakeTrouble nvml("FAKE_NVML", "hang-at-second");
    const FakeTrouble libcuda("FAKE_LIBCUDA", "hang");
    Sources sources = with_fake_driver(tools);
    sources.program_timeout = std::chrono::milliseconds(300);
    const auto begin = std::chrono::steady_clock::now();

    const Machine machine = look(sources);

    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
    EXPECT_EQ(machine.driver->version, "580.159.04");
    EXPECT_FALSE(machine.gpus->empty());
}

}  // namespace
}  // namespace cudaenv::probe
