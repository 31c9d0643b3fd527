// SPDX-License-Identifier: MIT
// Toolkits from NVIDIA's archives of single components, and what of a release is chosen.
#include <sstream>

#include "redist_box.hpp"

namespace cudaenv::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Redist = RedistBox;

// Of each regular file of the stack its SHA-256, by path.
std::map<std::string, std::string> files_in(const Sandbox& box, const std::string& prefix) {
    std::map<std::string, std::string> files;
    std::istringstream lines(box.read(prefix + "/.cudaenv/files"));
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string> fields;
        std::istringstream words(line);
        for (std::string field; std::getline(words, field, '\t');) fields.push_back(field);
        if (fields[0] == "f") files[fields.back()] = fields[3];
    }
    return files;
}

// Where a path of one stack lies in the other: CUPTI's headers and libraries are in the target
// folder of redist archives, which a link in extras/CUPTI leads to.
std::string without_link(const std::string& path) {
    for (const auto& [link, folder] : {std::pair{"extras/CUPTI/include/", "include/"},
                                       std::pair{"extras/CUPTI/lib64/", "lib/"}}) {
        const std::string start = link;
        if (path.starts_with(start)) {
            return "targets/x86_64-linux/" + std::string(folder) + path.substr(start.size());
        }
    }
    return path;
}

TEST_F(Redist, GivesTheFilesOfTheRunfile) {
    install({"--profile", "full", "12.4"});
    install({"--root", box.home() + "/other", "--profile", "full", "--source", "redist", "12.4"});
    const std::string other = box.home() + "/other/versions/12.4.1";

    std::map<std::string, std::string> runfile, redist = files_in(box, other);
    for (const auto& [path, sha256] : files_in(box, prefix("12.4.1"))) {
        runfile[without_link(path)] = sha256;
    }
    // The justified differences: no archive has these. NVIDIA's installer brings them, or would
    // write them (pkg-config), from its own manifest.
    for (const char* path : {"EULA.txt", "version.json", "bin/ncu", "bin/compute-sanitizer",
                             "pkg-config/cuda-12.4.pc"}) {
        EXPECT_EQ(runfile.erase(path), 1U) << path;
    }
    // One comes from the archive, the other was generated: the words differ, the use does not.
    EXPECT_EQ(runfile.erase("pkg-config/cudart-12.4.pc"), 1U);
    EXPECT_EQ(redist.erase("pkg-config/cudart-12.4.pc"), 1U);
    EXPECT_EQ(redist, runfile);
    for (const auto& [path, sha256] : files_in(box, prefix("12.4.1"))) {
        if (!path.starts_with("extras/CUPTI/")) continue;
        EXPECT_TRUE(box.exists(other + "/" + path)) << path;
    }
}

TEST_F(Redist, CompilesAsTheRunfileDoes) {
    box.write(box.work() + "/a.cu", "int main() {}\n");
    install({"12.4"});
    install({"--profile", "minimal", "11.8"});

    for (const char* stack : {"12.4.1", "11.8.0"}) {
        const Ran ran = box.run({"exec", "--version", stack, "nvcc", "-o", stack, "a.cu"});

        EXPECT_EQ(ran.exit, 0) << ran.err;
        EXPECT_EQ(box.read(box.work() + "/" + stack), "int main() {}\n");
    }
}

struct Chosen {
    std::vector<std::string> options, components;
};

void PrintTo(const Chosen& row, std::ostream* out) {
    *out << joined(row.options);
}

class RedistChoice : public RedistBox, public testing::WithParamInterface<Chosen> {};

