// SPDX-License-Identifier: MIT
#include "probe/nvidia_smi.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using namespace std::chrono_literals;
using test::printing;

const char* const kOldTable =
    "+-----------------------------------------------------------------------------------------+\n"
    "| NVIDIA-SMI 550.54.15              Driver Version: 550.54.15      CUDA Version: 12.4     |\n"
    "+-----------------------------------------+------------------------+----------------------+";

const char* const kNewTable =
    "+-----------------------------------------------------------------------------------------+\n"
    "| NVIDIA-SMI 610.43.02         KMD Version: 610.43.02         CUDA UMD Version: 13.3      |\n"
    "+-----------------------------------------+------------------------+----------------------+";

const std::vector<std::string> kNames{
    "name",       "memory.total", "pci.device_id", "pci.sub_device_id", "mig.mode.current",
    "compute_cap"};

TEST(ReadSmiTable, KnowsBothWordings) {
    EXPECT_EQ(read_smi_table(kOldTable).driver, "550.54.15");
    EXPECT_EQ(read_smi_table(kOldTable).cuda, "12.4");
    EXPECT_EQ(read_smi_table(kNewTable).driver, "610.43.02");
    EXPECT_EQ(read_smi_table(kNewTable).cuda, "13.3");
}

TEST(ReadSmiTable, InWslTheDriverIsTheOneOfWindows) {
    const SmiAnswer answer = read_smi_table(
        "| NVIDIA-SMI 535.103                Driver Version: 537.13       CUDA Version: 12.2     "
        "|");

    EXPECT_EQ(answer.driver, "537.13");
    EXPECT_EQ(answer.cuda, "12.2");
}

TEST(ReadSmiTable, OfWindowsIsReadAlike) {
    const SmiAnswer answer = read_smi_table(
        "Mon Nov 30 10:00:00 2026\r\n"
        "| NVIDIA-SMI 531.79      Driver Version: 531.79       CUDA Version: 12.1     |\r\n");

    EXPECT_EQ(answer.driver, "531.79");
    EXPECT_EQ(answer.cuda, "12.1");
}

TEST(ReadSmiTable, FigureThatIsNoneIsNotKnown) {
    EXPECT_EQ(read_smi_table("| Driver Version: 396.26   CUDA Version: N/A |").cuda, "");
    EXPECT_EQ(read_smi_table("| Driver Version: 390.87 |").cuda, "");
    EXPECT_EQ(read_smi_table("| Driver Version: ERR! CUDA Version: ERR! |").driver, "");
    EXPECT_EQ(read_smi_table("CUDA Version:").cuda, "");
    EXPECT_EQ(read_smi_table("").driver, "");
}

TEST(ReadSmiTable, TellsFailures) {
    const SmiAnswer mismatch = read_smi_table(
        "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: "
        "560.35\n");
    EXPECT_TRUE(mismatch.is_mismatch);
    EXPECT_EQ(mismatch.library, "560.35");
    EXPECT_FALSE(mismatch.is_unreachable);

    const SmiAnswer unreachable = read_smi_table(
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure "
        "that the latest NVIDIA driver is installed and running.\n");
    EXPECT_TRUE(unreachable.is_unreachable);
    EXPECT_FALSE(unreachable.is_mismatch);
}

TEST(ReadSmiRows, ReadsEachColumn) {
    const std::vector<Gpu> gpus = read_smi_rows(
        "NVIDIA H200, 143771, 0x233510DE, 0x18BE10DE, Disabled, 9.0\n"
        "NVIDIA A100-SXM4-80GB, 81920, 0x20B210DE, 0x147F10DE, Enabled, 8.0\n",
        kNames);

    ASSERT_EQ(gpus.size(), 2U);
    EXPECT_EQ(gpus[0].name, "NVIDIA H200");
    EXPECT_EQ(gpus[0].memory_bytes, 150754820096U);
    EXPECT_EQ(gpus[0].pci, "10de:2335");
    EXPECT_EQ(gpus[0].pci_subsystem, "10de:18be");
    EXPECT_EQ(gpus[0].is_mig, false);
    EXPECT_EQ(gpus[0].cc, base::parse_version("9.0"));
    EXPECT_EQ(gpus[1].is_mig, true);
}

