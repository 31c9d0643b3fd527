// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::plan {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Install& install_at(const Plan& plan, std::size_t index) {
    return std::get<Install>(plan.steps.at(index));
}

TEST(MakePlan, InstallsThenRenewsShims) {
    const catalog::Release release = a_release();

    const auto plan = make({a_wish(release)}, {}, a_context());

    ASSERT_TRUE(plan.has_value()) << plan.error().what;
    ASSERT_EQ(plan->steps.size(), 2U);
    EXPECT_EQ(install_at(*plan, 0).receipt.stack, "12.4.1");
    EXPECT_TRUE(std::holds_alternative<Rehash>(plan->steps[1]));
}

TEST(MakePlan, SumsDownloadAndUnpackedAndFivePercent) {
    const catalog::Release release = a_release();

    const auto plan = make({a_wish(release)}, {}, a_context());

    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->fetch_bytes, 4 * kGiB);
    EXPECT_EQ(plan->unpacked_bytes, estimated_unpacked(4 * kGiB));
    const std::uint64_t both = plan->fetch_bytes + plan->unpacked_bytes;
    EXPECT_EQ(plan->needed_bytes, both + both / 20);
    EXPECT_EQ(plan->free_bytes, 200 * kGiB);
}

TEST(MakePlan, CountsOnlyWhatIsStillToFetch) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.cache = [](const std::string&) { return CacheState{false, 3 * kGiB}; };
    EXPECT_EQ(make({a_wish(release)}, {}, context)->fetch_bytes, kGiB);

    context.cache = [](const std::string&) { return CacheState{true, 0}; };
    EXPECT_EQ(make({a_wish(release)}, {}, context)->fetch_bytes, 0U);
}

TEST(MakePlan, InstalledStackNeedsNothing) {
    const catalog::Release release = a_release();

    const auto plan = make({a_wish(release)}, installed_with("12.4.1"), a_context());

    ASSERT_TRUE(plan.has_value());
    EXPECT_TRUE(plan->is_empty());
    EXPECT_THAT(plan->notes, Contains(HasSubstr("is installed in")));
}

TEST(MakePlan, WhatAKilledRunLeftIsHealedThoughTheStackIsThere) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.is_unsettled = true;

    const auto plan = make({a_wish(release)}, installed_with("12.4.1"), context);

    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(plan->steps.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<Heal>(plan->steps[0]));
    EXPECT_TRUE(std::holds_alternative<Rehash>(plan->steps[1]));
    EXPECT_EQ(plan->archives, 0U);
}

TEST(MakePlan, ANameTakenByAnAdoptedToolkitIsToldBeforeTheDownload) {
    const catalog::Release release = a_release();
    store::Installed installed;
    installed.adopted.push_back({"12.4.1", "/usr"});

    const auto plan = make({a_wish(release)}, installed, a_context());

    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().code, Code::usage);
    EXPECT_THAT(plan.error().try_, Contains("cudaenv uninstall 12.4.1"));
}

TEST(MakePlan, ForceReplacesAnInstalledStackWithoutCountingItsBytesTwice) {
    const catalog::Release release = a_release();
    Wanted wanted = a_wish(release);
    wanted.force = true;

    const auto plan = make({wanted}, installed_with("12.4.1"), a_context());

    ASSERT_TRUE(plan.has_value());
    EXPECT_TRUE(install_at(*plan, 0).replace);
    EXPECT_EQ(plan->unpacked_bytes, 0U);
}

TEST(MakePlan, StackWithADamagedReceiptIsReplaced) {
    const catalog::Release release = a_release();
    store::Installed installed;
    installed.damaged = {"12.4.1"};

    const auto plan = make({a_wish(release)}, installed, a_context());

    ASSERT_TRUE(plan.has_value());
    EXPECT_TRUE(install_at(*plan, 0).replace);
}

TEST(MakePlan, TwoRequestsForOneReleaseAreOneInstallation) {
    const catalog::Release release = a_release();

    const auto plan = make({a_wish(release, "12.4"), a_wish(release, "12.4.1")}, {}, a_context());

    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->steps.size(), 2U);
}

