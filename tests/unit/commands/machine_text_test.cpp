// SPDX-License-Identifier: MIT
#include "commands/machine_text.hpp"

#include <gtest/gtest.h>

namespace cudaenv::commands {
namespace {

probe::Machine with_driver(probe::Driver driver) {
    probe::Machine machine;
    machine.is_driver_known = true;
    machine.driver = std::move(driver);
    return machine;
}

probe::Gpu gpu(std::string name, const char* cc) {
    probe::Gpu gpu;
    gpu.name = std::move(name);
    gpu.cc = base::parse_version(cc);
    return gpu;
}

TEST(MachineText, TellsTheDriversCeiling) {
    probe::Driver driver;
    driver.version = "550.54.15";
    EXPECT_EQ(driver_text(with_driver(driver)), "550.54.15");

    driver.cuda = "12.4";
    EXPECT_EQ(driver_text(with_driver(driver)), "550.54.15 (supports up to CUDA 12.4)");
}

TEST(MachineText, SaysWhyADriverIsNotLoaded) {
    probe::Driver driver;
    driver.version = "550.54.15";
    driver.is_loaded = false;
    EXPECT_EQ(driver_text(with_driver(driver)), "550.54.15, but not loaded");

    driver.not_loaded_reason = "secure-boot";
    EXPECT_EQ(driver_text(with_driver(driver)),
              "550.54.15, but not loaded: Secure Boot refuses its module");
}

TEST(MachineText, NamesTheSystemThatADriverIsOf) {
    probe::Driver driver;
    driver.version = "551.61";
    probe::Machine machine = with_driver(driver);
    machine.os.kind = "wsl2";
    EXPECT_EQ(driver_text(machine), "551.61 of Windows");

    machine.tegra = "36.4.0";
    EXPECT_EQ(driver_text(machine), "of Jetson Linux (L4T) 36.4.0");
}

TEST(MachineText, TellsAbsentFromUnknown) {
    probe::Machine machine;
    EXPECT_EQ(driver_text(machine), "not known");
    EXPECT_EQ(gpus_text(machine), "not known");
    EXPECT_EQ(system_text(machine), "not known");
    EXPECT_EQ(compiler_text(machine), "none found");

    machine.is_driver_known = true;
    machine.gpus.emplace();
    EXPECT_EQ(driver_text(machine), "none on this machine");
    EXPECT_EQ(gpus_text(machine), "none found");

    machine.driver.emplace();
    EXPECT_EQ(driver_text(machine), "there, version not known");
    EXPECT_EQ(gpus_text(machine), "none found, although there is a driver");
}

TEST(MachineText, CountsEqualGpus) {
    probe::Machine machine;
    machine.gpus = {gpu("NVIDIA H100", "9.0"), gpu("NVIDIA T4", "7.5"), gpu("NVIDIA H100", "9.0")};

    EXPECT_EQ(gpus_text(machine), "2 x NVIDIA H100 (9.0), NVIDIA T4 (7.5)");
}

TEST(MachineText, NamesAGpuThatHasNoName) {
    probe::Machine machine;
    machine.gpus.emplace(1);
    machine.gpus->front().pci = "10de:2684";

    EXPECT_EQ(gpus_text(machine), "GPU 10de:2684 (compute capability not known)");
    machine.gpus = {gpu("", "8.9")};
    EXPECT_EQ(gpus_text(machine), "compute capability 8.9");
}

TEST(MachineText, TellsSystemAndCompiler) {
    probe::Machine machine;
    machine.os = {"linux", "ubuntu", "22.04", "x86_64", "6.8.0"};
    machine.glibc = "2.35";
    machine.compilers = {{"gcc", "11.4.0", "/usr/bin/g++"},
                         {"clang", "14.0.0", "/usr/bin/clang++"}};

    EXPECT_EQ(system_text(machine), "ubuntu 22.04, x86_64, glibc 2.35");
    EXPECT_EQ(compiler_text(machine), "g++ 11.4.0 (/usr/bin/g++)");
}

}  // namespace
}  // namespace cudaenv::commands
