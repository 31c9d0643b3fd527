// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/components.hpp"
#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Names = std::vector<std::string>;

// The built-in rules, on offers like those of three eras.
Offer cuda_12() {
    return {"CUDA 12.4.1 for linux-x86_64",
            {"cuda_cccl", "cuda_cudart", "cuda_documentation", "cuda_gdb", "cuda_nvcc",
             "cuda_nvrtc", "fabricmanager", "imex", "libcublas", "libcusolver", "libcusparse",
             "libnvjitlink", "nsight_compute", "nvidia_driver", "nvidia_fs"}};
}

Offer cuda_11() {
    Offer offer = cuda_12();
    std::erase(offer.names, "libnvjitlink");
    return offer;
}

Offer cuda_13() {
    return {
        "CUDA 13.4.2 for linux-x86_64",
        {"cccl", "cuda_crt", "cuda_cudart", "cuda_culibos", "cuda_nvcc", "libcublas", "libnvvm"}};
}

// The chosen names, or the message.
Names chosen(const Offer& offer, const Choice& choice) {
    const auto names = choose(builtin_redist().rules, offer, choice);
    return names ? *names : Names{names.error().what};
}

Error error_of(const Offer& offer, const Choice& choice) {
    const auto names = choose(builtin_redist().rules, offer, choice);
    EXPECT_FALSE(names.has_value());
    return names ? Error{} : names.error();
}

TEST(Choose, MinimalIsWhatCompiles) {
    EXPECT_THAT(chosen(cuda_12(), {.profile = Profile::minimal}),
                ElementsAre("cuda_cccl", "cuda_cudart", "cuda_nvcc"));
    EXPECT_THAT(
        chosen(cuda_13(), {.profile = Profile::minimal}),
        ElementsAre("cccl", "cuda_crt", "cuda_cudart", "cuda_culibos", "cuda_nvcc", "libnvvm"));
}

TEST(Choose, RuntimeHasNoCompiler) {
    EXPECT_THAT(chosen(cuda_12(), {.profile = Profile::runtime}),
                ElementsAre("cuda_cudart", "cuda_nvrtc", "libcublas", "libcusolver", "libcusparse",
                            "libnvjitlink"));
}

TEST(Choose, DevelHasNoGuiAndNoDocumentation) {
    EXPECT_THAT(chosen(cuda_12(), {.profile = Profile::devel}),
                ElementsAre("cuda_cccl", "cuda_cudart", "cuda_gdb", "cuda_nvcc", "cuda_nvrtc",
                            "libcublas", "libcusolver", "libcusparse", "libnvjitlink"));
}

TEST(Choose, FullIsAllButDriverAndFabric) {
    Names all = cuda_12().names;
    for (const char* never : {"fabricmanager", "imex", "nvidia_driver", "nvidia_fs"}) {
        std::erase(all, never);
    }

    EXPECT_EQ(chosen(cuda_12(), {.profile = Profile::full}), all);
}

TEST(Choose, UnlistedComponentCountsAsToolkit) {
    const Offer offer{"CUDA 14.0.0", {"cuda_cudart", "cuda_new"}};

    EXPECT_THAT(chosen(offer, {.profile = Profile::devel}), Contains("cuda_new"));
    EXPECT_THAT(chosen(offer, {.profile = Profile::minimal}), ElementsAre("cuda_cudart"));
    EXPECT_THAT(chosen(offer, {.only = {"cuda_new"}}), ElementsAre("cuda_new"));
}

TEST(Choose, OnlyTakesNeedsOfNeeds) {
    EXPECT_THAT(
        chosen(cuda_12(), {.only = {"libcusolver"}}),
        ElementsAre("cuda_cudart", "libcublas", "libcusolver", "libcusparse", "libnvjitlink"));
    EXPECT_THAT(chosen(cuda_11(), {.only = {"libcusolver"}}),
                ElementsAre("cuda_cudart", "libcublas", "libcusolver", "libcusparse"));
}

TEST(Choose, WithAddsToTheProfile) {
    EXPECT_THAT(chosen(cuda_12(), {.profile = Profile::minimal, .with = {"libcublas"}}),
                ElementsAre("cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcublas"));
}

TEST(Choose, WithoutTakesAway) {
    EXPECT_THAT(
        chosen(cuda_12(), {.profile = Profile::runtime, .without = {"libcusolver", "nvrtc"}}),
        ElementsAre("cuda_cudart", "libcublas", "libcusparse", "libnvjitlink"));
}

