// SPDX-License-Identifier: MIT
#include "probe/compilers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kLegal = "Copyright (C) 2022 Free Software Foundation, Inc.\n";

struct Answer {
    const char* text;
    const char* kind;
    const char* version;
    friend void PrintTo(const Answer& answer, std::ostream* out) { *out << answer.text; }
};

class ReadCompilerVersion : public testing::TestWithParam<Answer> {};

TEST_P(ReadCompilerVersion, TellsKindAndVersion) {
    const bool is_gcc = std::string(GetParam().kind) == "gcc";
    const Compiler compiler =
        read_compiler_version(GetParam().text + (is_gcc ? "\n" + kLegal : ""));

    EXPECT_EQ(compiler.kind, GetParam().kind);
    EXPECT_EQ(compiler.version, GetParam().version);
}

INSTANTIATE_TEST_SUITE_P(
    All, ReadCompilerVersion,
    testing::Values(
        Answer{"g++ (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0", "gcc", "11.4.0"},
        Answer{"g++-12 (Debian 12.2.0-14+deb12u1) 12.2.0", "gcc", "12.2.0"},
        Answer{"g++ (GCC) 8.5.0 20210514 (Red Hat 8.5.0-22)", "gcc", "8.5.0"},
        Answer{"g++ (SUSE Linux) 7.5.0", "gcc", "7.5.0"},
        Answer{"x86_64-conda-linux-gnu-c++ (conda-forge gcc 13.3.0-1) 13.3.0", "gcc", "13.3.0"},
        Answer{"Ubuntu clang version 14.0.0-1ubuntu1.1\nTarget: x86_64-pc-linux-gnu\n", "clang",
               "14.0.0"},
        Answer{"clang version 17.0.6+rc1 (Fedora 17)\n", "clang", "17.0.6"},
        Answer{"nvc++ 23.11-0 64-bit target on x86-64 Linux\nnvc++ 23.11 of NVIDIA", "", ""},
        Answer{"icpc (ICC) 2021.10.0 20230609\nCopyright", "other", "2021.10.0"},
        Answer{"usage: tool", "", ""}, Answer{"", "", ""}));

std::string gcc(const std::string& version) {
    return "echo x >>\"$0\".runs\necho 'g++ (Some 1.2.3) " + version + "'\necho '" + kLegal + "'\n";
}

std::vector<std::string> told(const std::vector<Compiler>& compilers) {
    std::vector<std::string> texts;
    for (const Compiler& compiler : compilers) {
        texts.push_back(compiler.kind + " " + compiler.version + " " + compiler.path);
    }
    return texts;
}

TEST(FindCompilers, PlainOneOnPathComesFirstAndIsAsked) {
    const test::Sysroot root;
    root.program("usr/bin/g++-11", gcc("11.4.0"));
    root.program("usr/bin/x86_64-linux-gnu-g++-12", gcc("12.2.0"));
    root.link("usr/bin/g++-12", "x86_64-linux-gnu-g++-12");
    root.link("usr/bin/g++", "g++-12");
    root.program("usr/bin/clang++-14", "exit 1\n");
    root.write("usr/bin/g++-10", "may not be run");
    root.program("usr/bin/g++-filter", gcc("9.9.9"));

    EXPECT_THAT(told(find_compilers(Root(root.path()), root.sources(), Depth::judge)),
                ElementsAre("gcc 12.2.0 /usr/bin/g++", "gcc 11 /usr/bin/g++-11",
                            "clang 14 /usr/bin/clang++-14"));
    EXPECT_EQ(root.read("usr/bin/x86_64-linux-gnu-g++-12.runs"), "x\n");
    EXPECT_FALSE(std::filesystem::exists(root / "usr/bin/g++-11.runs"));
}

