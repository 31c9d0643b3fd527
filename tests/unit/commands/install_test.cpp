// SPDX-License-Identifier: MIT
#include "commands/install.hpp"

#include <nlohmann/json.hpp>

#include "command_fixture.hpp"

namespace cudaenv::commands {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class InstallTest : public CommandTest {
  protected:
    // The error of an installation that must not begin.
    Error refusal() {
        const auto report = install(request, world);
        EXPECT_FALSE(report.has_value());
        EXPECT_FALSE(sys::exists(world.cache_dir)) << "nothing may be downloaded before";
        return report.has_value() ? Error() : report.error();
    }
    InstallRequest request = wish({"12.4"});
};

TEST_F(InstallTest, InstallsTheNewestPatchOfTheLine) {
    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what << " at " << report.error().at;
    EXPECT_THAT(installed(), ElementsAre("12.4.1"));
    EXPECT_EQ(report->out, "");
    EXPECT_THAT(observer.sentences,
                ElementsAre("12.4 -> 12.4.1 (newest patch of the line)", HasSubstr("1 runfile, "),
                            "verified 1 runfile (sha256)"));
    EXPECT_THAT(
        texts(*report),
        ElementsAre("installed 12.4.1 in ~/root/versions/12.4.1 (0 s), nvcc reports 12.4.131",
                    "use it: `cudaenv local 12.4` here, or `cudaenv global 12.4`"));
}

TEST_F(InstallTest, TellsAProgramWhatItDid) {
    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value());
    const auto json = nlohmann::json::parse(report->json);
    EXPECT_EQ(json["installed"][0]["stack"], "12.4.1");
    EXPECT_EQ(json["installed"][0]["nvcc"], "12.4.131");
    EXPECT_EQ(json["fetched_bytes"], toolkits()[1].size_bytes);
}

TEST_F(InstallTest, InstalledVersionIsNothingToDo) {
    ASSERT_TRUE(install(request, world).has_value());
    world.config.mirrors = {"file:///nowhere"};

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_EQ(report->exit, 0);
    EXPECT_THAT(observer.sentences, Contains(HasSubstr("12.4.1 is installed in")));
}

TEST_F(InstallTest, SkipExistingIsSilentAndChangesNothing) {
    ASSERT_TRUE(install(request, world).has_value());
    observer.sentences.clear();
    world.env.unset("CUDAENV_ACCEPT_EULA");
    ASSERT_TRUE(sys::remove_tree(world.state_dir).has_value());
    ASSERT_TRUE(sys::remove_tree(world.layout.locks()).has_value());
    request.skip_existing = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(observer.sentences, IsEmpty());
    EXPECT_FALSE(sys::exists(world.layout.locks()));
}

TEST_F(InstallTest, DryRunPrintsThePlanAndTouchesNothing) {
    request.dry_run = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(report->out, HasSubstr("install 12.4.1 in " + world.layout.prefix("12.4.1")));
    EXPECT_THAT(report->out, HasSubstr("check sha256 " + toolkits()[1].sha256));
    EXPECT_EQ(report->exit, 0);
    EXPECT_FALSE(sys::exists(world.layout.root()));
    EXPECT_FALSE(sys::exists(world.cache_dir));
}

TEST_F(InstallTest, DryRunCodeTellsWhetherThereIsSomethingToDo) {
    request.dry_run_code = true;
    EXPECT_EQ(install(request, world)->exit, 1);

    ASSERT_TRUE(run_install({"12.4"}).has_value());
    EXPECT_EQ(install(request, world)->exit, 0);
}

TEST_F(InstallTest, WithoutRequestTheProjectsFileCounts) {
    folder.write("project/.cuda-version", "11.8\n");
    request.requests.clear();

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(installed(), ElementsAre("11.8.0"));
    EXPECT_THAT(observer.sentences.front(), HasSubstr("project/.cuda-version"));
}

