// SPDX-License-Identifier: MIT
#include "activate/environment.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cudaenv::activate {
namespace {

using hot::ActivePrefix;
using hot::Delta;
using hot::Shell;

std::vector<ActivePrefix> one_prefix() {
    hot::Activation activation;
    activation.bin = {"bin"};
    activation.lib = {"lib64", "extras/CUPTI/lib64"};
    activation.man = {"share/man"};
    activation.nvcc = "bin/nvcc";
    return {{"/r/versions/12.4.1", activation}};
}

// As make_delta gives it for an environment with a PATH and nothing else.
Delta one_delta() {
    const std::string prefix = "/r/versions/12.4.1";
    return {{"CUDAENV_STATE", "1:abc"},
            {"CUDA_HOME", prefix},
            {"LD_LIBRARY_PATH", prefix + "/lib64:" + prefix + "/extras/CUPTI/lib64"},
            {"NVCC_CCBIN", std::nullopt},
            {"PATH", prefix + "/bin:/usr/bin"}};
}

std::string rendered(EnvFormat format) {
    return render(one_delta(), one_prefix(), format, Shell::bash);
}

TEST(Environment, ShellIsTheDeltaItself) {
    EXPECT_EQ(rendered(EnvFormat::shell),
              "export CUDAENV_STATE='1:abc'\n"
              "export CUDA_HOME='/r/versions/12.4.1'\n"
              "export LD_LIBRARY_PATH="
              "'/r/versions/12.4.1/lib64:/r/versions/12.4.1/extras/CUPTI/lib64'\n"
              "unset NVCC_CCBIN\n"
              "export PATH='/r/versions/12.4.1/bin:/usr/bin'\n");
}

TEST(Environment, JsonTellsWhatIsSetAndUnset) {
    const auto json = nlohmann::json::parse(rendered(EnvFormat::json));

    EXPECT_EQ(json["set"]["CUDA_HOME"], "/r/versions/12.4.1");
    EXPECT_EQ(json["unset"], nlohmann::json::array({"NVCC_CCBIN"}));
}

TEST(Environment, DotenvQuotesValuesAndLeavesOutOurState) {
    EXPECT_EQ(rendered(EnvFormat::dotenv),
              "CUDA_HOME=\"/r/versions/12.4.1\"\n"
              "LD_LIBRARY_PATH="
              "\"/r/versions/12.4.1/lib64:/r/versions/12.4.1/extras/CUPTI/lib64\"\n"
              "PATH=\"/r/versions/12.4.1/bin:/usr/bin\"\n");
    EXPECT_EQ(render({{"CUDA_HOME", "/a$b\"c`\\"}}, {}, EnvFormat::dotenv, Shell::bash),
              "CUDA_HOME=\"/a\\$b\\\"c\\`\\\\\"\n");
}

TEST(Environment, LuaModulefileExtendsLists) {
    EXPECT_EQ(rendered(EnvFormat::modulefile_lua),
              "setenv(\"CUDA_HOME\", \"/r/versions/12.4.1\")\n"
              "prepend_path(\"PATH\", \"/r/versions/12.4.1/bin\")\n"
              "append_path(\"LD_LIBRARY_PATH\", \"/r/versions/12.4.1/lib64\")\n"
              "append_path(\"LD_LIBRARY_PATH\", \"/r/versions/12.4.1/extras/CUPTI/lib64\")\n");
}

TEST(Environment, TclModulefileQuotesForTcl) {
    EXPECT_EQ(rendered(EnvFormat::modulefile_tcl),
              "#%Module1.0\n"
              "setenv CUDA_HOME \"/r/versions/12.4.1\"\n"
              "prepend-path PATH \"/r/versions/12.4.1/bin\"\n"
              "append-path LD_LIBRARY_PATH \"/r/versions/12.4.1/lib64\"\n"
              "append-path LD_LIBRARY_PATH \"/r/versions/12.4.1/extras/CUPTI/lib64\"\n");
    EXPECT_EQ(render({{"CUDA_HOME", "/[x]$y"}}, {}, EnvFormat::modulefile_tcl, Shell::bash),
              "#%Module1.0\nsetenv CUDA_HOME \"/\\[x\\]\\$y\"\n");
}

TEST(Environment, DockerLeavesNoEmptyElement) {
    EXPECT_EQ(rendered(EnvFormat::docker),
              "ENV CUDA_HOME=\"/r/versions/12.4.1\"\n"
              "ENV PATH=\"/r/versions/12.4.1/bin${PATH:+:${PATH}}\"\n"
              "ENV LD_LIBRARY_PATH="
              "\"${LD_LIBRARY_PATH:+${LD_LIBRARY_PATH}:}/r/versions/12.4.1/lib64\"\n"
              "ENV LD_LIBRARY_PATH=\"${LD_LIBRARY_PATH:+${LD_LIBRARY_PATH}:}"
              "/r/versions/12.4.1/extras/CUPTI/lib64\"\n");
}

TEST(Environment, CMakeNamesCompilerAndRoot) {
    EXPECT_EQ(rendered(EnvFormat::cmake),
              "-DCMAKE_CUDA_COMPILER=/r/versions/12.4.1/bin/nvcc "
              "-DCUDAToolkit_ROOT=/r/versions/12.4.1\n");
    EXPECT_EQ(render({}, {}, EnvFormat::cmake, Shell::bash), "");
}

// `cmake $(cudaenv env --cmake)` splits at blanks and keeps quotes: they are for `eval` alone.
TEST(Environment, CMakeQuotesOnlyPathsThatNeedIt) {
    std::vector<ActivePrefix> odd = one_prefix();
    odd.front().path = "/r x/12.4.1";

    EXPECT_EQ(render({}, odd, EnvFormat::cmake, Shell::bash),
              "-DCMAKE_CUDA_COMPILER='/r x/12.4.1/bin/nvcc' -DCUDAToolkit_ROOT='/r x/12.4.1'\n");
}

TEST(Environment, GithubGetsPathsInOrderOfPrecedence) {
    std::vector<ActivePrefix> two = one_prefix();
    two.push_back({"/r/versions/11.8.0", two.front().activation});

    const GithubFiles files = render_github(one_delta(), two);

    EXPECT_EQ(files.env,
              "CUDA_HOME=/r/versions/12.4.1\n"
              "LD_LIBRARY_PATH=/r/versions/12.4.1/lib64:/r/versions/12.4.1/extras/CUPTI/lib64\n");
    EXPECT_EQ(files.path, "/r/versions/11.8.0/bin\n/r/versions/12.4.1/bin\n");
}

TEST(Environment, GithubFencesAValueOfSeveralLines) {
    const GithubFiles files = render_github({{"CUDA_HOME", "/a\nCUDAENV_END\nb"}}, {});

    EXPECT_EQ(files.env, "CUDA_HOME<<CUDAENV_END_\n/a\nCUDAENV_END\nb\nCUDAENV_END_\n");
}

}  // namespace
}  // namespace cudaenv::activate
