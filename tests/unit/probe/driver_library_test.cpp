// SPDX-License-Identifier: MIT
#include "probe/driver_library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sys/interrupt.hpp"
#include "unit/probe/fakes.hpp"
#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using test::FakeTrouble;
using test::kFakeDriver;
using testing::IsEmpty;

const LibraryQuestion kFake{{kFakeDriver}, 20s};
const LibraryQuestion kImpatient{{kFakeDriver}, 300ms};

TEST(AskNvml, TellsDriverAndGpus) {
    const LibraryAnswer answer = ask_nvml(kFake);

    EXPECT_TRUE(answer.is_loaded);
    EXPECT_FALSE(answer.has_timed_out);
    EXPECT_FALSE(answer.is_mismatch);
    EXPECT_EQ(answer.driver, "580.159.04");
    EXPECT_EQ(answer.cuda, "13.0");
    EXPECT_EQ(answer.count, 2U);
    ASSERT_EQ(answer.gpus.size(), 2U);
    const Gpu& gpu = answer.gpus[1];
    EXPECT_EQ(gpu.name, "NVIDIA H200");
    EXPECT_EQ(gpu.cc, base::parse_version("9.0"));
    EXPECT_EQ(gpu.pci, "10de:2335");
    EXPECT_EQ(gpu.pci_subsystem, "10de:18be");
    EXPECT_EQ(gpu.memory_bytes, 150754820096U);
    EXPECT_EQ(gpu.is_mig, true);
}

TEST(AskNvml, GpuWithoutMigIsNotCut) {
    const FakeTrouble trouble("FAKE_NVML", "no-mig");

    EXPECT_EQ(ask_nvml(kFake).gpus.front().is_mig, false);
}

TEST(AskNvml, MismatchIsTold) {
    const FakeTrouble trouble("FAKE_NVML", "mismatch");

    const LibraryAnswer answer = ask_nvml(kFake);

    EXPECT_TRUE(answer.is_mismatch);
    EXPECT_EQ(answer.driver, "");
    EXPECT_FALSE(answer.count);
}

TEST(AskNvml, DriverThatIsNotLoadedSaysNothing) {
    const FakeTrouble trouble("FAKE_NVML", "not-loaded");

    const LibraryAnswer answer = ask_nvml(kFake);

    EXPECT_TRUE(answer.is_loaded);
    EXPECT_FALSE(answer.is_mismatch);
    EXPECT_EQ(answer.driver, "");
}

TEST(AskNvml, HangIsCutOff) {
    const FakeTrouble trouble("FAKE_NVML", "hang");
    const auto begin = Clock::now();

    const LibraryAnswer answer = ask_nvml(kImpatient);

    EXPECT_TRUE(answer.has_timed_out);
    EXPECT_TRUE(answer.is_loaded);
    EXPECT_EQ(answer.driver, "");
    EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(AskNvml, SickGpuLeavesWhatWasSaidBefore) {
    const FakeTrouble trouble("FAKE_NVML", "hang-at-second");

    const LibraryAnswer answer = ask_nvml(kImpatient);

    EXPECT_TRUE(answer.has_timed_out);
    EXPECT_EQ(answer.driver, "580.159.04");
    EXPECT_EQ(answer.count, 2U);
    EXPECT_EQ(answer.gpus.size(), 1U);
}

TEST(AskNvml, CrashIsSurvived) {
    {
        const FakeTrouble trouble("FAKE_NVML", "crash");
        EXPECT_EQ(ask_nvml(kFake).driver, "");
    }
    const FakeTrouble trouble("FAKE_NVML", "crash-at-second");
    EXPECT_EQ(ask_nvml(kFake).driver, "580.159.04");
    EXPECT_EQ(ask_nvml(kFake).gpus.size(), 1U);
}

TEST(AskNvml, LostGpuIsCountedOnly) {
    const FakeTrouble trouble("FAKE_NVML", "lost");

    const LibraryAnswer answer = ask_nvml(kFake);

    EXPECT_EQ(answer.count, 2U);
    EXPECT_EQ(answer.gpus.size(), 1U);
}

TEST(AskNvml, OddNameStaysOneName) {
    const FakeTrouble trouble("FAKE_NVML", "odd-name");

    EXPECT_EQ(ask_nvml(kFake).gpus.front().name, "a b c");
}

TEST(AskNvml, FileThatIsNoLibraryIsPassedOver) {
    const test::TempFolder folder;
    folder.write("libnvidia-ml.so.1", "not a library");

    EXPECT_EQ(ask_nvml({{folder / "none", folder.path(), kFakeDriver}, 20s}).driver, "580.159.04");
}

TEST(AskNvml, InterruptEndsIt) {
    const FakeTrouble trouble("FAKE_NVML", "hang");
    sys::set_interrupt(2);
    const auto begin = Clock::now();

    EXPECT_EQ(ask_nvml(kFake).driver, "");
    sys::set_interrupt(0);
    EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(AskLibcuda, TellsFileAndHighestCuda) {
    const LibraryAnswer answer = ask_libcuda(kFake, false);

    EXPECT_EQ(answer.file, kFakeDriver + "/libcuda.so.1");
    EXPECT_EQ(answer.cuda, "12.4");
    EXPECT_THAT(answer.gpus, IsEmpty());
}

TEST(AskLibcuda, KnowsTheGpuWhereNvmlDoesNot) {
    const LibraryAnswer answer = ask_libcuda(kFake, true);

    ASSERT_EQ(answer.gpus.size(), 1U);
    EXPECT_EQ(answer.gpus.front().name, "Orin");
    EXPECT_EQ(answer.gpus.front().cc, base::parse_version("8.7"));
    EXPECT_EQ(answer.gpus.front().memory_bytes, 64ULL << 30U);
}

TEST(AskLibcuda, TroubleIsSurvived) {
    {
        const FakeTrouble trouble("FAKE_LIBCUDA", "hang");
        EXPECT_TRUE(ask_libcuda(kImpatient, false).has_timed_out);
    }
    {
        const FakeTrouble trouble("FAKE_LIBCUDA", "crash");
        EXPECT_EQ(ask_libcuda(kFake, false).file, kFakeDriver + "/libcuda.so.1");
    }
    {
        const FakeTrouble trouble("FAKE_LIBCUDA", "stub");
        EXPECT_EQ(ask_libcuda(kFake, false).cuda, "");
    }
    const FakeTrouble trouble("FAKE_LIBCUDA", "no-device");
    EXPECT_THAT(ask_libcuda(kFake, true).gpus, IsEmpty());
}

TEST(CudaOfNumber, IsMajorAndMinor) {
    EXPECT_EQ(cuda_of_number(12040), "12.4");
    EXPECT_EQ(cuda_of_number(10020), "10.2");
    EXPECT_EQ(cuda_of_number(9000), "9.0");
    EXPECT_EQ(cuda_of_number(0), "");
    EXPECT_EQ(cuda_of_number(-1), "");
}

}  // namespace
}  // namespace cudaenv::probe