TEST(FindCompilers, WholeDepthAsksEachOnce) {
    const test::Sysroot root;
    root.program("usr/bin/g++-11", gcc("11.4.0"));
    root.program("usr/bin/g++", gcc("12.2.0"));

    EXPECT_THAT(told(find_compilers(Root(root.path()), root.sources(), Depth::whole)),
                ElementsAre("gcc 12.2.0 /usr/bin/g++", "gcc 11.4.0 /usr/bin/g++-11"));
    EXPECT_EQ(root.read("usr/bin/g++-11.runs"), "x\n");
}

TEST(FindCompilers, VariableBeforeConfigBeforePath) {
    const test::Sysroot root;
    root.program("usr/bin/g++", gcc("13.2.0"));
    root.program("usr/bin/g++-11", gcc("11.4.0"));
    root.program("opt/gcc/bin/g++", gcc("10.5.0"));
    Sources sources = root.sources();

    sources.ccbin = "g++-11";
    EXPECT_EQ(told(find_compilers(Root(root.path()), sources, Depth::judge)).front(),
              "gcc 11.4.0 /usr/bin/g++-11");
    sources.env.set("NVCC_CCBIN", "/opt/gcc/bin");
    EXPECT_EQ(told(find_compilers(Root(root.path()), sources, Depth::judge)).front(),
              "gcc 10.5.0 /opt/gcc/bin/g++");
    sources.env.set("NVCC_CCBIN", "/none/g++");
    EXPECT_EQ(told(find_compilers(Root(root.path()), sources, Depth::judge)).front(),
              "gcc 11.4.0 /usr/bin/g++-11");
}

TEST(FindCompilers, LinksToACompilerCacheAreDifferentCompilers) {
    const test::Sysroot root;
    root.program("usr/bin/ccache", "true\n");
    root.program("usr/bin/g++", gcc("12.2.0"));
    root.link("usr/lib/ccache/g++", "../../bin/ccache");
    root.link("usr/lib/ccache/clang++-15", "../../bin/ccache");
    Sources sources = root.sources();
    sources.env.set("PATH", "/usr/lib/ccache:/usr/bin");

    EXPECT_THAT(told(find_compilers(Root(root.path()), sources, Depth::judge)),
                ElementsAre("gcc  /usr/lib/ccache/g++", "gcc 12.2.0 /usr/bin/g++",
                            "clang 15 /usr/lib/ccache/clang++-15"));
}

TEST(FindCompilers, OneThatHangsIsTimed) {
    const test::Sysroot root;
    root.program("usr/bin/g++", "sleep 100\n");
    Sources sources = root.sources();
    sources.program_timeout = std::chrono::milliseconds(200);
    const auto begin = std::chrono::steady_clock::now();

    EXPECT_THAT(told(find_compilers(Root(root.path()), sources, Depth::judge)),
                ElementsAre("gcc  /usr/bin/g++"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(FindCompilers, ManyThatHangDoNotAddUp) {
    const test::Sysroot root;
    root.program("usr/bin/g++", gcc("12.2.0"));
    for (const char* name : {"7", "8", "9", "10", "11", "13", "14"}) {
        root.program(std::string("usr/bin/g++-") + name, "sleep 100\n");
    }
    Sources sources = root.sources();
    sources.program_timeout = std::chrono::milliseconds(500);
    const auto begin = std::chrono::steady_clock::now();

    EXPECT_EQ(find_compilers(Root(root.path()), sources, Depth::whole).size(), 8U);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(2500));
}

TEST(FindCompilers, NoneIsNone) {
    const test::Sysroot root;
    Sources sources = root.sources();
    sources.env.set("NVCC_CCBIN", "gcc-99");
    EXPECT_THAT(find_compilers(Root(root.path()), sources, Depth::whole), IsEmpty());

    root.program("usr/bin/g++", gcc("12.2.0"));
    sources.env = sys::Env();
    EXPECT_THAT(find_compilers(Root(root.path()), sources, Depth::whole), IsEmpty());
}

}  // namespace
}  // namespace cudaenv::probe