TEST(ReadSmiRows, WhatDoesNotApplyIsNotKnown) {
    const std::vector<Gpu> gpus =
        read_smi_rows("Tesla K80, [N/A], 0x102D10DE, 0x00000000, [Not Supported], x\n\n", kNames);

    ASSERT_EQ(gpus.size(), 1U);
    EXPECT_FALSE(gpus[0].memory_bytes);
    EXPECT_EQ(gpus[0].pci, "10de:102d");
    EXPECT_EQ(gpus[0].pci_subsystem, "");
    EXPECT_FALSE(gpus[0].is_mig);
    EXPECT_FALSE(gpus[0].cc);
}

TEST(ReadSmiRows, LinesOfAnotherShapeAreLeftOut) {
    EXPECT_THAT(read_smi_rows("Unable to determine the device handle\n1,2,3\n", kNames),
                testing::IsEmpty());
}

SmiAnswer ask(const std::string& script, std::chrono::milliseconds timeout = 10s) {
    const test::Sysroot folder;
    sys::RunRequest request;
    request.argv = {folder.program("nvidia-smi", script)};
    request.env = sys::Env{{"PATH", "/usr/bin:/bin"}};
    request.timeout = timeout;
    return ask_nvidia_smi(sys::run, request);
}

TEST(AskNvidiaSmi, RunsItForTableAndGpus) {
    const SmiAnswer answer = ask("if [ $# = 0 ]; then " + printing(kOldTable) +
                                 "else echo 'NVIDIA L4, 23034, 0x27B810DE, 0x16EE10DE, [N/A], "
                                 "8.9'; fi\n");

    EXPECT_EQ(answer.driver, "550.54.15");
    ASSERT_TRUE(answer.gpus);
    ASSERT_EQ(answer.gpus->size(), 1U);
    EXPECT_EQ(answer.gpus->front().cc, base::parse_version("8.9"));
}

TEST(AskNvidiaSmi, OldOneDoesNotKnowTheComputeCapability) {
    const SmiAnswer answer =
        ask("case \"$*\" in\n"
            "*compute_cap*) echo 'Field \"compute_cap\" is not a valid field to query.'; exit 2;;\n"
            "--query*) echo 'Tesla V100-PCIE-16GB, 16160, 0x1DB410DE, 0x121410DE';;\n"
            "*) echo '| Driver Version: 440.33.01    CUDA Version: 10.2 |';;\nesac\n");

    EXPECT_EQ(answer.cuda, "10.2");
    ASSERT_TRUE(answer.gpus);
    EXPECT_EQ(answer.gpus->front().pci, "10de:1db4");
    EXPECT_FALSE(answer.gpus->front().cc);
}

TEST(AskNvidiaSmi, FailureIsTold) {
    const SmiAnswer answer = ask(
        "echo \"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\"\n"
        "exit 9\n");

    EXPECT_TRUE(answer.is_unreachable);
    EXPECT_FALSE(answer.gpus);
}

TEST(AskNvidiaSmi, OneThatHangsIsCutOff) {
    const auto begin = std::chrono::steady_clock::now();

    EXPECT_EQ(ask("echo 'Driver Version: 1.2'\nsleep 100\n", 200ms).driver, "");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(AskNvidiaSmi, GarbageIsNothing) {
    EXPECT_EQ(ask("head -c 100000 /dev/urandom\n").driver, "");
    EXPECT_EQ(ask("kill -SEGV $$\n").driver, "");
    EXPECT_EQ(ask("head -c 100000000 /dev/zero\n").driver, "");
}

TEST(AskNvidiaSmi, NotThereIsNothing) {
    sys::RunRequest request;
    request.argv = {"nvidia-smi"};

    const SmiAnswer answer = ask_nvidia_smi(sys::run, request);

    EXPECT_EQ(answer.driver, "");
    EXPECT_FALSE(answer.is_unreachable);
}

}  // namespace
}  // namespace cudaenv::probe
