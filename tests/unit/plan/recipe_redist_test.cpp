// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::plan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kRules = R"(schema = 1
unlisted = "tool"
[[group]]
name = "base"
profiles = ["minimal", "runtime", "devel", "full"]
[[group]]
name = "compiler"
profiles = ["minimal", "devel", "full"]
[[group]]
name = "library"
profiles = ["runtime", "devel", "full"]
[[group]]
name = "tool"
profiles = ["devel", "full"]
[[component]]
name = "cuda_cudart"
group = "base"
[[component]]
name = "cuda_nvcc"
group = "compiler"
needs = ["cuda_cudart"]
[[component]]
name = "libcublas"
group = "library"
needs = ["cuda_cudart"]
)";

catalog::Component a_component(const std::string& name, std::uint64_t size_bytes,
                               const std::string& variant = "") {
    catalog::Component component;
    component.name = name;
    component.version = "1.2.3";
    const std::string file = name + "-linux-x86_64-1.2.3-archive.tar.xz";
    component.archives.push_back({"linux-x86_64", variant, name + "/linux-x86_64/" + file,
                                  std::string(64, 'a'), "", size_bytes});
    return component;
}

// The archives of 12.4.1, and cuDNN 8.9.7 in two builds.
class RedistRecipe : public testing::Test {
  protected:
    RedistRecipe() {
        toolkit_.version = "12.4.1";
        toolkit_.list_url = "https://host.example/compute/cuda/redist/redistrib_12.4.1.json";
        list_.release = &toolkit_;
        list_.sha256 = std::string(64, 'b');
        list_.verified_by = "sha256";
        list_.list.label = "12.4.1";
        list_.list.components = {a_component("cuda_cudart", 10), a_component("cuda_gdb", 5),
                                 a_component("cuda_nvcc", 30), a_component("libcublas", 400)};
        cudnn_.product = "cudnn";
        cudnn_.version = "8.9.7";
        cudnn_.list_url = "https://host.example/compute/cudnn/redist/redistrib_8.9.7.json";
        cudnn_.components = {"cudnn"};
        cudnn_.builds = {{"linux-x86_64", "cuda12", {}, "8.9.7.29", {}}};
        cudnn_list_.release = &cudnn_;
        cudnn_list_.list.components = {a_component("cudnn", 700, "cuda12"),
                                       a_component("cudnn_samples", 1, "cuda12")};
    }
    Wanted wish(const catalog::Choice& choice) const {
        Wanted wanted = a_wish(release_);
        wanted.list = &list_;
        wanted.rules = &rules_;
        wanted.choice = choice;
        return wanted;
    }
    Wanted wish(catalog::Profile profile) const {
        catalog::Choice choice;
        choice.profile = profile;
        return wish(choice);
    }
    WantedCompanion cudnn() const { return {{&cudnn_, &cudnn_.builds.front()}, &cudnn_list_}; }
    // What is there once `wanted` is installed.
    static store::Installed installed(const Wanted& wanted) {
        const Result<Install> install = recipe_for(wanted, {}, a_context());
        store::Installed there = installed_with(install->receipt.stack);
        store::Receipt& receipt = there.stacks.front().receipt;
        receipt = install->receipt;
        for (const Artifact& artifact : install->artifacts) {
            store::ReceiptArtifact& entry = receipt.artifacts.emplace_back();
            entry.id = artifact.id;
            entry.kind = to_string(artifact.kind);
            entry.components = {{artifact.component, artifact.component_version}};
        }
        return there;
    }
    static std::vector<std::string> components(const Result<Install>& install) {
        std::vector<std::string> names;
        if (!install.has_value()) return {"error: " + install.error().what};
        for (const Artifact& artifact : install->artifacts) names.push_back(artifact.component);
        return names;
    }

    catalog::Release release_ = a_release();
    catalog::RedistRelease toolkit_, cudnn_;
    FetchedList list_, cudnn_list_;
    catalog::ComponentRules rules_ =
        catalog::parse_component_rules(kRules, "components.toml").value();
};