TEST(Choose, WithoutMayNameWhatOtherReleasesHave) {
    EXPECT_EQ(chosen(cuda_12(), {.without = {"cuda_nvvp"}}), chosen(cuda_12(), {}));
}

struct Spelling {
    std::string text, name;
};

class ChooseKnows : public testing::TestWithParam<Spelling> {};

TEST_P(ChooseKnows, TheSpelling) {
    Offer offer = cuda_13();
    offer.names.emplace_back("nsight_systems");

    EXPECT_THAT(chosen(offer, {.only = {GetParam().text}}), Contains(GetParam().name));
}

INSTANTIATE_TEST_SUITE_P(Names, ChooseKnows,
                         testing::Values(Spelling{"cuda_nvcc", "cuda_nvcc"},
                                         Spelling{"nvcc", "cuda_nvcc"},
                                         Spelling{"cublas", "libcublas"},
                                         Spelling{"nvvm", "libnvvm"}, Spelling{"cuda_cccl", "cccl"},
                                         Spelling{"cccl", "cccl"},
                                         Spelling{"nsight_systems", "nsight_systems"}));

TEST(Choose, OldReleaseIsFoundByTheNewName) {
    EXPECT_THAT(chosen(cuda_12(), {.only = {"cccl"}}), ElementsAre("cuda_cccl"));
}

TEST(Choose, UnknownNameIsUsageWithNearOnes) {
    const Error error = error_of(cuda_12(), {.only = {"libcublass"}});

    EXPECT_EQ(error.code, Code::usage);
    EXPECT_EQ(error.what, "no component libcublass");
    EXPECT_THAT(error.notes, Contains("did you mean libcublas?"));
    EXPECT_EQ(error_of(cuda_12(), {.with = {"libcublass"}}).code, Code::usage);
    EXPECT_EQ(error_of(cuda_12(), {.without = {"libcublass"}}).code, Code::usage);
}

TEST(Choose, ComponentOfOtherReleasesIsNamedAsSuch) {
    const Error error = error_of(cuda_12(), {.with = {"nvprof"}});

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what, "cuda_nvprof is not part of CUDA 12.4.1 for linux-x86_64");
}

struct Never {
    std::string name, why;
};

class ChooseRefuses : public testing::TestWithParam<Never> {};

