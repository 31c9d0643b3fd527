// SPDX-License-Identifier: MIT
#include "probe/kernel_module.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "base/version.hpp"
#include "unit/probe/module_fixture.hpp"
#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using std::string_literals::operator""s;
using test::module_file;

const std::string kKernel = "6.8.0-45-generic";
const std::string kModules = "lib/modules/" + kKernel;

KernelModule find(const test::Sysroot& root) {
    return find_kernel_module(Root(root.path()), root.sources(), kKernel);
}

struct Wording {
    const char* line;
    const char* version;
    friend void PrintTo(const Wording& wording, std::ostream* out) { *out << wording.line; }
};

class LoadedModule : public testing::TestWithParam<Wording> {};

TEST_P(LoadedModule, IsReadFromProc) {
    const test::Sysroot root;
    root.write("proc/driver/nvidia/version",
               GetParam().line + "\nGCC version:  gcc version 15.3.0 (GCC) \n"s);

    const KernelModule module = find(root);

    EXPECT_EQ(module.loaded, GetParam().version);
    EXPECT_EQ(module.is_loaded, true);
}

INSTANTIATE_TEST_SUITE_P(
    All, LoadedModule,
    testing::Values(
        Wording{"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release "
                "Build  (builder@)  ",
                "580.159.04"},
        Wording{"NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 "
                "UTC 2024",
                "550.54.15"},
        Wording{"NVRM version: NVIDIA UNIX x86_64 Kernel Module  340.93  Wed Aug 19 16:49:15 PDT "
                "2015",
                "340.93"},
        Wording{"NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  540.4.0  Release Build  "
                "(buildbrain@mobile)  ",
                "540.4.0"}));

TEST(KernelModule, LoadedOneIsReadFromSysWhereProcHasNone) {
    const test::Sysroot root;
    root.write("sys/module/nvidia/version", "535.183.01\n");

    EXPECT_EQ(find(root).loaded, "535.183.01");
    EXPECT_EQ(find(root).is_loaded, true);
}

TEST(KernelModule, WithoutSysNothingIsKnown) {
    const test::Sysroot root;

    const KernelModule module = find(root);

    EXPECT_FALSE(module.is_loaded);
    EXPECT_EQ(module.path, "");
}

class ModuleOnDisk : public testing::TestWithParam<const char*> {};

TEST_P(ModuleOnDisk, IsFoundWhereItIsPut) {
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write(kModules + "/" + GetParam(), module_file("520.56.06"));
    // Parts of it that are not the module itself.
    root.write(kModules + "/updates/dkms/nvidia-drm.ko", module_file("1.1"));
    root.write(kModules + "/kernel/drivers/video/nvidia-current-uvm.ko", module_file("1.1"));

    const KernelModule module = find(root);

    EXPECT_EQ(module.is_loaded, false);
    EXPECT_EQ(module.path, "/" + kModules + "/" + GetParam());
    EXPECT_EQ(module.on_disk, "520.56.06");
}

INSTANTIATE_TEST_SUITE_P(All, ModuleOnDisk,
                         testing::Values("updates/dkms/nvidia.ko", "extra/nvidia.ko",
                                         "kernel/drivers/video/nvidia.ko",
                                         "updates/dkms/nvidia-current.ko"));

TEST(KernelModule, TableOfModprobeDecides) {
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write(kModules + "/updates/dkms/nvidia.ko", module_file("520.56.06"));
    root.write(kModules + "/kernel/nvidia-535/nvidia.ko", module_file("535.183.01"));
    root.write(kModules + "/modules.dep",
               "kernel/fs/ext4.ko:\nextra/nvidia.ko:\nkernel/nvidia-535/nvidia-drm.ko: "
               "kernel/nvidia-535/nvidia.ko\nkernel/nvidia-535/nvidia.ko:\n");

    EXPECT_EQ(find(root).on_disk, "535.183.01");
}

TEST(KernelModule, ModuleOfAnotherKernelIsNone) {
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write("lib/modules/6.8.0-40-generic/updates/dkms/nvidia.ko", module_file("550.54.15"));

    EXPECT_EQ(find(root).path, "");
}

TEST(KernelModule, PackedOneHasTheVersionThatDkmsBuilt) {
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write(kModules + "/updates/dkms/nvidia.ko.zst", "packed");
    root.make("var/lib/dkms/nvidia/525.85.12/source");
    root.make("var/lib/dkms/nvidia/520.56.06/" + kKernel + "/x86_64");

    EXPECT_EQ(find(root).on_disk, "520.56.06");
}

