// SPDX-License-Identifier: MIT
// outdated, upgrade and prune: a line whose newer patch is on a mirror on loopback.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "support/local_mirror.hpp"
#include "support/sandbox.hpp"
#include "support/toolkit_fixture.hpp"

namespace cudaenv::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// 98.1.0 and 98.1.1, made once.
const TempFolder& mirror_folder() {
    static const TempFolder made;
    return made;
}
const std::vector<ToolkitFile>& patches() {
    static const std::vector<ToolkitFile> made = {make_toolkit(mirror_folder().path(), "98.1.0"),
                                                  make_toolkit(mirror_folder().path(), "98.1.1")};
    return made;
}

class Upkeep : public testing::Test {
  protected:
    Upkeep() {
        static_cast<void>(patches());
        mirror = std::make_unique<LocalMirror>(serving(mirror_folder().path()));
        box.set("CUDAENV_MIRROR", mirror->url());
        box.set("CUDAENV_ACCEPT_EULA", "1");
        box.set("CUDAENV_OVERRIDE_ARCH", "x86_64");
        know({patches()[0]});
        EXPECT_EQ(install({"98.1.0"}), 0);
        know(patches());
    }
    void know(const std::vector<ToolkitFile>& files) {
        const std::string path = box.folder().write("catalog/small.toml", manifest_of(files));
        box.set("CUDAENV_CATALOG", fs::path(path).parent_path().string());
    }
    int install(std::vector<std::string> words) const {
        words.insert(words.begin(), {"install", "--build-only"});
        return box.run(words).exit;
    }
    json data_of(std::vector<std::string> words) const {
        words.emplace_back("--json");
        return json::parse(box.run(words).out)["data"];
    }
    std::vector<std::string> installed() const {
        return lines(box.run({"versions", "--bare"}).out);
    }
    static std::vector<std::string> lines(const std::string& text) {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
            all.push_back(text.substr(at, text.find('\n', at) - at));
        }
        return all;
    }
    std::string prefix(const std::string& stack) const { return box.root() + "/versions/" + stack; }
    void upgrade() const { ASSERT_EQ(box.run({"upgrade"}).exit, 0); }
    static void age(const std::string& path, int days) {
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(24 * days));
    }
    std::string archive() const {
        return box.home() + "/.cache/cudaenv/" + patches()[0].rel_path();
    }

    Sandbox box;
    std::unique_ptr<LocalMirror> mirror;
};