TEST_P(ChooseRefuses, WithTheReasonOfTheKind) {
    Offer offer = cuda_12();
    offer.names.push_back(GetParam().name);

    for (const Choice& choice :
         {Choice{.with = {GetParam().name}}, Choice{.only = {GetParam().name}}}) {
        const Error error = error_of(offer, choice);
        EXPECT_EQ(error.code, Code::refused);
        EXPECT_EQ(error.what, GetParam().name + " is never installed by cudaenv");
        EXPECT_THAT(error.why, HasSubstr(GetParam().why));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ChooseRefuses,
    testing::Values(Never{"nvidia_driver", "distribution"},
                    Never{"driver_assistant", "distribution"}, Never{"nvidia_fs", "kernel module"},
                    Never{"fabricmanager", "NVSwitch"}, Never{"imex", "NVSwitch"},
                    Never{"libnvidia_nscq", "NVSwitch"}, Never{"nvlsm", "NVSwitch"},
                    Never{"mft", "firmware"}, Never{"mft_oem", "firmware"},
                    Never{"cuda_compat", "Jetson"}));

TEST(Choose, RefusesADriverThatTheReleaseDoesNotHave) {
    EXPECT_EQ(error_of(cuda_13(), {.with = {"nvidia_driver"}}).code, Code::refused);
}

TEST(Choose, NeededComponentIsNotLeftOut) {
    const Error error = error_of(cuda_12(), {.profile = Profile::minimal, .without = {"cudart"}});

    EXPECT_EQ(error.code, Code::usage);
    EXPECT_EQ(error.what, "cuda_nvcc needs cuda_cudart, which is left out");
}

TEST(Choose, AskedForAndLeftOutIsUsage) {
    const Error error = error_of(cuda_12(), {.with = {"libcublas"}, .without = {"cublas"}});

    EXPECT_EQ(error.code, Code::usage);
    EXPECT_EQ(error.what, "libcublas is both asked for and left out");
}

TEST(Choose, MissingNeedIsNamed) {
    const Offer offer{"CUDA 12.4.1 for linux-x86_64", {"cuda_cudart", "cuda_nvcc"}};

    const Error error = error_of(offer, {.only = {"cuda_nvcc"}});

    EXPECT_EQ(error.code, Code::unknown_release);
    EXPECT_EQ(error.what,
              "cuda_nvcc needs cuda_cccl, which is not part of CUDA 12.4.1 for linux-x86_64");
}

Redistrib a_list() {
    Redistrib list{.label = "12.4.1", .product = "cuda", .date = "", .components = {}};
    for (const std::string name : {"cuda_cccl", "cuda_cudart", "cuda_nvcc", "cuda_opencl"}) {
        Component component{
            .name = name, .title = "", .version = "1", .license = "", .archives = {}};
        for (const std::string platform : {"linux-x86_64", "linux-sbsa"}) {
            if (name == "cuda_opencl" && platform == "linux-sbsa") continue;
            component.archives.push_back({platform, "", "path", "", "", {}});
        }
        list.components.push_back(component);
    }
    return list;
}

TEST(ChooseFromList, TakesWhatThePlatformHas) {
    const Redistrib list = a_list();
    const auto rules = builtin_redist().rules;

    const auto x86 = choose(rules, list, "linux-x86_64", {});
    const auto sbsa = choose(rules, list, "linux-sbsa", {});

    ASSERT_TRUE(x86.has_value() && sbsa.has_value());
    EXPECT_EQ(x86->size(), 4U);
    EXPECT_EQ(sbsa->size(), 3U);
    EXPECT_EQ(sbsa->front(), &list.components.front());
}

TEST(ChooseFromList, NamesThePlatformOfWhatIsMissing) {
    const auto found = choose(builtin_redist().rules, a_list(), "linux-sbsa", {.with = {"opencl"}});

    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().code, Code::unknown_release);
    EXPECT_EQ(found.error().what, "cuda_opencl is not part of CUDA 12.4.1 for linux-sbsa");
}

TEST(ChooseFromList, UnknownPlatformIsNamedWithThoseThereAre) {
    const auto found = choose(builtin_redist().rules, a_list(), "linux-ppc64le", {});

    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().code, Code::unknown_release);
    EXPECT_EQ(found.error().found, "linux-sbsa, linux-x86_64");
    EXPECT_EQ(found.error().needs, "linux-ppc64le");
}

const std::string kGroup =
    "schema = 1\nunlisted = \"tool\"\n[[group]]\nname = \"tool\"\nprofiles = [\"full\"]\n";

std::string what_of(const std::string& toml) {
    const auto rules = parse_component_rules(toml, "components.toml");
    return rules ? "" : rules.error().what + " at " + rules.error().at;
}

TEST(ParseComponentRules, RefusesWhatDoesNotHangTogether) {
    const std::string component = kGroup + "[[component]]\nname = \"a\"\n";

    EXPECT_EQ(what_of(component + "group = \"tool\"\nneeds = [\"a?\"]\n"), "");
    EXPECT_THAT(what_of(component + "group = \"gui\"\n"),
                HasSubstr("component.group is not valid"));
    EXPECT_THAT(what_of(component), HasSubstr("component.group is missing"));
    EXPECT_EQ(what_of(component + "group = \"tool\"\nneeds = [\"b\"]\n"),
              "component.needs is not valid at components.toml:9");
    EXPECT_THAT(what_of(component + "group = \"tool\"\nneeds = [\"a/b\"]\n"),
                HasSubstr("needs is not valid"));
    EXPECT_THAT(what_of(kGroup + "[[group]]\nname = \"tool\"\nrefused = \"why\"\n"),
                HasSubstr("stands twice"));
    EXPECT_THAT(what_of(kGroup + "[[group]]\nname = \"b\"\n"),
                HasSubstr("group.name is not valid"));
    EXPECT_THAT(what_of(kGroup + "[[group]]\nname = \"b\"\nprofiles = [\"huge\"]\n"),
                HasSubstr("group.profiles is not valid"));
    EXPECT_THAT(what_of("schema = 1\nunlisted = \"tool\"\n"), HasSubstr("unlisted is not valid"));
}

}  // namespace
}  // namespace cudaenv::catalog
