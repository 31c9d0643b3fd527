// SPDX-License-Identifier: MIT
#include "probe/toolkits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> told(const std::vector<Toolkit>& toolkits) {
    std::vector<std::string> texts;
    for (const Toolkit& toolkit : toolkits) {
        std::string text = toolkit.version + " " + toolkit.path;
        if (!toolkit.owner.empty()) text += " of " + toolkit.owner;
        texts.push_back(text);
    }
    return texts;
}

std::vector<std::string> toolkits(const test::Sysroot& root) {
    return told(find_toolkits(Root(root.path()), root.sources()));
}

std::string nvcc(const std::string& release, const std::string& build) {
    return "echo 'nvcc: NVIDIA (R) Cuda compiler driver'\n"
           "echo 'Cuda compilation tools, release " +
           release + ", V" + build + "'\n";
}

TEST(FindToolkits, EachFolderOnceUnderItsRealPath) {
    const test::Sysroot root;
    root.program("usr/local/cuda-12.2/bin/nvcc", nvcc("12.2", "12.2.140"));
    root.write("usr/local/cuda-12.2/version.json",
               R"({"cuda" : {"name" : "CUDA SDK", "version" : "12.2.2"},
                   "cuda_cccl" : {"version" : "12.2.140"}})");
    root.link("usr/local/cuda-12", "/etc/alternatives/cuda-12");
    root.link("etc/alternatives/cuda-12", "/usr/local/cuda-12.2");
    root.link("usr/local/cuda", "cuda-12");
    root.make("usr/local/cuda-samples");
    root.program("opt/cuda/bin/nvcc", nvcc("12.6", "12.6.20"));
    root.write("opt/cuda/version.txt", "CUDA Version 10.2.89\n");

    EXPECT_THAT(toolkits(root), ElementsAre("12.2.2 /usr/local/cuda-12.2", "10.2.89 /opt/cuda"));
}

TEST(FindToolkits, HeaderAndCompilerTellTheVersionWhereNoFileDoes) {
    const test::Sysroot root;
    root.program("usr/local/cuda-13.0/bin/nvcc", "exit 1\n");
    root.write("usr/local/cuda-13.0/include/cuda.h",
               "/* … */\n#define CUDA_VERSION 13000\n#define X 1\n");
    root.program("usr/local/cuda-9.0/bin/nvcc", nvcc("9.0", "9.0.176"));
    root.program("usr/local/cuda-none/bin/nvcc", "exit 1\n");

    EXPECT_THAT(toolkits(root),
                ElementsAre("13.0 /usr/local/cuda-13.0", "9.0.176 /usr/local/cuda-9.0",
                            " /usr/local/cuda-none"));
}

TEST(FindToolkits, DanglingLinkIsNone) {
    const test::Sysroot root;
    root.link("usr/local/cuda", "/usr/local/cuda-11.8");

    EXPECT_THAT(toolkits(root), IsEmpty());
}

TEST(FindToolkits, VariablesCondaAndPipPointToMore) {
    const test::Sysroot root;
    root.write("opt/env/conda-meta/history", "");
    root.program("opt/env/bin/nvcc", nvcc("12.4", "12.4.131"));
    root.program("srv/cuda/bin/nvcc", nvcc("11.8", "11.8.89"));
    root.program("home/me/venv/lib/python3.12/site-packages/nvidia/cu13/bin/nvcc",
                 nvcc("13.0", "13.0.88"));
    Sources sources = root.sources();
    sources.env.set("CUDA_HOME", "/srv/cuda");
    sources.env.set("CUDA_PATH", "relative/is/none");
    sources.env.set("CONDA_PREFIX", "/opt/env");
    sources.env.set("VIRTUAL_ENV", "/home/me/venv");

    EXPECT_THAT(told(find_toolkits(Root(root.path()), sources)),
                ElementsAre("11.8.89 /srv/cuda", "12.4.131 /opt/env of conda",
                            "13.0.88 /home/me/venv/lib/python3.12/site-packages/nvidia/cu13 of "
                            "pip"));
}

TEST(FindToolkits, DistributionsToolkitIsOne) {
    const test::Sysroot root;
    root.program("usr/bin/nvcc", nvcc("11.5", "11.5.119"));
    root.write("var/lib/dpkg/info/nvidia-cuda-toolkit.list", "/.\n/usr/bin\n/usr/bin/nvcc\n");
    EXPECT_THAT(toolkits(root), ElementsAre("11.5.119 /usr of nvidia-cuda-toolkit"));

    root.write("usr/lib/cuda/version.txt", "CUDA Version 11.5.119\n");
    root.write("var/lib/dpkg/info/nvidia-cuda-toolkit.list",
               "/.\n/usr/bin/nvcc\n/usr/lib/cuda/version.txt\n");
    EXPECT_THAT(toolkits(root), ElementsAre("11.5.119 /usr/lib/cuda of nvidia-cuda-toolkit"));
}

