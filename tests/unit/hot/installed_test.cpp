// SPDX-License-Identifier: MIT
#include "hot/installed.hpp"

#include <gtest/gtest.h>

#include "builders.hpp"
#include "hot/delta.hpp"

namespace cudaenv::hot {
namespace {

namespace fs = std::filesystem;
using test::Environment;

class InstalledTest : public testing::Test {
  protected:
    Result<Found> resolve(std::string_view text) const {
        const auto request = base::parse_request(text);
        EXPECT_TRUE(request) << text;
        const base::Layout layout = root_.layout();
        return resolve_installed(*request, {env_.view(), layout, conf_, aliases_});
    }
    std::string name(std::string_view text) const {
        const auto found = resolve(text);
        return found ? found->name : "error: " + found.error().what;
    }

    test::Root root_;
    Environment env_{{"PATH", "/nowhere"}, {"CUDAENV_SYSROOT", "/nowhere"}};
    Conf conf_;
    Aliases aliases_;
};

TEST_F(InstalledTest, PrefixesCompareByNumber) {
    for (const char* stack : {"12.1.0", "12.1.1", "12.10.0", "12.9.9", "12.9.10"}) {
        root_.add_stack(stack);
    }

    EXPECT_EQ(name("12.1"), "12.1.1");
    EXPECT_EQ(name("12.9"), "12.9.10");
    EXPECT_EQ(name("12"), "12.10.0");
    EXPECT_EQ(name("latest"), "12.10.0");
    EXPECT_EQ(name(">=12.1,<12.9"), "12.1.1");
    EXPECT_EQ(name("cu121"), "12.1.1");
}

TEST_F(InstalledTest, TheFewestCompanionsThenTheNewest) {
    root_.add_stack("12.4.1+cudnn8.9.7");
    root_.add_stack("12.4.1+cudnn9.1.0");
    EXPECT_EQ(name("12.4"), "12.4.1+cudnn9.1.0");
    EXPECT_EQ(name("12.4.1"), "12.4.1+cudnn9.1.0");
    EXPECT_EQ(name("12.4+cudnn8"), "12.4.1+cudnn8.9.7");
    EXPECT_EQ(name("12.4.1+cudnn8.9.7"), "12.4.1+cudnn8.9.7");
    EXPECT_EQ(name("12.4+cudnn8.9.7/cuda12"), "12.4.1+cudnn8.9.7");

    root_.add_stack("12.4.1");
    EXPECT_EQ(name("12.4"), "12.4.1");
}

TEST_F(InstalledTest, AFolderWithoutReceiptDoesNotCount) {
    root_.add_stack("12.4.0");
    root_.add_stack("12.4.1");
    fs::remove(root_.prefix("12.4.1") + "/.cudaenv/receipt.json");
    root_.folder().make("root/versions/stray");

    EXPECT_EQ(name("12.4"), "12.4.0");
    EXPECT_FALSE(resolve("12.4.1"));
    const auto all = list_installed(root_.layout());
    ASSERT_TRUE(all);
    ASSERT_EQ(all->size(), 1U);
    EXPECT_EQ((*all)[0].name, "12.4.0");
}

TEST_F(InstalledTest, ListsStacksByVersionThenAdopted) {
    for (const char* stack : {"12.10.0", "9.2.148", "12.4.1+cudnn9.1.0", "12.4.1"}) {
        root_.add_stack(stack);
    }
    root_.adopt("system-12.2");

    const auto all = list_installed(root_.layout(), conf_);

    ASSERT_TRUE(all);
    std::string names;
    for (const Found& each : *all) names += each.name + " ";
    EXPECT_EQ(names, "9.2.148 12.4.1 12.4.1+cudnn9.1.0 12.10.0 system-12.2 ");
    EXPECT_EQ(all->back().kind, Found::Kind::adopted);
}

TEST_F(InstalledTest, WithoutAVersionsFolderNothingIsInstalled) {
    const auto all = list_installed(root_.layout());

    ASSERT_TRUE(all);
    EXPECT_TRUE(all->empty());
}

TEST_F(InstalledTest, ThePersonsOwnRootGoesBeforeTheSystems) {
    const test::Root shared;
    shared.add_stack("12.4.1");
    shared.add_stack("12.6.3");
    root_.add_stack("12.4.1");
    conf_.system_roots = {shared.path()};

    EXPECT_EQ(resolve("12.4")->prefix, root_.prefix("12.4.1"));
    EXPECT_EQ(resolve("12.4.1")->prefix, root_.prefix("12.4.1"));
    EXPECT_EQ(resolve("12")->prefix, shared.prefix("12.6.3"));
    EXPECT_TRUE(resolve("12")->is_shared);
    EXPECT_EQ(list_installed(root_.layout(), conf_)->size(), 2U);
}

TEST_F(InstalledTest, APlainSharedStackGoesBeforeAnOwnOneWithCompanions) {
    const test::Root shared;
    shared.add_stack("12.4.1");
    root_.add_stack("12.4.1+cudnn9.1.0");
    conf_.system_roots = {shared.path()};

    EXPECT_EQ(resolve("12.4")->prefix, shared.prefix("12.4.1"));
    EXPECT_EQ(resolve("12.4.1")->prefix, shared.prefix("12.4.1"));
}

TEST_F(InstalledTest, WhatIsMissingIsNamedWithTheInstallLine) {
    root_.add_stack("11.8.0");
    root_.add_stack("12.4.1");

    const auto found = resolve("12.10");
    const auto range = resolve(">=13,<14");

    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Code::not_installed);
    EXPECT_EQ(found.error().what, "no installed version matches 12.10");
    EXPECT_EQ(found.error().found, "11.8.0, 12.4.1");
    EXPECT_EQ(found.error().try_, std::vector<std::string>{"cudaenv install 12.10"});
    EXPECT_EQ(range.error().try_, std::vector<std::string>{"cudaenv install '>=13,<14'"});
}

TEST_F(InstalledTest, AnAliasMeansItsRequest) {
    root_.add_stack("12.4.1");
    root_.add_stack("12.4.1+cudnn9.1.0");
    aliases_ = {{"prod", "team"}, {"team", "12.4"}};

    EXPECT_EQ(name("prod"), "12.4.1");
    EXPECT_EQ(name("prod+cudnn9"), "12.4.1+cudnn9.1.0");
    EXPECT_EQ(resolve("other").error().code, Code::not_installed);
}

TEST_F(InstalledTest, AliasesInACircleAreRefused) {
    aliases_ = {{"a", "b"}, {"b", "a"}};

    EXPECT_EQ(resolve("a").error().code, Code::usage);
}

TEST_F(InstalledTest, AnAdoptedToolkitIsFoundByNameAndBySystem) {
    root_.adopt("system-12.2");
    root_.adopt("lab");

    EXPECT_EQ(resolve("lab")->prefix, root_.prefix("lab"));
    EXPECT_EQ(resolve("system:12.2")->prefix, root_.prefix("system-12.2"));
    EXPECT_FALSE(resolve("lab+cudnn9"));
    fs::remove(root_.folder() / "opt/lab");
    EXPECT_EQ(resolve("lab").error().code, Code::not_installed);
}

TEST_F(InstalledTest, AnAdoptedLinkToNothingIsFoundOnlyToBeRemoved) {
    std::filesystem::remove_all(root_.adopt("lost"));
    root_.adopt("there");
    root_.add_stack("12.4.1");

    const auto dangling = find_dangling(root_.layout(), "lost");

    ASSERT_TRUE(dangling);
    EXPECT_EQ(dangling->kind, Found::Kind::adopted);
    EXPECT_EQ(dangling->prefix, root_.prefix("lost"));
    for (const char* other : {"there", "12.4.1", "nothing", "../versions/lost", ""}) {
        EXPECT_FALSE(find_dangling(root_.layout(), other)) << other;
    }
    const auto selected = resolve("lost");
    ASSERT_FALSE(selected);
    EXPECT_EQ(selected.error().code, Code::not_installed);
    EXPECT_EQ(selected.error().at, root_.prefix("lost"));
    EXPECT_EQ(selected.error().try_, std::vector<std::string>{"cudaenv uninstall lost"});
}

TEST_F(InstalledTest, AFolderHasToBeThere) {
    const std::string cuda = root_.folder().make("opt/cuda");

    EXPECT_EQ(resolve("path:" + cuda)->prefix, cuda);
    EXPECT_EQ(resolve("path:" + cuda)->name, "path:" + cuda);
    EXPECT_EQ(resolve("path:" + cuda + "x").error().code, Code::not_installed);
    EXPECT_FALSE(resolve("path:" + cuda + "+cudnn9"));
}

class SystemToolkit : public InstalledTest {
  protected:
    std::string system_prefix(const Environment& env) const {
        const base::Layout layout = root_.layout();
        return find_system({env.view(), layout, conf_, aliases_}).prefix;
    }
};

TEST_F(SystemToolkit, TheVariablesGoFirst) {
    const std::string cuda = root_.folder().make("opt/cuda");
    const std::string other = root_.folder().make("opt/other");
    root_.add_program("opt/other/bin/nvcc");

    EXPECT_EQ(system_prefix({{"CUDA_HOME", cuda}, {"PATH", other + "/bin"}}), cuda);
    EXPECT_EQ(system_prefix({{"CUDA_PATH", cuda}, {"PATH", other + "/bin"}}), cuda);
    EXPECT_EQ(system_prefix({{"CUDA_HOME", cuda + "/gone"}, {"PATH", other + "/bin"}}), other);
}

TEST_F(SystemToolkit, OursIsNeverTheSystems) {
    const std::string stack = root_.add_stack("12.4.1");
    const std::string other = root_.folder().make("opt/other");
    root_.add_program("opt/other/bin/nvcc");
    const Environment plain{{"CUDA_HOME", other}, {"PATH", "/bin"}};
    const DeltaInput input{.env = plain.view(),
                           .root = root_.path(),
                           .roots = {},
                           .conf = conf_,
                           .ccbin = {},
                           .prefixes = {{stack, *read_activation(stack)}}};
    const Environment inside{hot::apply(plain.view(), make_delta(input))};

    EXPECT_EQ(system_prefix(inside), other);
    EXPECT_EQ(system_prefix({{"CUDA_HOME", stack}, {"PATH", stack + "/bin:" + other + "/bin"}}),
              other);
}

TEST_F(SystemToolkit, ALinkOnPathLeadsToItsToolkit) {
    root_.add_program("opt/cuda/bin/nvcc");
    root_.folder().make("usr/bin");
    fs::create_symlink(root_.folder() / "opt/cuda/bin/nvcc", root_.folder() / "usr/bin/nvcc");

    const Environment env{{"PATH", root_.folder() / "usr/bin"}};

    EXPECT_EQ(system_prefix(env), root_.folder() / "opt/cuda");
}

TEST_F(SystemToolkit, MayBeMissing) {
    EXPECT_EQ(system_prefix({{"PATH", "/nowhere"}, {"CUDAENV_SYSROOT", "/nowhere"}}), "");
}

}  // namespace
}  // namespace cudaenv::hot
