// SPDX-License-Identifier: MIT
#include "catalog/learn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/manifest_text.hpp"

namespace cudaenv::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string archive() {
    return R"({"relative_path": "a/a.tar.xz", "size": "1", "sha256": ")" + std::string(64, 'a') +
           R"("})";
}

Redistrib list_of(const std::string& json) {
    return parse_redistrib(json, "list").value();
}

Redistrib cudnn_list() {
    const std::string both = R"({"cuda12": )" + archive() + R"(, "cuda13": )" + archive() + "}";
    return list_of(R"({"release_date": "2026-11-01", "release_label": "9.30.0",
 "release_product": "cudnn",
 "cudnn": {"version": "9.30.0.5", "linux-x86_64": )" +
                   both + R"(, "linux-sbsa": {"cuda13": )" + archive() +
                   R"(}, "windows-x86_64": )" + both + R"(},
 "cudnn_samples": {"version": "9.30.0.5", "linux-x86_64": )" +
                   both + "}}");
}

RedistRelease known_cudnn() {
    RedistRelease release;
    release.product = "cudnn";
    release.version = "9.8.0";
    release.components = {"cudnn"};
    return release;
}

const ListOrigin kCudnn{"cudnn", "9.30.0", "https://host/redistrib_9.30.0.json",
                        std::string(64, 'b')};

TEST(Learn, ACompanionHasTheBuildsOfItsList) {
    const std::vector<RedistRelease> known = {known_cudnn()};

    const auto row = learned_release(cudnn_list(), kCudnn, known);

    ASSERT_TRUE(row.has_value()) << row.error().what;
    EXPECT_THAT(row->components, ElementsAre("cudnn"));
    EXPECT_EQ(row->date, "2026-11-01");
    EXPECT_FALSE(row->is_reviewed);
    const base::Version twelve = *base::parse_version("12"), thirteen = *base::parse_version("13");
    EXPECT_THAT(row->builds,
                ElementsAre(RedistBuild{"linux-sbsa", "cuda13", {thirteen}, "9.30.0.5", {}},
                            RedistBuild{"linux-x86_64", "cuda12", {twelve}, "9.30.0.5", {}},
                            RedistBuild{"linux-x86_64", "cuda13", {thirteen}, "9.30.0.5", {}}));
}

TEST(Learn, OfAProductThatRenamedItsPartsAllAreTaken) {
    RedistRelease known = known_cudnn();
    known.components = {"libcudnn"};

    const auto row = learned_release(cudnn_list(), kCudnn, {&known, 1});

    ASSERT_TRUE(row.has_value());
    EXPECT_THAT(row->components, ElementsAre("cudnn", "cudnn_samples"));
    EXPECT_EQ(row->builds.size(), 2U);  // what both have
}

TEST(Learn, ABuildWithoutANameIsForWhatTheOnesBeforeWereFor) {
    RedistRelease known;
    known.product = "cutensor";
    known.version = "1.7.0";
    known.builds = {{"linux-x86_64", "", {*base::parse_version("11")}, "1.7.0.1", {}}};
    const Redistrib list =
        list_of(R"({"libcutensor": {"version": "1.8.0.1", "linux-x86_64": )" + archive() + "}}");

    const auto row =
        learned_release(list, {"cutensor", "1.8.0", "https://host/l.json", ""}, {&known, 1});

    ASSERT_TRUE(row.has_value());
    ASSERT_EQ(row->builds.size(), 1U);
    EXPECT_THAT(row->builds.front().cuda, ElementsAre(*base::parse_version("11")));
}

TEST(Learn, TheToolkitHasItsPlatformsAndNoComponents) {
    const Redistrib list =
        list_of(R"({"cuda_nvcc": {"version": "13.9.1", "linux-x86_64": )" + archive() +
                R"(, "linux-sbsa": )" + archive() + R"(, "linux-all": )" + archive() + "}}");

    const auto row = learned_release(list, {"cuda", "13.9.0", "https://host/l.json", ""}, {});

    ASSERT_TRUE(row.has_value());
    EXPECT_THAT(row->components, IsEmpty());
    ASSERT_EQ(row->builds.size(), 2U);
    EXPECT_EQ(row->builds[0].platform, "linux-sbsa");
    EXPECT_EQ(row->builds[0].full_version, "13.9.0");
}

TEST(Learn, AListOfSomethingElseIsRefused) {
    ListOrigin other = kCudnn;
    other.version = "9.31.0";
    EXPECT_EQ(learned_release(cudnn_list(), other, {}).error().code, Code::integrity);
    other = kCudnn;
    other.product = "cutensor";
    EXPECT_EQ(learned_release(cudnn_list(), other, {}).error().code, Code::integrity);
    const Redistrib windows =
        list_of(R"({"x": {"version": "1", "windows-x86_64": )" + archive() + "}}");
    EXPECT_EQ(learned_release(windows, kCudnn, {}).error().code, Code::integrity);
}