TEST(KernelModule, PackedOneWithoutDkmsIsAskedOfModinfo) {
    const test::Sysroot root;
    root.kernel(kKernel);
    root.write(kModules + "/kernel/drivers/video/nvidia.ko.xz", "packed");
    Sources sources = root.sources();
    std::vector<std::string> argv;
    sources.runner = [&](const sys::RunRequest& request) -> Result<sys::RunOutput> {
        argv = request.argv;
        sys::RunOutput output;
        output.out = "550.54.15\n";
        return output;
    };

    EXPECT_EQ(find_kernel_module(Root(root.path()), sources, kKernel).on_disk, "550.54.15");
    ASSERT_EQ(argv.size(), 4U);
    EXPECT_EQ(argv[0], "modinfo");
    EXPECT_EQ(argv[3], root / kModules + "/kernel/drivers/video/nvidia.ko.xz");
}

TEST(VersionOfModuleFile, DamagedFileHasNone) {
    const test::TempFolder folder;
    const std::string whole = module_file("550.54.15");
    ASSERT_EQ(version_of_module_file(folder.write("whole", whole)), "550.54.15");

    for (std::size_t size = 0; size < whole.size(); size += 5) {
        EXPECT_EQ(version_of_module_file(folder.write("cut", whole.substr(0, size))), "") << size;
    }
    EXPECT_EQ(version_of_module_file(folder / "none"), "");
}

TEST(VersionOfModuleFile, AnyByteMayBeWrong) {
    const test::TempFolder folder;
    const std::string whole = module_file("550.54.15");

    for (std::size_t i = 0; i < whole.size(); i += 3) {
        std::string wrong = whole;
        wrong[i] = '\xff';
        const std::string version = version_of_module_file(folder.write("wrong", wrong));
        EXPECT_TRUE(version.empty() || base::parse_version(version)) << i;
    }
}

std::string reason(const test::Sysroot& root, bool is_container = false) {
    return reason_not_loaded(Root(root.path()), find(root), is_container);
}

// A module that is there and could be loaded.
void build_module(const test::Sysroot& root) {
    root.kernel(kKernel);
    root.write(kModules + "/updates/dkms/nvidia.ko", module_file("550.54.15"));
}

void set_secure_boot(const test::Sysroot& root, char state) {
    root.write("sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
               "\6\0\0\0"s + state);
}

TEST(ReasonNotLoaded, NoModuleForThisKernelIsNotBuilt) {
    const test::Sysroot root;
    root.kernel(kKernel);

    EXPECT_EQ(reason(root), "not-built");
    EXPECT_EQ(reason(root, true), "") << "a container has no modules to look at";
}

TEST(ReasonNotLoaded, NouveauHasTheDevice) {
    const test::Sysroot root;
    build_module(root);
    root.gpu("0000:01:00.0", "0x2684", "nouveau");

    EXPECT_EQ(reason(root), "nouveau");
}

TEST(ReasonNotLoaded, OtherOwnersOfTheDeviceAreNoReason) {
    const test::Sysroot root;
    build_module(root);
    root.gpu("0000:01:00.0", "0x2684", "vfio-pci");

    EXPECT_EQ(reason(root), "");
}

TEST(ReasonNotLoaded, SecureBootKeepsAModuleOut) {
    const test::Sysroot root;
    build_module(root);

    set_secure_boot(root, '\0');
    EXPECT_EQ(reason(root), "");
    set_secure_boot(root, '\1');
    EXPECT_EQ(reason(root), "secure-boot");
}

class Blacklist : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Blacklist, IsSeenBeforeSecureBoot) {
    const test::Sysroot root;
    build_module(root);
    set_secure_boot(root, '\1');
    root.write("etc/modprobe.d/nouveau.conf", "blacklist nouveau\noptions nvidia NVreg_X=1\n");
    ASSERT_EQ(reason(root), "secure-boot");

    root.write(GetParam().first, GetParam().second);

    EXPECT_EQ(reason(root), "blacklisted");
}

INSTANTIATE_TEST_SUITE_P(
    All, Blacklist,
    testing::Values(std::pair("etc/modprobe.d/x.conf", "# off\n  blacklist nvidia\n"),
                    std::pair("lib/modprobe.d/blacklist-nvidia.conf", "blacklist nvidia"),
                    std::pair("etc/modprobe.d/x.conf", "install nvidia /bin/false\n"),
                    std::pair("etc/modprobe.d/x.conf", "alias nvidia off\n"),
                    std::pair("proc/cmdline", "quiet modprobe.blacklist=nvidia_drm,nvidia ro\n")));

TEST(ReasonNotLoaded, WhatIsNoBlacklistIsNone) {
    const test::Sysroot root;
    build_module(root);
    root.write("etc/modprobe.d/x.conf.bak", "blacklist nvidia\n");
    root.write("etc/modprobe.d/y.conf",
               "#blacklist nvidia\nblacklist nvidiafb\ninstall nvidia /sbin/modprobe nvidia\n");

    EXPECT_EQ(reason(root), "");
}

}  // namespace
}  // namespace cudaenv::probe
