// SPDX-License-Identifier: MIT
#include "commands/own_archive.hpp"

#include "command_fixture.hpp"
#include "store/receipt.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::ElementsAre;

constexpr char kCudnn[] =
    "#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 99\n#define CUDNN_PATCHLEVEL 1\n";

class OwnArchiveTest : public CommandTest {
  protected:
    // An archive of one top folder with one header and one library.
    std::string archive(const std::string& top, const std::string& header,
                        const std::string& text) {
        folder.write(top + "/include/" + header, text);
        folder.write(top + "/lib/libsomething.so.1", "a library");
        const std::string path = folder / (top + ".tar.gz");
        sys::RunRequest tar;
        tar.argv = {"tar", "-C", folder.path(), "-czf", path, top};
        tar.env = world.env;
        const auto ran = sys::run(tar);
        EXPECT_TRUE(ran.has_value() && ran->exit_code == 0);
        return path;
    }
};

TEST_F(OwnArchiveTest, IsRecognisedByItsHeader) {
    const auto cudnn =
        identify(archive("cudnn-linux-x86_64-9.99.1.2_cuda12-archive", "cudnn_version.h", kCudnn));
    const auto nccl = identify(archive(
        "nccl_2.21.5-1+cuda12.4_x86_64", "nccl.h",
        "#define NCCL_MAJOR 2\n#define NCCL_MINOR 21\n#define NCCL_PATCH 5\n#define X (1)\n"));
    const auto old = identify(archive("cudnn-10.2-linux", "cudnn.h", kCudnn));

    ASSERT_TRUE(cudnn && nccl && old);
    EXPECT_EQ(cudnn->product + " " + cudnn->version + " " + cudnn->build, "cudnn 9.99.1 cuda12");
    EXPECT_EQ(nccl->product + " " + nccl->version + " " + nccl->build, "nccl 2.21.5 cuda12");
    EXPECT_EQ(old->build, "");
}

TEST_F(OwnArchiveTest, WhatTellsNothingIsNamed) {
    const std::string odd = archive("something", "cudnn_version.h", "#define CUDNN_MAJOR nine\n");
    const std::string page = folder.write("page.tar.xz", "<html>please log in</html>");

    EXPECT_EQ(identify(odd).error().code, Code::integrity);
    EXPECT_EQ(identify(odd).error().at, odd);
    EXPECT_EQ(identify(page).error().code, Code::integrity);
    EXPECT_EQ(identify(folder / "nowhere").error().code, Code::not_found);
}

TEST_F(OwnArchiveTest, IsInstalledWithForceOnlyAndTheReceiptSaysSo) {
    ASSERT_TRUE(run_install({"12.4"}).has_value());
    const std::string file =
        archive("cudnn-linux-x86_64-9.99.1.2_cuda12-archive", "cudnn_version.h", kCudnn);
    InstallRequest request = wish({"12.4+cudnn9.99"});
    request.from = file;
    const auto refused = install(request, world);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::checksum);

    request.force = true;
    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(installed(), ElementsAre("12.4.1", "12.4.1+cudnn9.99.1"));
    const auto receipt = store::read_receipt(world.layout.prefix("12.4.1+cudnn9.99.1"));
    ASSERT_TRUE(receipt.has_value());
    ASSERT_EQ(receipt->artifacts.size(), 2U);
    EXPECT_EQ(receipt->artifacts[0].kind, "runfile") << "taken over, not fetched again";
    EXPECT_EQ(receipt->artifacts[1].verified_by, "none");
    EXPECT_TRUE(
        sys::exists(world.layout.prefix("12.4.1+cudnn9.99.1") + "/lib64/libsomething.so.1"));
}

TEST_F(OwnArchiveTest, CanBeNamedAgainOnceItIsInstalled) {
    ASSERT_TRUE(run_install({"12.4"}).has_value());
    InstallRequest request = wish({"12.4+nccl2"});
    request.from = archive("nccl_2.21.5-1+cuda12.4_x86_64", "nccl.h",
                           "#define NCCL_MAJOR 2\n#define NCCL_MINOR 21\n#define NCCL_PATCH 5\n");
    request.force = true;
    ASSERT_TRUE(install(request, world).has_value());

    InstallRequest again = wish({"12.4+nccl"});
    again.skip_existing = true;

    EXPECT_TRUE(install(again, world).has_value());
    EXPECT_TRUE(run_install({"12.4+nccl2.21"}).has_value());
}

TEST_F(OwnArchiveTest, AnotherProductDoesNotPassForTheOneAskedFor) {
    InstallRequest request = wish({"12.4+nccl2"});
    request.from = archive("cudnn-linux-x86_64-9.99.1.2_cuda12-archive", "cudnn_version.h", kCudnn);
    request.force = true;

    EXPECT_FALSE(install(request, world).has_value());
    EXPECT_THAT(installed(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace cudaenv::commands