TEST_F(RedistRecipe, TakesTheArchivesOfTheProfileLargestFirst) {
    EXPECT_THAT(components(recipe_for(wish(catalog::Profile::minimal), {}, a_context())),
                ElementsAre("cuda_nvcc", "cuda_cudart"));
    EXPECT_THAT(components(recipe_for(wish(catalog::Profile::runtime), {}, a_context())),
                ElementsAre("libcublas", "cuda_cudart"));
    EXPECT_THAT(components(recipe_for(wish(catalog::Profile::devel), {}, a_context())),
                ElementsAre("libcublas", "cuda_nvcc", "cuda_cudart", "cuda_gdb"));
}

TEST_F(RedistRecipe, DescribesArchiveAndList) {
    const auto install = recipe_for(wish(catalog::Profile::minimal), {}, a_context());

    ASSERT_TRUE(install.has_value()) << install.error().what;
    const Artifact& nvcc = install->artifacts.front();
    EXPECT_EQ(nvcc.id, 1);
    EXPECT_EQ(nvcc.kind, ArtifactKind::redist);
    EXPECT_EQ(nvcc.name, "cuda_nvcc-linux-x86_64-1.2.3-archive.tar.xz");
    EXPECT_THAT(nvcc.urls,
                ElementsAre("https://host.example/compute/cuda/redist/cuda_nvcc/linux-x86_64/" +
                            nvcc.name));
    EXPECT_EQ(nvcc.cache_path,
              "/home/me/.cache/cudaenv/compute/cuda/redist/cuda_nvcc/linux-x86_64/" + nvcc.name);
    EXPECT_EQ(nvcc.component_version, "1.2.3");
    EXPECT_EQ(install->receipt.profile, "minimal");
    EXPECT_THAT(install->receipt.lists,
                ElementsAre(store::ReceiptList{toolkit_.list_url, list_.sha256, "sha256"}));
}

TEST_F(RedistRecipe, NamedComponentsComeWithWhatTheyNeed) {
    catalog::Choice choice;
    choice.only = {"cublas"};

    const auto install = recipe_for(wish(choice), {}, a_context());

    EXPECT_THAT(components(install), ElementsAre("libcublas", "cuda_cudart"));
    EXPECT_EQ(install->receipt.profile, "custom");
    EXPECT_THAT(install->receipt.with, ElementsAre("cublas"));
}

TEST_F(RedistRecipe, AddingBringsOnlyWhatIsMissing) {
    const store::Installed there = installed(wish(catalog::Profile::minimal));
    Wanted wanted = wish(catalog::Profile::devel);
    wanted.add = true;

    const auto install = recipe_for(wanted, there, a_context());

    EXPECT_THAT(components(install), ElementsAre("libcublas", "cuda_gdb"));
    EXPECT_EQ(install->base, "12.4.1");
    EXPECT_TRUE(install->replace);
    EXPECT_EQ(install->artifacts.front().id, 3) << "two are in the receipt already";
    EXPECT_EQ(install->receipt.profile, "devel");
}

TEST_F(RedistRecipe, AddingNamesTheSameListOnce) {
    const store::Installed there = installed(wish(catalog::Profile::minimal));
    Wanted wanted = wish(catalog::Profile::devel);
    wanted.add = true;

    const auto install = recipe_for(wanted, there, a_context());

    ASSERT_TRUE(install.has_value());
    EXPECT_EQ(install->receipt.lists.size(), 1U);
}

TEST_F(RedistRecipe, AddingByNameKeepsTheProfileAndTellsTheName) {
    const store::Installed there = installed(wish(catalog::Profile::minimal));
    catalog::Choice choice;
    choice.only = {"libcublas"};
    Wanted wanted = wish(choice);
    wanted.add = true;

    const auto install = recipe_for(wanted, there, a_context());

    EXPECT_THAT(components(install), ElementsAre("libcublas"));
    EXPECT_EQ(install->receipt.profile, "minimal");
    EXPECT_THAT(install->receipt.with, ElementsAre("libcublas"));
}

