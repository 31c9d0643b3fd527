// SPDX-License-Identifier: MIT
#include "probe/driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/probe/module_fixture.hpp"
#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using std::string_literals::operator""s;
using test::module_file;
using testing::IsEmpty;

const std::string kKernel = "6.8.0-45-generic";
const std::string kLibraries = "usr/lib/x86_64-linux-gnu";
const std::string kModuleLine = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  ";

Machine look(const Sources& sources) {
    return collect(sources, Depth::judge);
}

void put_libcuda(const test::Sysroot& root, const std::string& folder, const std::string& version) {
    root.write(folder + "/libcuda.so." + version, "library");
    root.link(folder + "/libcuda.so.1", "libcuda.so." + version);
}

TEST(FindDriver, UserSpaceOfAnotherReleaseThanTheModule) {  // P046, P052
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write("proc/driver/nvidia/version", kModuleLine + "515.65.01  Wed Jul 20 14:00:58 UTC");
    put_libcuda(root, kLibraries, "520.61.05");

    const Machine machine = look(root.sources());

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "520.61.05");
    EXPECT_EQ(machine.driver->libcuda, "520.61.05");
    EXPECT_EQ(machine.driver->kernel_module, "515.65.01");
    EXPECT_EQ(machine.driver->is_loaded, true);
    EXPECT_EQ(machine.driver->not_loaded_reason, "");
}

TEST(FindDriver, OldModuleOnDiskIsTold) {  // P053
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write("proc/driver/nvidia/version", kModuleLine + "520.56.06  Thu Oct  6 21:38:55 UTC");
    root.write("lib/modules/" + kKernel + "/updates/dkms/nvidia.ko", module_file("520.56.06"));
    put_libcuda(root, kLibraries, "525.85.12");

    const Machine machine = look(root.sources());

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "525.85.12");
    EXPECT_EQ(machine.driver->kernel_module, "520.56.06");
    EXPECT_EQ(machine.driver->module_on_disk, "520.56.06");
}

TEST(FindDriver, NoModuleForTheNewKernel) {  // P054
    const test::Sysroot root;
    root.kernel(kKernel);
    put_libcuda(root, kLibraries, "550.54.15");

    const Machine machine = look(root.sources());

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "550.54.15");
    EXPECT_EQ(machine.driver->is_loaded, false);
    EXPECT_EQ(machine.driver->not_loaded_reason, "not-built");
}

TEST(FindDriver, NouveauHoldsTheGpu) {  // P055
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write("lib/modules/" + kKernel + "/updates/dkms/nvidia.ko", module_file("550.54.15"));
    root.gpu("0000:01:00.0", "0x2684", "nouveau");

    const Machine machine = look(root.sources());

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->is_loaded, false);
    EXPECT_EQ(machine.driver->not_loaded_reason, "nouveau");
    EXPECT_EQ(machine.driver->module_on_disk, "550.54.15");
}

TEST(FindDriver, GpuWithoutAnyDriverIsSeenOnTheBus) {
    const test::Sysroot root;
    root.kernel(kKernel);
    root.gpu("0000:01:00.0", "0x2684", "nouveau");
    root.gpu("0000:02:00.0", "0x2204", "");
    root.write("sys/bus/pci/devices/0000:01:00.1/vendor", "0x10de\n");  // its sound
    root.write("sys/bus/pci/devices/0000:01:00.1/class", "0x040300\n");
    root.write("sys/bus/pci/devices/0000:00:02.0/vendor", "0x8086\n");
    root.write("sys/bus/pci/devices/0000:00:02.0/class", "0x030000\n");

    const Machine machine = look(root.sources());

    EXPECT_TRUE(machine.is_driver_known);
    EXPECT_FALSE(machine.driver);
    ASSERT_EQ(machine.gpus->size(), 2U);
    EXPECT_EQ(machine.gpus->at(0).pci, "10de:2684");
    EXPECT_EQ(machine.gpus->at(0).pci_subsystem, "1458:40bf");
    EXPECT_FALSE(machine.gpus->at(0).cc);
}

