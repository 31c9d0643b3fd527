// SPDX-License-Identifier: MIT
#include "probe/system.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "support/temp_folder.hpp"

namespace cudaenv::probe {
namespace {

using std::string_literals::operator""s;

const sys::Env kNoEnv;

TEST(FindOs, ReadsTheDistribution) {
    const test::TempFolder folder;
    folder.write("etc/os-release",
                 "NAME=\"Rocky Linux\"\nVERSION=\"9.4 (Blue Onyx)\"\nID='Rocky'\n"
                 "ID_LIKE=\"rhel\"\nVERSION_ID=\"9.4\"\n");
    folder.write("proc/sys/kernel/osrelease", "5.14.0-427.el9.x86_64\n");
    folder.write("lib64/ld-linux-x86-64.so.2", "");

    const Os os = find_os(Root(folder.path()), kNoEnv);

    EXPECT_EQ(os.kind, "linux");
    EXPECT_EQ(os.distro, "rocky");
    EXPECT_EQ(os.version, "9.4");
    EXPECT_EQ(os.kernel, "5.14.0-427.el9.x86_64");
    EXPECT_EQ(os.arch, "x86_64");
}

TEST(FindOs, TakesWhatStandsInUsrLib) {
    const test::TempFolder folder;
    folder.write("usr/lib/os-release", "ID=arch\nBUILD_ID=rolling\n");
    folder.write("proc/version", "Linux version 6.10.2-arch1-1 (linux@archlinux) (gcc 14.1.1)\n");

    const Os os = find_os(Root(folder.path()), kNoEnv);

    EXPECT_EQ(os.distro, "arch");
    EXPECT_EQ(os.version, "");
    EXPECT_EQ(os.kernel, "6.10.2-arch1-1");
}

TEST(FindOs, NothingThereIsUnknown) {
    const test::TempFolder folder;

    const Os os = find_os(Root(folder.path()), kNoEnv);

    EXPECT_EQ(os.kind, "linux");
    EXPECT_EQ(os.distro, "");
    EXPECT_EQ(os.kernel, "");
}

struct Kernel {
    const char* release;
    const char* file;
    const char* kind;
    friend void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.release; }
};

class FindOsWsl : public testing::TestWithParam<Kernel> {};

TEST_P(FindOsWsl, IsToldByKernelOrTraces) {
    const test::TempFolder folder;
    folder.write("proc/sys/kernel/osrelease", GetParam().release + "\n"s);
    folder.write("."s + GetParam().file, "");

    EXPECT_EQ(find_os(Root(folder.path()), kNoEnv).kind, GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(
    All, FindOsWsl,
    testing::Values(Kernel{"5.15.153.1-microsoft-standard-WSL2", "/none", "wsl2"},
                    Kernel{"4.19.128-microsoft-standard", "/none", "wsl2"},
                    Kernel{"4.4.0-19041-Microsoft", "/proc/sys/fs/binfmt_misc/WSLInterop", "linux"},
                    Kernel{"6.8.0-1015-azure", "/none", "linux"},
                    Kernel{"6.1.0-own", "/run/WSL/1_interop", "linux"},
                    Kernel{"6.1.0-own", "/dev/dxg", "linux"}));

TEST(FindOs, WslWithAKernelOfOnesOwn) {
    const test::TempFolder folder;
    folder.write("proc/sys/kernel/osrelease", "6.1.0-own\n");
    folder.write("dev/dxg", "");
    const Root root(folder.path());

    EXPECT_EQ(find_os(root, kNoEnv).kind, "linux");
    EXPECT_EQ(find_os(root, sys::Env{{"WSL_DISTRO_NAME", "Ubuntu"}}).kind, "wsl2");
    folder.make("run/WSL");
    EXPECT_EQ(find_os(root, kNoEnv).kind, "wsl2");
}

TEST(FindOs, ArmServerIsSbsa) {
    const test::TempFolder folder;
    folder.write("lib/ld-linux-aarch64.so.1", "");

    EXPECT_EQ(find_os(Root(folder.path()), kNoEnv).arch, "sbsa");
}

TEST(FindTegra, ReadsTheReleaseFile) {
    const test::TempFolder folder;
    folder.write("lib/ld-linux-aarch64.so.1", "");
    folder.write("etc/nv_tegra_release",
                 "# R36 (release), REVISION: 4.0, GCID: 1, BOARD: generic, EABI: aarch64\n");
    folder.write("proc/device-tree/model", "NVIDIA Jetson AGX Orin Developer Kit\0"s);
    const Root root(folder.path());

    const Tegra tegra = find_tegra(root);

    EXPECT_TRUE(tegra.is_tegra);
    EXPECT_EQ(tegra.release, "36.4.0");
    EXPECT_EQ(tegra.model, "NVIDIA Jetson AGX Orin Developer Kit");
    EXPECT_EQ(find_os(root, kNoEnv).arch, "aarch64");
}

TEST(FindTegra, ReadsThePackageWhereTheReleaseFileIsMissing) {
    const test::TempFolder folder;
    folder.write("proc/device-tree/compatible", "nvidia,p2822-0000\0nvidia,tegra194\0"s);
    folder.write("var/lib/dpkg/status",
                 "Package: nvidia-l4t-cuda\nVersion: 9.9.9-1\n\n"
                 "Package: nvidia-l4t-core\nStatus: install ok installed\n"
                 "Version: 35.4.1-20230801124926\n\nPackage: zip\nVersion: 3.0\n");

    const Tegra tegra = find_tegra(Root(folder.path()));

    EXPECT_TRUE(tegra.is_tegra);
    EXPECT_EQ(tegra.release, "35.4.1");
}

TEST(FindTegra, MangledReleaseIsNotKnown) {
    const test::TempFolder folder;
    folder.write("etc/nv_tegra_release", "# REVISION:\n");

    const Tegra tegra = find_tegra(Root(folder.path()));

    EXPECT_TRUE(tegra.is_tegra);
    EXPECT_EQ(tegra.release, "");
}

TEST(FindTegra, OtherBoardsAreNone) {
    const test::TempFolder folder;
    folder.write("proc/device-tree/compatible", "raspberrypi,5-model-b\0brcm,bcm2712\0"s);

    EXPECT_FALSE(find_tegra(Root(folder.path())).is_tegra);
}

TEST(FindGlibc, OfThisMachineIsThatOfTheProcess) {
    EXPECT_TRUE(base::parse_version(find_glibc(Root(""))));
}

TEST(FindGlibc, OldOneHasItsVersionInTheName) {
    const test::TempFolder folder;
    folder.write("lib/x86_64-linux-gnu/libc-2.31.so", "");
    std::filesystem::create_symlink("libc-2.31.so", folder / "lib/x86_64-linux-gnu/libc.so.6");

    EXPECT_EQ(find_glibc(Root(folder.path())), "2.31");
}

TEST(FindGlibc, NewOneHasItInside) {
    const test::TempFolder folder;
    folder.write("lib64/libc.so.6",
                 std::string(3000, '\0') +
                     "GNU C Library (Ubuntu GLIBC 2.35-0ubuntu3.8) stable release version 2.35.\n");

    EXPECT_EQ(find_glibc(Root(folder.path())), "2.35");
}

TEST(FindGlibc, OtherLibraryIsNotKnown) {
    const test::TempFolder folder;
    folder.write("lib64/libc.so.6", "musl libc (x86_64)\nVersion 1.2.5\nGNU C Library, not");

    EXPECT_EQ(find_glibc(Root(folder.path())), "");
}

struct Trace {
    const char* path;
    const char* text;
    std::optional<bool> is_container;
    friend void PrintTo(const Trace& trace, std::ostream* out) {
        *out << trace.path << ": " << trace.text;
    }
};

class FindContainer : public testing::TestWithParam<Trace> {};

TEST_P(FindContainer, IsToldByFiles) {
    const test::TempFolder folder;
    folder.write(GetParam().path, GetParam().text);

    EXPECT_EQ(find_container(Root(folder.path()), kNoEnv), GetParam().is_container);
}

INSTANTIATE_TEST_SUITE_P(
    All, FindContainer,
    testing::Values(
        Trace{"/.dockerenv", "", true}, Trace{"/run/.containerenv", "", true},
        Trace{"/.singularity.d/env", "", true}, Trace{"/etc/none", "", std::nullopt},
        Trace{"/proc/1/cgroup", "0::/init.scope\n", false},
        Trace{"/proc/1/cgroup", "0::/\n", false},
        Trace{"/proc/1/cgroup", "12:pids:/kubepods/besteffort/pod1\n", true},
        Trace{"/proc/1/cgroup", "4:cpu:/docker/0123456789ab\n", true},
        Trace{"/proc/self/mountinfo",
              "1 2 0:57 / / rw - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/A\n", true},
        Trace{"/proc/self/mountinfo",
              "1 2 8:1 / / rw - ext4 /dev/sda1 rw\n3 1 0:57 / /var/lib/docker/overlay2/m rw - "
              "overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/A\n",
              false}));

TEST(FindContainer, IsToldByTheEnvironment) {
    const test::TempFolder folder;
    folder.write("proc/1/cgroup", "0::/\n");
    const Root root(folder.path());

    EXPECT_EQ(find_container(root, sys::Env{{"container", "podman"}}), true);
    EXPECT_EQ(find_container(root, sys::Env{{"container", ""}}), false);
}

}  // namespace
}  // namespace cudaenv::probe
