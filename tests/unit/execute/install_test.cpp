// SPDX-License-Identifier: MIT
#include "execute_fixture.hpp"
#include "hot/activation.hpp"
#include "store/database.hpp"
#include "store/receipt.hpp"
#include "store/verify.hpp"
#include "sys/digest.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::execute {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using InstallTest = ExecuteTest;

TEST_F(InstallTest, MakesAWholeVerifiedStack) {
    const auto outcome = run({install_step(toolkit())});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what << " at " << outcome.error().at;
    EXPECT_THAT(installed(), ElementsAre("12.4.1"));
    const auto verified = store::verify(layout.prefix("12.4.1"));
    ASSERT_TRUE(verified.has_value()) << verified.error().what;
    EXPECT_THAT(verified->damages, IsEmpty());
    EXPECT_GT(verified->files, 20U);
    EXPECT_THAT(left_in_staging(), IsEmpty());
}

TEST_F(InstallTest, ReportsWhatItMade) {
    const auto outcome = run({install_step(toolkit())});

    ASSERT_TRUE(outcome.has_value());
    ASSERT_EQ(outcome->installed.size(), 1U);
    const InstalledStackReport& report = outcome->installed.front();
    EXPECT_EQ(report.stack, "12.4.1");
    EXPECT_EQ(report.prefix, layout.prefix("12.4.1"));
    EXPECT_EQ(report.nvcc_version, "12.4.131");
    EXPECT_EQ(report.verified_by, "sha256");
    EXPECT_GT(report.bytes, 0U);
    EXPECT_FALSE(report.was_there);
    EXPECT_EQ(outcome->fetched_bytes, toolkit().size_bytes);
}

TEST_F(InstallTest, ReceiptNamesTheArchiveAndItsDigest) {
    ASSERT_TRUE(run({install_step(toolkit())}).has_value());

    const auto receipt = store::read_receipt(layout.prefix("12.4.1"));

    ASSERT_TRUE(receipt.has_value()) << receipt.error().what;
    EXPECT_EQ(receipt->made_at, "1970-01-01T00:00:00Z");
    ASSERT_EQ(receipt->artifacts.size(), 1U);
    const store::ReceiptArtifact& artifact = receipt->artifacts.front();
    EXPECT_EQ(artifact.kind, "runfile");
    EXPECT_EQ(artifact.sha256, toolkit().sha256);
    EXPECT_EQ(artifact.size_bytes, toolkit().size_bytes);
    EXPECT_EQ(artifact.verified_by, "sha256");
    EXPECT_EQ(artifact.url, "file://" + toolkit().path);
    EXPECT_THAT(artifact.components,
                Contains(::testing::Field(&store::ReceiptComponent::name, "cuda_nvcc")));
}

TEST_F(InstallTest, ReceiptKeepsTheShaOfAFileThatOnlyAnMdFiveVerified) {
    plan::Install step = install_step(toolkit());
    step.artifacts.front().sha256.clear();
    step.artifacts.front().md5 = toolkit().md5;

    ASSERT_TRUE(run({step}).has_value());

    const store::Receipt receipt = store::read_receipt(layout.prefix("12.4.1")).value();
    EXPECT_EQ(receipt.artifacts.front().verified_by, "md5");
    EXPECT_EQ(receipt.artifacts.front().md5, toolkit().md5);
    EXPECT_EQ(receipt.artifacts.front().sha256, toolkit().sha256);
}

TEST_F(InstallTest, ActivationFileDescribesThePrefix) {
    ASSERT_TRUE(run({install_step(toolkit())}).has_value());

    const auto activation = hot::read_activation(layout.prefix("12.4.1"));

    ASSERT_TRUE(activation.has_value()) << activation.error().what;
    EXPECT_EQ(activation->toolkit, "12.4.1");
    EXPECT_THAT(activation->bin, ElementsAre("bin"));
    EXPECT_THAT(activation->lib, Contains("lib64"));
    EXPECT_EQ(activation->nvcc, "bin/nvcc");
}