TEST(FindDriver, NameComesFromTheLoadedDriver) {
    const test::Sysroot root;
    root.gpu("0000:00:06.0", "0x2335", "nvidia");
    root.write("proc/driver/nvidia/gpus/0000:00:06.0/information",
               "Model: \t\t NVIDIA H200\nIRQ:   \t\t 41\n");

    EXPECT_EQ(look(root.sources()).gpus->front().name, "NVIDIA H200");
}

TEST(FindDriver, ContainerWithoutGpuAccessHasNone) {  // P042
    const test::Sysroot root;
    root.write(".dockerenv", "");
    root.write("sys/module/nvidia/version", "550.54.15\n");
    EXPECT_FALSE(look(root.sources()).driver);

    put_libcuda(root, "usr/local/nvidia/lib64", "550.54.15");
    const Machine machine = look(root.sources());
    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "550.54.15");
    EXPECT_EQ(machine.driver->kernel_module, "550.54.15");
}

TEST(FindDriver, HostWithTheModuleAloneHasThatVersion) {
    const test::Sysroot root;
    root.write("sys/module/nvidia/version", "550.54.15\n");

    ASSERT_TRUE(look(root.sources()).driver);
    EXPECT_EQ(look(root.sources()).driver->version, "550.54.15");
    EXPECT_EQ(look(root.sources()).driver->libcuda, "");
}

TEST(FindDriver, FoldersOfTheLoaderAreLookedThrough) {
    const test::Sysroot root;
    root.write("etc/ld.so.conf.d/odd.conf", "# comment\n/opt/odd/lib\n");
    put_libcuda(root, "opt/odd/lib", "535.183.01");

    EXPECT_EQ(look(root.sources()).driver->libcuda, "535.183.01");
}

TEST(FindDriver, StubIsNoDriver) {  // P041
    const test::Sysroot root;
    root.write("usr/local/cuda/lib64/stubs/libcuda.so.1", "stub");
    Sources sources = root.sources();
    sources.env.set("LD_LIBRARY_PATH", "/usr/local/cuda/lib64/stubs");
    EXPECT_FALSE(look(sources).driver);

    put_libcuda(root, kLibraries, "555.42.06");
    EXPECT_EQ(look(sources).driver->libcuda, "555.42.06");
}

TEST(FindDriver, CompatibilityLibraryInFrontIsTold) {  // P046, P048
    const test::Sysroot root;
    put_libcuda(root, kLibraries, "535.183.01");
    put_libcuda(root, "usr/local/cuda-12.9/compat", "575.57.08");
    root.link("usr/local/cuda", "/etc/alternatives/cuda");
    root.link("etc/alternatives/cuda", "/usr/local/cuda-12.9");
    Sources sources = root.sources();
    EXPECT_EQ(look(sources).compat_package, "");

    sources.env.set("LD_LIBRARY_PATH", "/usr/local/cuda/compat");
    const Machine machine = look(sources);

    EXPECT_EQ(machine.compat_package, "cuda-compat-12-9");
    EXPECT_EQ(machine.driver->version, "535.183.01");
    EXPECT_EQ(machine.driver->libcuda, "575.57.08");
}

void make_wsl(const test::Sysroot& root) {
    root.kernel("5.15.153.1-microsoft-standard-WSL2");
    root.write("usr/lib/wsl/lib/libcuda.so.1", "not a link, as there");
    root.program("usr/lib/wsl/lib/nvidia-smi", test::smi_script());
}