TEST_F(Upkeep, OutdatedListsWhatHasANewerPatch) {
    const Ran ran = box.run({"outdated"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.out,
              "installed  newest patch  newest\n"
              "98.1.0     98.1.1        98.1.1\n");
    EXPECT_EQ(box.run({"outdated", "--exit-code"}).exit, 1);
    const json row = data_of({"outdated"})[0];
    EXPECT_EQ(row["stack"], "98.1.0");
    EXPECT_EQ(row["newest_patch"], "98.1.1");
    EXPECT_EQ(row["outdated"], true);
}

TEST_F(Upkeep, WhatIsNewestIsNotOutdated) {
    upgrade();

    const Ran ran = box.run({"outdated", "--exit-code"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "cudaenv: no installed version has a newer patch that is known\n");
}

TEST_F(Upkeep, UpgradeInstallsTheNewestPatchBesideTheOldOne) {
    const Ran ran = box.run({"upgrade"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("98.1.0 -> 98.1.1"), HasSubstr("installed 98.1.1 in "),
                               Not(HasSubstr("use it:"))));
    EXPECT_THAT(installed(), ElementsAre("98.1.0", "98.1.1"));
    EXPECT_EQ(fs::read_symlink(box.root() + "/links/98.1"), "../versions/98.1.1");
    EXPECT_THAT(box.run({"upgrade"}).err, HasSubstr("nothing to upgrade"));
}

TEST_F(Upkeep, UpgradeTakesTheSameParts) {
    ASSERT_EQ(box.run({"uninstall", "-f", "98.1.0"}).exit, 0);
    ASSERT_EQ(install({"--profile", "full", "98.1.0"}), 0);

    upgrade();

    const json receipt = json::parse(box.read(prefix("98.1.1") + "/.cudaenv/receipt.json"));
    EXPECT_EQ(receipt["profile"], "full");
    EXPECT_EQ(receipt["build_only"], true);
}

TEST_F(Upkeep, UpgradeDryRunChangesNothing) {
    const Ran ran = box.run({"upgrade", "-n"});

    EXPECT_EQ(ran.exit, 0);
    EXPECT_THAT(ran.out, HasSubstr("install 98.1.1 in "));
    EXPECT_THAT(installed(), ElementsAre("98.1.0"));
    const json one = data_of({"upgrade", "-n"})["upgraded"][0];
    EXPECT_EQ(one["from"], "98.1.0");
    EXPECT_EQ(one["to"], "98.1.1");
}

TEST_F(Upkeep, UpgradeOfWhatIsNotInstalledSaysSo) {
    EXPECT_EQ(box.run({"upgrade", "97"}).exit, 3);
    EXPECT_EQ(box.run({"upgrade", "98.1"}).exit, 0);
}

TEST_F(Upkeep, PruneTakesTheSupersededPatch) {
    upgrade();

    const Ran ran = box.run({"prune"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, AllOf(HasSubstr("superseded by 98.1.1"), HasSubstr("cudaenv: freed ")));
    EXPECT_THAT(installed(), ElementsAre("98.1.1"));
    EXPECT_EQ(box.run({"verify", "--all"}).exit, 0);
    EXPECT_THAT(box.run({"prune"}).err, HasSubstr("nothing to remove"));
}

TEST_F(Upkeep, PruneDryRunTellsAndTakesNothing) {
    upgrade();

    const Ran ran = box.run({"prune", "-n"});

    EXPECT_THAT(ran.out, HasSubstr("superseded by 98.1.1"));
    EXPECT_THAT(installed(), ElementsAre("98.1.0", "98.1.1"));
    const json item = data_of({"prune", "-n"})["items"][0];
    EXPECT_EQ(item["kind"], "stack");
    EXPECT_EQ(item["name"], "98.1.0");
    EXPECT_GT(item["bytes"], 0);
}

TEST_F(Upkeep, PruneKeepsWhatIsNamed) {
    upgrade();
    ASSERT_EQ(box.run({"global", "98.1.0"}).exit, 0);
    EXPECT_THAT(box.run({"prune"}).err, HasSubstr("98.1.0 stays: named by "));
    ASSERT_EQ(box.run({"global", "--unset"}).exit, 0);
    ASSERT_EQ(box.run({"alias", "prod", "98.1.0"}).exit, 0);
    EXPECT_THAT(box.run({"prune"}).err, HasSubstr("98.1.0 stays: named by alias prod"));
    ASSERT_EQ(box.run({"unalias", "prod"}).exit, 0);
    const std::string project = box.folder().make("project");
    const std::string work = box.work();
    box.enter(project);
    ASSERT_EQ(box.run({"local", "98.1.0"}).exit, 0);
    box.enter(work);

    EXPECT_THAT(box.run({"prune"}).err, HasSubstr("98.1.0 stays: named by "));
    EXPECT_THAT(installed(), ElementsAre("98.1.0", "98.1.1"));
}

TEST_F(Upkeep, PruneKeepsWhatWasUsedLately) {
    upgrade();
    age(prefix("98.1.0") + "/.cudaenv/receipt.json", 10);
    age(prefix("98.1.0") + "/.cudaenv/activate", 5);

    EXPECT_THAT(box.run({"prune"}).err, HasSubstr("98.1.0 stays: used lately"));
    EXPECT_THAT(box.run({"prune", "--superseded", "--unused-days", "3"}).err,
                HasSubstr("superseded by 98.1.1"));
    EXPECT_THAT(installed(), ElementsAre("98.1.1"));
}

TEST_F(Upkeep, PruneTakesWhatNobodyUsed) {
    age(prefix("98.1.0") + "/.cudaenv/activate", 40);

    EXPECT_THAT(box.run({"prune", "--unused-days", "50"}).err, HasSubstr("nothing to remove"));
    EXPECT_THAT(box.run({"prune", "--unused-days", "30"}).err, HasSubstr("not used for 30 days"));
    EXPECT_THAT(installed(), IsEmpty());
}

TEST_F(Upkeep, PruneTakesOldPartsOnly) {
    const std::string part = archive() + ".new.part", fresh = archive() + ".now.part";
    for (const std::string& path : {part, part + ".journal", fresh}) box.write(path, "bytes");
    age(part, 2);
    age(part + ".journal", 2);

    ASSERT_EQ(box.run({"prune", "--partial"}).exit, 0);

    EXPECT_FALSE(box.exists(part));
    EXPECT_FALSE(box.exists(part + ".journal"));
    EXPECT_TRUE(box.exists(fresh));
    EXPECT_TRUE(box.exists(archive()));
}

TEST_F(Upkeep, PruneClearsWhatABrokenInstallationLeft) {
    box.write(box.root() + "/staging/98.1.1.abcdef/bin/nvcc", "half");

    const Ran ran = box.run({"prune", "--partial"});

    EXPECT_THAT(ran.err, HasSubstr("an installation was broken off"));
    EXPECT_FALSE(box.exists(box.root() + "/staging/98.1.1.abcdef"));
}

TEST_F(Upkeep, PruneKeepsTheCacheWithinItsSize) {
    upgrade();
    age(archive(), 3);
    const std::string newer = box.home() + "/.cache/cudaenv/" + patches()[1].rel_path();
    ASSERT_TRUE(box.exists(newer));
    const auto size = fs::file_size(newer) + 8192;
    ASSERT_EQ(box.run({"config", "cache.max_size", std::to_string(size)}).exit, 0);

    ASSERT_EQ(box.run({"prune", "--cache"}).exit, 0);

    EXPECT_FALSE(box.exists(archive()));
    EXPECT_TRUE(box.exists(newer));
    EXPECT_THAT(installed(), ElementsAre("98.1.0", "98.1.1"));
}

}  // namespace
}  // namespace cudaenv::test