TEST_P(RedistChoice, BringsItsComponentsAndNothingElse) {
    std::vector<std::string> args = {"--source", "redist", "12.4"};
    args.insert(args.end(), GetParam().options.begin(), GetParam().options.end());

    install(args);

    EXPECT_EQ(components("12.4.1"), GetParam().components);
    EXPECT_EQ(fetched(), GetParam().components);
    EXPECT_EQ(box.run({"verify", "12.4.1"}).exit, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Options, RedistChoice,
    testing::Values(Chosen{{"--profile", "minimal"}, {"cuda_cccl", "cuda_cudart", "cuda_nvcc"}},
                    Chosen{{"--profile", "runtime"},
                           {"cuda_cudart", "cuda_cupti", "libcublas", "libcufile"}},
                    Chosen{{"--profile", "devel"},
                           {"cuda_cccl", "cuda_cudart", "cuda_cupti", "cuda_nvcc",
                            "cuda_sanitizer_api", "libcublas", "libcufile"}},
                    // Never the driver and the fabric manager, which are on the list too.
                    Chosen{{"--profile", "full"},
                           {"cuda_cccl", "cuda_cudart", "cuda_cupti", "cuda_nvcc",
                            "cuda_sanitizer_api", "libcublas", "libcufile", "nsight_compute"}},
                    Chosen{{"--only", "cublas"}, {"cuda_cudart", "libcublas"}},
                    Chosen{{"--only", "nvcc,libcufile"},
                           {"cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcufile"}},
                    Chosen{{"--profile", "minimal", "--with", "sanitizer_api"},
                           {"cuda_cccl", "cuda_cudart", "cuda_nvcc", "cuda_sanitizer_api"}},
                    Chosen{{"--without", "cufile,cupti,sanitizer_api"},
                           {"cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcublas"}}));

TEST_F(Redist, AutoTakesItForLessThanAWholeToolkit) {
    const auto archives = [&](const std::vector<std::string>& options) {
        std::vector<std::string> args = {"install", "--dry-run", "--json", "12.4"};
        args.insert(args.end(), options.begin(), options.end());
        const auto plan = nlohmann::json::parse(box.run(args).out)["data"];
        std::string kinds;
        for (const auto& artifact : plan["steps"][0]["artifacts"]) {
            kinds += artifact["kind"].get<std::string>() + " ";
        }
        return kinds;
    };

    EXPECT_EQ(archives({}), "runfile ");
    EXPECT_EQ(archives({"--without", "libcufile"}), "runfile ");
    EXPECT_EQ(archives({"--profile", "minimal"}), "redist redist redist ");
    EXPECT_EQ(archives({"--only", "cudart"}), "redist ");
    EXPECT_EQ(archives({"--profile", "minimal", "--source", "runfile"}), "runfile ");
    EXPECT_THAT(fetched(), IsEmpty());
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
}

TEST_F(Redist, MinimalIsFewerBytesThanTheRunfile) {
    const auto bytes = [&](const std::string& source) {
        const Ran ran = box.run(
            {"install", "--dry-run", "--json", "--profile", "minimal", "--source", source, "12.4"});
        return nlohmann::json::parse(ran.out)["data"]["fetch_bytes"].get<std::uint64_t>();
    };

    EXPECT_LT(bytes("redist"), bytes("runfile"));
}

TEST_F(Redist, RunfileIsUnpackedWithoutWhatIsLeftOut) {
    install({"--profile", "full", "--without", "nsight_compute,libcufile", "12.4"});

    EXPECT_THAT(components("12.4.1"),
                AllOf(Contains("cuda_nvcc"), Contains("cuda_sanitizer_api"),
                      Not(Contains(HasSubstr("nsight"))), Not(Contains("libcufile"))));
    EXPECT_FALSE(box.exists(prefix("12.4.1") + "/bin/ncu")) << "it would start nothing";
    EXPECT_FALSE(box.exists(prefix("12.4.1") + "/gds"));
    EXPECT_TRUE(box.exists(prefix("12.4.1") + "/bin/compute-sanitizer"));
}

TEST_F(Redist, AddingFetchesNothingTwice) {
    install({"--profile", "minimal", "12.4"});
    mirror.reset();

    install({"--add", "--only", "libcublas", "12.4"});

    EXPECT_THAT(fetched(), ElementsAre("libcublas"));
    EXPECT_THAT(components("12.4.1"),
                ElementsAre("cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcublas"));
    EXPECT_EQ(receipt("12.4.1")["profile"], "minimal");
    EXPECT_EQ(receipt("12.4.1")["with"], nlohmann::json({"libcublas"}));
    EXPECT_EQ(receipt("12.4.1")["lists"].size(), 1U);
    EXPECT_TRUE(box.exists(prefix("12.4.1") + "/lib64/libcublas.so"));
    EXPECT_EQ(box.run({"verify", "12.4.1"}).exit, 0);
}

TEST_F(Redist, LargerProfileIsAddedAndASmallerOneTakesNothingAway) {
    install({"--profile", "minimal", "12.4"});
    mirror.reset();

    install({"--profile", "full", "--source", "redist", "12.4"});

    EXPECT_THAT(fetched(), ElementsAre("cuda_cupti", "cuda_sanitizer_api", "libcublas", "libcufile",
                                       "nsight_compute"));
    EXPECT_EQ(receipt("12.4.1")["profile"], "full");
    const std::string before = box.read(prefix("12.4.1") + "/.cudaenv/files");
    install({"--profile", "minimal", "12.4"});
    EXPECT_EQ(box.read(prefix("12.4.1") + "/.cudaenv/files"), before);
}

TEST_F(Redist, AddingWithAComponentBringsThatAloneAndNoProfile) {
    install({"--profile", "minimal", "12.4"});
    mirror.reset();

    install({"--add", "--with", "libcublas", "12.4"});

    EXPECT_THAT(fetched(), ElementsAre("libcublas"));
    EXPECT_EQ(receipt("12.4.1")["profile"], "minimal");
}

TEST_F(Redist, AddingToNothingInstallsAsUsual) {
    install({"--add", "--source", "redist", "--with", "nsight_compute", "12.4"});

    EXPECT_EQ(receipt("12.4.1")["profile"], "devel");
    EXPECT_THAT(components("12.4.1"),
                AllOf(Contains("cuda_nvcc"), Contains("libcublas"), Contains("nsight_compute")));
}

TEST_F(Redist, TheReceiptTellsAllThatTwoProfilesBrought) {
    install({"--profile", "minimal", "12.4"});
    install({"--profile", "runtime", "12.4"});

    EXPECT_EQ(receipt("12.4.1")["profile"], "runtime");
    EXPECT_THAT(receipt("12.4.1")["with"], Contains("cuda_nvcc"));
    EXPECT_EQ(box.run({"install", "--force", "--source", "redist", "12.4"}).exit, 0);
}

TEST_F(Redist, AnotherPlatformNeverTakesTheFolder) {
    install({"--profile", "minimal", "12.4"});

    const Ran ran = box.run({"install", "--target-arch", "sbsa", "12.4"});

    EXPECT_NE(ran.exit, 0);
    EXPECT_EQ(receipt("12.4.1")["platform"], "linux-x86_64");
}

TEST_F(Redist, LargerProfileOfArchivesIsAddedFromArchives) {
    install({"--profile", "minimal", "12.4"});
    mirror.reset();

    install({"--profile", "devel", "12.4"});

    EXPECT_THAT(fetched(), Not(Contains(HasSubstr("cuda_12.4.1"))));
    EXPECT_THAT(components("12.4.1"), Contains("libcublas"));
}

TEST_F(Redist, AChoiceForWhatIsInstalledIsToldWhenNothingComesOfIt) {
    install({"--profile", "minimal", "12.4"});
    mirror.reset();

    const Ran unused = box.run({"install", "--with", "libcublas", "12.4"});
    const Ran unknown = box.run({"install", "--with", "libcublass", "12.4"});

    EXPECT_EQ(unused.exit, 0);
    EXPECT_THAT(unused.err, HasSubstr("`cudaenv install --add …` does"));
    EXPECT_EQ(unknown.exit, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean libcublas?"));
    EXPECT_THAT(fetched(), IsEmpty());
}

struct Mistake {
    std::vector<std::string> options;
    int exit;
    std::string said;
};

void PrintTo(const Mistake& row, std::ostream* out) {
    *out << joined(row.options);
}

class RedistMistake : public RedistBox, public testing::WithParamInterface<Mistake> {};

TEST_P(RedistMistake, IsNamedBeforeAnyArchiveIsFetched) {
    std::vector<std::string> args = {"install"};
    args.insert(args.end(), GetParam().options.begin(), GetParam().options.end());

    const Ran ran = box.run(args);

    EXPECT_EQ(ran.exit, GetParam().exit) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(GetParam().said));
    EXPECT_THAT(fetched(), IsEmpty());
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
}

INSTANTIATE_TEST_SUITE_P(
    Options, RedistMistake,
    testing::Values(
        Mistake{{"--only", "libcublass", "12.4"}, 2, "did you mean libcublas?"},
        Mistake{{"--with", "cuda_nvc", "12.4"}, 2, "did you mean cuda_nvcc?"},
        Mistake{{"--without", "nsigt_compute", "12.4"}, 2, "did you mean nsight_compute?"},
        Mistake{{"--with", "cudn@9.1", "12.4"}, 2, "did you mean cudnn?"},
        Mistake{{"--without", "cudart", "12.4"}, 2, "needs cuda_cudart, which is left out"},
        Mistake{{"--profile", "large", "12.4"}, 2, "minimal|runtime|devel|full"},
        Mistake{{"--source", "deb", "12.4"}, 2, "runfile|redist|auto"},
        Mistake{{"--only", "nvidia_driver", "12.4"}, 4, "drivers are the distribution's matter"},
        Mistake{{"--with", "driver", "12.4"}, 4, "cudaenv never installs drivers"},
        Mistake{{"--only", "cuda_demo_suite", "12.4"}, 3, "is not part of CUDA 12.4.1"},
        Mistake{{"--source", "redist", "11.4.0"}, 4, "needs: 11.4.2 or newer"}));

TEST_F(Redist, ReceiptTellsArchivesListAndVersions) {
    install({"--only", "cublas", "12.4"});

    const nlohmann::json told = receipt("12.4.1");
    EXPECT_EQ(told["profile"], "custom");
    EXPECT_EQ(told["with"], nlohmann::json({"cublas"}));
    ASSERT_EQ(told["artifacts"].size(), 2U);
    const nlohmann::json& cudart = told["artifacts"][0];
    EXPECT_EQ(cudart["kind"], "redist");
    EXPECT_EQ(cudart["name"], "cuda_cudart-linux-x86_64-12.4.131-archive.tar.xz");
    EXPECT_EQ(cudart["url"], mirror.url("/compute/cuda/redist/cuda_cudart/linux-x86_64/"
                                        "cuda_cudart-linux-x86_64-12.4.131-archive.tar.xz"));
    EXPECT_EQ(cudart["verified_by"], "sha256");
    EXPECT_EQ(cudart["components"][0]["version"], "12.4.131");
    ASSERT_EQ(told["lists"].size(), 1U);
    EXPECT_EQ(told["lists"][0]["url"],
              "https://developer.download.nvidia.com/compute/cuda/redist/redistrib_12.4.1.json");
    EXPECT_EQ(told["lists"][0]["verified_by"], "sha256");
}

TEST_F(Redist, ComponentsThatDoNotGoTogetherAreRefused) {
    const Ran ran = box.run({"install", "--source", "redist", "12.3.2"});

    EXPECT_EQ(ran.exit, 6);
    EXPECT_THAT(ran.err, HasSubstr("two components bring different things for one path\n"
                                   "  at:    targets/x86_64-linux/include/cuda.h\n"));
    EXPECT_THAT(ran.err, AllOf(HasSubstr("a file of cuda_cudart (sha256 "),
                               HasSubstr("a file of cuda_nvrtc (sha256 "),
                               HasSubstr("cudaenv install --without cuda_")));
    EXPECT_EQ(box.run({"versions", "--bare"}).out, "");
    install({"--source", "redist", "--without", "nvrtc", "12.3.2"});
}

TEST_F(Redist, FetchBringsTheArchivesAndInstallsNothing) {
    const Ran ran = box.run({"fetch", "--only", "cublas", "12.4"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    const std::string below = cache() + "/compute/cuda/redist/";
    EXPECT_EQ(
        ran.out,
        below + "cuda_cudart/linux-x86_64/cuda_cudart-linux-x86_64-12.4.131-archive.tar.xz\n" +
            below + "libcublas/linux-x86_64/libcublas-linux-x86_64-12.4.131-archive.tar.xz\n");
    EXPECT_FALSE(box.exists(box.root() + "/versions"));
    mirror.reset();
    install({"--offline", "--only", "cublas", "12.4"});
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(Redist, DamageIsRepairedFromTheArchivesOfTheStack) {
    install({"--profile", "minimal", "--with", "cublas", "12.4"});
    const std::string header = prefix("12.4.1") + "/targets/x86_64-linux/include/cuda.h";
    const std::string right = box.read(header);
    std::filesystem::permissions(header, std::filesystem::perms::owner_all);
    box.write(header, "#define CUDA_VERSION 1\n");
    EXPECT_EQ(box.run({"verify", "12.4.1"}).exit, 6);
    const std::string before = box.read(prefix("12.4.1") + "/.cudaenv/files");

    const Ran ran = box.run({"verify", "--repair", "12.4.1"});

    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(box.read(header), right);
    EXPECT_EQ(box.read(prefix("12.4.1") + "/.cudaenv/files"), before);
    EXPECT_EQ(box.run({"verify", "12.4.1"}).exit, 0);
}

}  // namespace
}  // namespace cudaenv::test