TEST_F(InstallTest, DatabaseFollows) {
    ASSERT_TRUE(run({install_step(toolkit())}).has_value());

    const auto database = store::Database::open(layout);

    ASSERT_TRUE(database.has_value());
    EXPECT_THAT(database->stacks("ready").value(), ElementsAre("12.4.1"));
    EXPECT_THAT(database->stacks("installing").value(), IsEmpty());
}

TEST_F(InstallTest, ArchiveStaysInTheCacheOnlyIfItIsToBeKept) {
    plan::Install step = install_step(toolkit());
    ASSERT_TRUE(run({step}).has_value());
    EXPECT_TRUE(sys::exists(step.artifacts.front().cache_path));

    step.replace = true;
    step.keep_archives = false;
    ASSERT_TRUE(run({step}).has_value());
    EXPECT_FALSE(sys::exists(step.artifacts.front().cache_path));
}

TEST_F(InstallTest, StackThatIsThereByNowIsLeftAlone) {
    ASSERT_TRUE(run({install_step(toolkit())}).has_value());
    plan::Install step = install_step(toolkit());
    step.artifacts.front().urls = {"file:///nowhere"};
    step.artifacts.front().cache_path = folder / "elsewhere";

    const auto outcome = run({step});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_TRUE(outcome->installed.front().was_there);
    EXPECT_EQ(outcome->fetched_bytes, 0U);
}

TEST_F(InstallTest, ReplacingGivesTheSameTree) {
    ASSERT_TRUE(run({install_step(toolkit())}).has_value());
    const auto before = store::read_file_list(layout.prefix("12.4.1")).value();
    plan::Install step = install_step(toolkit());
    step.replace = true;

    ASSERT_TRUE(run({step}).has_value());

    EXPECT_TRUE(before == store::read_file_list(layout.prefix("12.4.1")).value());
    EXPECT_THAT(left_in_staging(), IsEmpty());
}

TEST_F(InstallTest, WrongDigestInstallsNothing) {
    plan::Install step = install_step(toolkit());
    step.artifacts.front().sha256 = std::string(64, '0');

    const auto outcome = run({step});

    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, Code::checksum);
    EXPECT_THAT(installed(), IsEmpty());
    EXPECT_THAT(left_in_staging(), IsEmpty());
    EXPECT_THAT(store::Database::open(layout)->stacks("installing").value(), IsEmpty());
}

TEST_F(InstallTest, ArchiveThatIsNoRunfileIsNamed) {
    test::ToolkitFile file;
    file.version = "12.4.1";
    file.name = "cuda.run";
    file.path = folder.write("not-a-runfile", "#!/bin/sh\nexit 0\n");
    file.size_bytes = 17;
    file.sha256 = sys::sha256_of_file(file.path).value();

    const auto outcome = run({install_step(file)});

    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, Code::integrity);
    EXPECT_THAT(outcome.error().at, HasSubstr("cuda.run"));
    EXPECT_THAT(installed(), IsEmpty());
}

TEST_F(InstallTest, InterruptLeavesNothingInStaging) {
    sys::set_interrupt(2);

    const auto outcome = run({install_step(toolkit())});
    sys::set_interrupt(0);

    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, Code::interrupted);
    EXPECT_THAT(left_in_staging(), IsEmpty());
}

TEST_F(InstallTest, CompilerThatDoesNotRunIsOnlyAWarning) {
    settings.runner = [](const sys::RunRequest&) -> Result<sys::RunOutput> {
        return fail(Code::not_executable, "exec format error");
    };

    const auto outcome = run({install_step(toolkit())});

    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->installed.front().nvcc_version, "");
    EXPECT_THAT(observer.warnings, ElementsAre(HasSubstr("does not run here")));
}

}  // namespace
}  // namespace cudaenv::execute