const std::string kMd5(32, 'c');

struct Name {
    const char* file;
    const char* platform;  // empty = no installer
    const char* driver;
};

class RunfilesIn : public testing::TestWithParam<Name> {};

TEST_P(RunfilesIn, AreTakenByTheNameThatTheyHave) {
    const auto version = *base::parse_version("13.9.0");

    const auto runfiles = runfiles_in(kMd5 + " " + GetParam().file, version, "https://host/x/");

    if (*GetParam().platform == '\0') {
        EXPECT_THAT(runfiles, IsEmpty());
        return;
    }
    ASSERT_EQ(runfiles.size(), 1U);
    EXPECT_EQ(runfiles[0].platform, GetParam().platform);
    EXPECT_EQ(runfiles[0].driver, GetParam().driver);
    EXPECT_EQ(runfiles[0].file_name, GetParam().file);
    EXPECT_THAT(runfiles[0].urls, ElementsAre("https://host/x/" + std::string(GetParam().file)));
    EXPECT_EQ(runfiles[0].md5, kMd5);
}

INSTANTIATE_TEST_SUITE_P(
    Names, RunfilesIn,
    testing::Values(Name{"cuda_13.9.0_610.20_linux.run", "linux-x86_64", "610.20"},
                    Name{"cuda_13.9.0_610.20.01_linux_sbsa.run", "linux-sbsa", "610.20.01"},
                    Name{"cuda_13.9.0_linux.run", "linux-x86_64", ""},
                    Name{"cuda_13.9.0_linux_x86_64.run", "linux-x86_64", ""},
                    Name{"cuda_13.9.0_linux-run", "linux-x86_64", ""},
                    Name{"cuda_13.9.0_linux", "linux-x86_64", ""},
                    Name{"cuda-13.9.0-linux-ppc64le.run", "linux-ppc64le", ""},
                    Name{"cuda_13.9.0_linux_riscv64.run", "", ""},
                    Name{"cuda_13.9.0_network_linux.run", "", ""},
                    Name{"cuda_13.8.0_linux.run", "", ""}, Name{"cuda_13.9.0_windows.exe", "", ""},
                    Name{"cuda-repo-ubuntu2404-13-9-local_13.9.0-610.20-1_amd64.deb", "", ""},
                    Name{"../cuda_13.9.0_linux.run", "", ""},
                    Name{"cuda_13.9.0_linux;.run", "", ""}));

TEST(Learn, DigestsStandAmongOtherLines) {
    const auto version = *base::parse_version("13.9.0");

    const auto runfiles = runfiles_in("MD5 checksums\r\n" + kMd5 +
                                          " *cuda_13.9.0_linux.run\r\n\n"
                                          "zz cuda_13.9.0_linux_sbsa.run\n" +
                                          kMd5 + "  cuda_13.9.0_1.2_linux.run\n",
                                      version, "https://host/");

    ASSERT_EQ(runfiles.size(), 1U);
    EXPECT_EQ(runfiles[0].file_name, "cuda_13.9.0_linux.run");
    EXPECT_THAT(runfiles_in("<html>not here</html>", version, "https://host/"), IsEmpty());
}

TEST(ManifestText, IsReadBackAsTheSame) {
    Release release;
    release.version = *base::parse_version("13.9.0");
    release.kind = ReleaseKind::preview;
    release.label = R"(a "label" with \ in it)";
    release.catalog = "name";
    release.is_reviewed = false;
    Runfile& file = release.runfiles.emplace_back();
    file.platform = "linux-x86_64";
    file.file_name = "cuda_13.9.0_linux.run";
    file.urls = {"https://host/cuda_13.9.0_linux.run", "https://other/cuda_13.9.0_linux.run"};
    file.driver = "610.20";
    file.size_bytes = 7;
    file.md5 = kMd5;

    const std::vector<Release> releases = {release};
    const auto read = parse_manifest(manifest_text(releases), "name");

    ASSERT_TRUE(read.has_value()) << read.error().what;
    EXPECT_EQ(*read, releases);
}

TEST(ManifestText, OfAProductIsReadBackAsTheSame) {
    const std::vector<RedistRelease> known = {known_cudnn()};
    RedistRelease row = learned_release(cudnn_list(), kCudnn, known).value();
    row.catalog = "name";

    const auto read = parse_product(product_text("cudnn", {&row, 1}), "name");

    ASSERT_TRUE(read.has_value()) << read.error().what;
    EXPECT_THAT(*read, ElementsAre(row));
}

}  // namespace
}  // namespace cudaenv::catalog