TEST_F(InstallTest, WithoutRequestAndProjectNothingIsSelected) {
    world.env.set("CUDAENV_VERSION", "12.4");
    folder.write("root/version", "12.4\n");
    request.requests.clear();

    EXPECT_EQ(refusal().code, Code::nothing_selected);
}

TEST_F(InstallTest, SelectsAfterwardsIfAskedTo) {
    request.global = true;

    ASSERT_TRUE(install(request, world).has_value());

    EXPECT_EQ(folder.read("root/version"), "12.4\n");
}

TEST_F(InstallTest, AnAliasStandsForItsRequest) {
    folder.write("root/aliases", "prod 11.8\n");

    ASSERT_TRUE(run_install({"prod"}).has_value());

    EXPECT_THAT(installed(), ElementsAre("11.8.0"));
}

TEST_F(InstallTest, AliasThatLeadsBackIsUsage) {
    folder.write("root/aliases", "a b\nb a\n");
    request.requests = {"a"};

    EXPECT_EQ(refusal().code, Code::usage);
}

TEST_F(InstallTest, UnknownVersionIsNamed) {
    request.requests = {"12.44"};

    EXPECT_EQ(refusal().code, Code::unknown_release);
}

TEST_F(InstallTest, WhatCannotBeIsRefusedBeforeAnything) {
    const auto code_with = [&](const std::function<void(InstallRequest&)>& change) {
        request = wish({"12.4"});
        change(request);
        return refusal().code;
    };

    EXPECT_EQ(code_with([](auto& r) { r.locked = true; }), Code::refused);
    EXPECT_EQ(code_with([](auto& r) { r.refresh = true; }), Code::refused);
    EXPECT_EQ(code_with([](auto& r) { r.parts.with = {"driver"}; }), Code::refused);
    EXPECT_EQ(code_with([](auto& r) { r.parts.source = "tarball"; }), Code::usage);
    EXPECT_EQ(code_with([](auto& r) { r.parts.profile = "huge"; }), Code::usage);
    EXPECT_EQ(code_with([](auto& r) { r.parts.without = {"no_such_thing"}; }), Code::usage);
    EXPECT_EQ(code_with([](auto& r) { r.requests = {"12.4+cuddn9"}; }), Code::usage);
    EXPECT_EQ(code_with([](auto& r) { r.requests = {"system"}; }), Code::usage);
    EXPECT_EQ(code_with([](auto& r) { r.requests = {"path:/opt/cuda"}; }), Code::usage);
    EXPECT_EQ(code_with([](auto& r) { r.shell = true; }), Code::usage);
}

TEST_F(InstallTest, LicenceMustBeAcceptedOnce) {
    world.env.unset("CUDAENV_ACCEPT_EULA");
    EXPECT_EQ(refusal().code, Code::usage);

    request.accept_eula = true;
    ASSERT_TRUE(install(request, world).has_value());
    EXPECT_TRUE(run_install({"11.8"}).has_value()) << "it is remembered";
    EXPECT_THAT(questions, IsEmpty());
}

TEST_F(InstallTest, LicenceIsAskedForOnATerminal) {
    world.env.unset("CUDAENV_ACCEPT_EULA");
    world.terminal.in_is_tty = true;
    EXPECT_EQ(refusal().code, Code::usage);
    EXPECT_THAT(questions, ElementsAre(HasSubstr("licence")));

    answer = true;
    EXPECT_TRUE(install(request, world).has_value());
}

TEST_F(InstallTest, YesDoesNotStandForTheLicence) {
    world.env.unset("CUDAENV_ACCEPT_EULA");
    world.terminal.in_is_tty = true;
    world.options.yes = answer = true;

    EXPECT_EQ(refusal().code, Code::usage);
}

TEST_F(InstallTest, TakesTheRunfileFromDisk) {
    world.config.mirrors = {"file:///nowhere"};
    request.from = toolkits()[1].path;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_THAT(installed(), ElementsAre("12.4.1"));
    EXPECT_TRUE(sys::exists(toolkits()[1].path)) << "the person's file stays";
}