TEST_F(RedistRecipe, CompanionGoesOverTheInstalledToolkit) {
    const store::Installed there = installed(wish(catalog::Profile::devel));
    Wanted wanted = wish(catalog::Profile::devel);
    wanted.companions = {cudnn()};

    const auto install = recipe_for(wanted, there, a_context());

    EXPECT_THAT(components(install), ElementsAre("cudnn")) << "samples are not installed";
    EXPECT_EQ(install->receipt.stack, "12.4.1+cudnn8.9.7");
    EXPECT_EQ(install->base, "12.4.1");
    EXPECT_FALSE(install->replace);
    EXPECT_EQ(install->artifacts.front().kind, ArtifactKind::companion);
    EXPECT_THAT(install->receipt.companions,
                ElementsAre(store::ReceiptCompanion{"cudnn", "8.9.7.29", "cuda12"}));
    EXPECT_EQ(install->receipt.lists.size(), 2U);
}

TEST_F(RedistRecipe, ToolkitInAnotherChoiceIsNoPartOfTheStack) {
    const store::Installed there = installed(wish(catalog::Profile::minimal));
    Wanted wanted = wish(catalog::Profile::devel);
    wanted.companions = {cudnn()};

    const auto install = recipe_for(wanted, there, a_context());

    EXPECT_EQ(components(install).size(), 5U);
    EXPECT_EQ(install->base, "");
}

TEST_F(RedistRecipe, StackWithAnotherCompanionIsNoPartOfTheStack) {
    Wanted with_cudnn = wish(catalog::Profile::devel);
    with_cudnn.companions = {cudnn()};
    const store::Installed there = installed(with_cudnn);

    const auto install = recipe_for(wish(catalog::Profile::devel), there, a_context());

    EXPECT_EQ(install->base, "");
}

TEST_F(RedistRecipe, CompanionWithAnArchiveOfItsOwnNeedsNoList) {
    const std::string url = "https://host.example/compute/redist/cudnn/v8.1.0/cudnn-11.2.tgz";
    cudnn_.builds.front().archive = catalog::DirectArchive{url, std::string(64, 'c'), "", 900};
    Wanted wanted = wish(catalog::Profile::minimal);
    wanted.companions = {{{&cudnn_, &cudnn_.builds.front()}, nullptr}};

    const auto install = recipe_for(wanted, {}, a_context());

    EXPECT_THAT(components(install), ElementsAre("cuda_nvcc", "cuda_cudart", "cudnn"));
    EXPECT_THAT(install->artifacts.back().urls, ElementsAre(url));
    EXPECT_EQ(install->receipt.lists.size(), 1U) << "the toolkit's";
}

TEST_F(RedistRecipe, ListWithoutTheBuildIsSaidSo) {
    cudnn_list_.list.components = {a_component("cudnn", 700, "cuda11")};
    Wanted wanted = wish(catalog::Profile::minimal);
    wanted.companions = {cudnn()};

    const auto install = recipe_for(wanted, {}, a_context());

    ASSERT_FALSE(install.has_value());
    EXPECT_EQ(install.error().code, Code::unknown_release);
    EXPECT_EQ(install.error().needs, "cuda12 on linux-x86_64");
}

TEST_F(RedistRecipe, UnknownComponentIsUsageWithNearNames) {
    catalog::Choice choice;
    choice.only = {"libcublass"};

    const auto install = recipe_for(wish(choice), {}, a_context());

    ASSERT_FALSE(install.has_value());
    EXPECT_EQ(install.error().code, Code::usage);
    EXPECT_THAT(install.error().notes, ElementsAre("did you mean libcublas?"));
}

TEST_F(RedistRecipe, RunfileLeavesOutWhatIsNotChosen) {
    Wanted wanted = wish(catalog::Profile::minimal);
    wanted.list = nullptr;

    const auto install = recipe_for(wanted, {}, a_context());

    ASSERT_TRUE(install.has_value()) << install.error().what;
    EXPECT_THAT(install->left_out, ElementsAre("libcublas"));
    EXPECT_EQ(install->artifacts.front().kind, ArtifactKind::runfile);
}

TEST_F(RedistRecipe, InstallerOfOnePieceCannotLeaveThingsOut) {
    release_ = a_release("10.2.89");
    Wanted wanted = wish(catalog::Profile::minimal);
    wanted.list = nullptr;

    const auto install = recipe_for(wanted, {}, a_context());

    ASSERT_FALSE(install.has_value());
    EXPECT_EQ(install.error().code, Code::refused);
    EXPECT_THAT(install.error().what, HasSubstr("comes in one piece"));
}

}  // namespace
}  // namespace cudaenv::plan