TEST(FindToolkits, OwnStacksAreNone) {
    const test::Sysroot root;
    root.program("home/me/.cudaenv/versions/12.4.1/bin/nvcc", nvcc("12.4", "12.4.131"));
    root.link("usr/local/cuda", "/home/me/.cudaenv/versions/12.4.1");
    Sources sources = root.sources();
    sources.own_folders = {"/home/me/.cudaenv"};
    EXPECT_THAT(find_toolkits(Root(root.path()), sources), IsEmpty());

    root.link("srv/cudaenv", "/home/me/.cudaenv");
    sources.own_folders = {"/srv/cudaenv"};
    EXPECT_THAT(find_toolkits(Root(root.path()), sources), IsEmpty());
}

TEST(FindNvcc, EveryOneOnPathInOrder) {  // P025, P026, P029, P030
    const test::Sysroot root;
    root.program("usr/local/cuda-12.5/bin/nvcc", nvcc("12.5", "12.5.82"));
    root.link("usr/local/cuda", "cuda-12.5");
    root.write("var/lib/dpkg/info/cuda-nvcc-12-5.list", "/.\n/usr/local/cuda-12.5/bin/nvcc\n");
    root.program("usr/bin/nvcc", nvcc("11.5", "11.5.119"));
    root.write("var/lib/dpkg/info/nvidia-cuda-toolkit.list", "/.\n/usr/bin/nvcc\n");
    root.write("var/lib/dpkg/info/nvidia-cuda-dev:amd64.list", "/usr/bin/nvcc.profile\n");
    root.program("home/me/.cudaenv/shims/nvcc", "exit 1\n");
    root.link("home/me/bin/nvcc", "/home/me/.cudaenv/shims/nvcc");
    Sources sources = root.sources();
    sources.own_folders = {"/home/me/.cudaenv"};
    sources.env.set("PATH",
                    "/home/me/.cudaenv/shims:/home/me/bin:/usr/local/cuda/bin:/usr/bin:/none");

    EXPECT_THAT(told(find_nvcc(Root(root.path()), sources)),
                ElementsAre("12.5.82 /usr/local/cuda/bin/nvcc of cuda-nvcc-12-5",
                            "11.5.119 /usr/bin/nvcc of nvidia-cuda-toolkit"));
}

TEST(FindNvcc, OneThatDoesNotAnswerHasTheVersionOfItsFolder) {
    const test::Sysroot root;
    root.program("opt/cuda/bin/nvcc", "sleep 100\n");
    root.write("opt/cuda/version.txt", "CUDA Version 10.2.89\n");
    Sources sources = root.sources();
    sources.env.set("PATH", "/opt/cuda/bin");
    sources.program_timeout = std::chrono::milliseconds(200);

    EXPECT_THAT(told(find_nvcc(Root(root.path()), sources)),
                ElementsAre("10.2.89 /opt/cuda/bin/nvcc"));
}

TEST(OwnerOf, RpmIsAsked) {
    const test::Sysroot root;
    root.program("usr/local/cuda-12.4/bin/nvcc", "");
    root.make("var/lib/rpm");
    Sources sources = root.sources();
    std::vector<std::string> argv;
    sources.runner = [&](const sys::RunRequest& request) -> Result<sys::RunOutput> {
        argv = request.argv;
        sys::RunOutput output;
        output.out = "cuda-nvcc-12-4\n";
        return output;
    };
    const Root files(root.path());

    EXPECT_EQ(owner_of(files, sources, "/usr/local/cuda-12.4/bin/nvcc"), "cuda-nvcc-12-4");
    EXPECT_EQ(argv.front(), "rpm");
    EXPECT_EQ(argv.back(), "/usr/local/cuda-12.4/bin/nvcc");
    EXPECT_EQ(owner_of(files, sources, "/none"), "");
}

TEST(OwnerOf, ListsOfPacmanAreRead) {
    const test::Sysroot root;
    root.program("opt/cuda/bin/nvcc", "");
    root.write("var/lib/pacman/local/cuda-tools-12.6.1-1/files", "%FILES%\nopt/cuda/bin/nvprof\n");
    root.write("var/lib/pacman/local/cuda-12.6.1-1/files", "%FILES%\nopt/\nopt/cuda/bin/nvcc\n");

    EXPECT_EQ(owner_of(Root(root.path()), root.sources(), "/opt/cuda/bin/nvcc"), "cuda");
}

TEST(OwnerOf, WhatWasPutByHandIsNobodys) {
    const test::Sysroot root;
    root.program("opt/cuda/bin/nvcc", "");
    root.write("var/lib/dpkg/info/cuda-nvcc-12-4.list", "/opt/cuda/bin/nvcc.profile\n/x/opt/cuda");

    EXPECT_EQ(owner_of(Root(root.path()), root.sources(), "/opt/cuda/bin/nvcc"), "");
}

}  // namespace
}  // namespace cudaenv::probe