TEST(FindDriver, InWslItIsTheOneOfWindows) {
    const test::Sysroot root;
    make_wsl(root);

    const Machine machine = look(root.sources());

    EXPECT_EQ(machine.os.kind, "wsl2");
    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "537.13");
    EXPECT_EQ(machine.driver->cuda, "12.2");
    EXPECT_EQ(machine.driver->kernel_module, "");
    EXPECT_EQ(machine.driver->libcuda, "");
    EXPECT_EQ(machine.driver->is_loaded, true);
    EXPECT_EQ(machine.driver->wsl_linux_driver, "");
    ASSERT_EQ(machine.gpus->size(), 1U);
    EXPECT_EQ(machine.gpus->front().cc, base::parse_version("8.6"));
}

TEST(FindDriver, LinuxDriverInsideWslIsSeen) {  // P098
    const test::Sysroot root;
    make_wsl(root);
    put_libcuda(root, kLibraries, "535.183.01");

    const Machine machine = look(root.sources());

    EXPECT_EQ(machine.driver->wsl_linux_driver, "/" + kLibraries + "/libcuda.so.535.183.01");
    EXPECT_EQ(machine.driver->version, "537.13");
    EXPECT_EQ(machine.driver->libcuda, "");
}

TEST(FindDriver, WhatAContainerInWslIsGivenIsNoLinuxDriver) {
    const test::Sysroot root;
    make_wsl(root);
    put_libcuda(root, kLibraries, "1.1");

    EXPECT_EQ(look(root.sources()).driver->wsl_linux_driver, "");
}

TEST(FindDriver, WslWithoutAGpuHasNone) {
    const test::Sysroot root;
    root.kernel("5.15.153.1-microsoft-standard-WSL2");

    EXPECT_FALSE(look(root.sources()).driver);
    EXPECT_THAT(*look(root.sources()).gpus, IsEmpty());
}

TEST(FindDriver, TegraHasItsBoardForAGpu) {
    const test::Sysroot root;
    root.kernel("5.15.148-tegra");
    root.write("etc/nv_tegra_release", "# R36 (release), REVISION: 4.0, GCID: 1\n");
    root.write("proc/device-tree/model", "NVIDIA Jetson AGX Orin Developer Kit\0"s);
    root.write("usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1.1", "");
    root.link("usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1", "libcuda.so.1.1");

    const Machine machine = look(root.sources());

    EXPECT_EQ(machine.tegra, "36.4.0");
    EXPECT_EQ(machine.os.arch, "aarch64");
    ASSERT_TRUE(machine.driver);
    EXPECT_FALSE(machine.driver->is_loaded) << "it may be part of the kernel";
    EXPECT_EQ(machine.driver->libcuda, "");
    ASSERT_EQ(machine.gpus->size(), 1U);
    EXPECT_EQ(machine.gpus->front().name, "NVIDIA Jetson AGX Orin Developer Kit");
    EXPECT_EQ(machine.gpus->front().gpu_class, "jetson");
}

TEST(FindDriver, SmiTellsOfAMismatch) {  // P052
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write("proc/driver/nvidia/version", kModuleLine + "460.56  Tue Feb 23 23:31:31 UTC 2021");
    root.program("usr/bin/nvidia-smi",
                 "echo 'Failed to initialize NVML: Driver/library version mismatch'\n"
                 "echo 'NVML library version: 460.73'\nexit 18\n");

    const Machine machine = look(root.sources());

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->version, "460.73");
    EXPECT_EQ(machine.driver->kernel_module, "460.56");
    EXPECT_EQ(machine.driver->is_loaded, true);
}

TEST(FindDriver, SmiThatReachesNoDriverShowsThatThereIsOne) {  // P054
    const test::Sysroot root;
    root.program("usr/bin/nvidia-smi",
                 "echo \"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA "
                 "driver.\"\nexit 9\n");

    const Machine machine = look(root.sources());

    ASSERT_TRUE(machine.driver);
    EXPECT_EQ(machine.driver->is_loaded, false);
    EXPECT_EQ(machine.driver->version, "");
}

}  // namespace
}  // namespace cudaenv::probe