TEST_F(InstallTest, FindsTheRunfileInAMirrorFolderAndInAPlainOne) {
    request.from = mirror().path();
    ASSERT_TRUE(install(request, world).has_value());

    request = wish({"11.8"});
    request.from = toolkits()[0].path.substr(0, toolkits()[0].path.rfind('/'));
    EXPECT_TRUE(install(request, world).has_value());
}

TEST_F(InstallTest, FileOfAnotherReleaseIsNotThisOne) {
    request.from = toolkits()[0].path;

    const auto report = install(request, world);

    ASSERT_FALSE(report.has_value());
    EXPECT_EQ(report.error().code, Code::checksum);
    EXPECT_THAT(installed(), IsEmpty());
    EXPECT_TRUE(sys::exists(toolkits()[0].path));
}

TEST_F(InstallTest, RowWithoutDigestIsRefusedButForForceFromDisk) {
    folder.write("catalog/toolkits.toml", test::manifest_of(toolkits(), {"sha256", "md5"}));
    EXPECT_EQ(refusal().code, Code::checksum);

    request.from = toolkits()[1].path;
    request.force = true;
    ASSERT_TRUE(install(request, world).has_value());
    const auto receipt = store::read_receipt(world.layout.prefix("12.4.1"));
    EXPECT_EQ(receipt->artifacts.at(0).verified_by, "none");
}

TEST_F(InstallTest, RemembersThatItWasForBuildingOnly) {
    request.build_only = true;

    ASSERT_TRUE(install(request, world).has_value());

    const auto receipt = store::read_receipt(world.layout.prefix("12.4.1"));
    EXPECT_TRUE(receipt->build_only);
}

TEST_F(InstallTest, NoCacheKeepsNoArchiveButForKeepArchives) {
    const std::string archive = world.cache_dir + "/" + toolkits()[1].rel_path();
    request.no_cache = true;
    ASSERT_TRUE(install(request, world).has_value());
    EXPECT_FALSE(sys::exists(archive));

    request.force = request.keep_archives = true;
    ASSERT_TRUE(install(request, world).has_value());
    EXPECT_TRUE(sys::exists(archive));
}

TEST_F(InstallTest, RepairsADamagedStack) {
    ASSERT_TRUE(install(request, world).has_value());
    ASSERT_TRUE(sys::remove_file(world.layout.prefix("12.4.1") + "/bin/nvcc").has_value());
    request.repair = true;

    const auto report = install(request, world);

    ASSERT_TRUE(report.has_value()) << report.error().what;
    EXPECT_TRUE(sys::exists(world.layout.prefix("12.4.1") + "/bin/nvcc"));
    EXPECT_THAT(texts(*report), ElementsAre("repaired 12.4.1 (1 entry)"));
}

TEST_F(InstallTest, ListsKnownVersionsOldestFirst) {
    InstallRequest list = wish({});
    list.list = true;

    const auto report = install(list, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(report->out, HasSubstr("\n11.8.0\n"));
    EXPECT_LT(report->out.find("\n11.8.0\n"), report->out.find("\n12.4.1\n"));
    EXPECT_EQ(nlohmann::json::parse(report->json)[0]["installed"], false);
}

TEST_F(InstallTest, ListMarksInstalledOnesOnATerminal) {
    ASSERT_TRUE(install(request, world).has_value());
    world.terminal.out_is_tty = true;
    InstallRequest list = wish({"12.4"});
    list.list = true;

    const auto report = install(list, world);

    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(report->out, HasSubstr("  12.4.0\n* 12.4.1\n"));
}

TEST_F(InstallTest, ListOfNothingIsUnknown) {
    InstallRequest list = wish({"99"});
    list.list = true;

    EXPECT_EQ(install(list, world).error().code, Code::unknown_release);
}

}  // namespace
}  // namespace cudaenv::commands