TEST(MakePlan, SaysWhatAPrefixBecame) {
    const catalog::Release release = a_release();
    const auto notes_of = [&](const std::string& requested) {
        return make({a_wish(release, requested)}, {}, a_context())->notes;
    };

    EXPECT_THAT(notes_of("12.4"), Contains("12.4 -> 12.4.1 (newest patch of the line)"));
    EXPECT_THAT(notes_of("12"), Contains("12 -> 12.4.1 (newest release of the major)"));
    EXPECT_THAT(notes_of("latest"), Contains("latest -> 12.4.1 (newest release)"));
    EXPECT_THAT(notes_of("<12.5"), Contains("<12.5 -> 12.4.1 (newest in the range)"));
    EXPECT_THAT(notes_of("12.4.1"), IsEmpty());
}

TEST(MakePlan, NotesThatOnlyAnMdFiveIsPublished) {
    catalog::Release release = a_release();
    release.runfiles.front().sha256.clear();
    release.runfiles.front().md5 = std::string(32, 'b');

    const auto plan = make({a_wish(release)}, {}, a_context());

    ASSERT_TRUE(plan.has_value());
    EXPECT_THAT(plan->notes, Contains(HasSubstr("only an MD5 is published")));
}

TEST(MakePlan, NotesThatAnUnpublishedSizeCannotBeChecked) {
    catalog::Release release = a_release();
    release.runfiles.front().size_bytes.reset();
    Context context = a_context();
    context.free_bytes = 0;

    const auto plan = make({a_wish(release)}, {}, context);

    ASSERT_TRUE(plan.has_value());
    EXPECT_THAT(plan->notes, Contains(HasSubstr("is not published")));
}

TEST(MakePlan, TooLittleSpaceIsRefusedWithBothValues) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.free_bytes = 8 * kGiB;

    const auto plan = make({a_wish(release)}, {}, context);

    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().code, Code::space);
    EXPECT_EQ(plan.error().found, "8.0 GiB free");
    EXPECT_EQ(plan.error().needs, "11.3 GiB");
    EXPECT_THAT(plan.error().try_, Not(IsEmpty()));
}

TEST(MakePlan, ForceMakesANoteOfTooLittleSpace) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.free_bytes = 8 * kGiB;
    Wanted wanted = a_wish(release);
    wanted.force = true;

    const auto plan = make({wanted}, {}, context);

    ASSERT_TRUE(plan.has_value());
    EXPECT_THAT(plan->notes, Contains(HasSubstr("not enough space")));
}

TEST(MakePlan, CacheOnAnotherFileSystemIsCountedThere) {
    const catalog::Release release = a_release();
    Context context = a_context();
    context.free_bytes = 8 * kGiB;  // enough for what is unpacked
    context.cache_free_bytes = 5 * kGiB;
    EXPECT_TRUE(make({a_wish(release)}, {}, context).has_value());

    context.cache_free_bytes = 3 * kGiB;
    const auto plan = make({a_wish(release)}, {}, context);
    ASSERT_FALSE(plan.has_value());
    EXPECT_EQ(plan.error().code, Code::space);
    EXPECT_EQ(plan.error().at, context.cache_dir);
}

TEST(MakeFetchPlan, OnlyFetches) {
    const catalog::Release release = a_release();

    const auto plan = make_fetch({a_wish(release)}, a_context());

    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(plan->steps.size(), 1U);
    EXPECT_EQ(std::get<Fetch>(plan->steps[0]).artifact.name, "cuda_12.4.1_linux.run");
    EXPECT_EQ(plan->unpacked_bytes, 0U);
}

TEST(MakeRepairPlan, KnowsHowToInstallAnewIfTheCatalogDoes) {
    const catalog::Release release = a_release();

    const auto known = make_repair("12.4.1", a_wish(release), a_context());
    const auto unknown = make_repair("12.4.1", std::nullopt, a_context());

    ASSERT_TRUE(known.has_value());
    const auto& repair = std::get<Repair>(known->steps.at(0));
    ASSERT_TRUE(repair.reinstall.has_value());
    EXPECT_TRUE(repair.reinstall->replace);
    ASSERT_TRUE(unknown.has_value());
    EXPECT_FALSE(std::get<Repair>(unknown->steps.at(0)).reinstall.has_value());
}

}  // namespace
}  // namespace cudaenv::plan
