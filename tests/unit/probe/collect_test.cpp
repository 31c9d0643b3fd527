// SPDX-License-Identifier: MIT
#include "probe/collect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/machine_json.hpp"
#include "unit/probe/sysroot.hpp"

namespace cudaenv::probe {
namespace {

using testing::IsEmpty;

TEST(Collect, KnowsThisMachine) {
    Sources sources;
    sources.env = sys::Env::of_process();
    sources.runner = sys::run;

    const Machine machine = collect(sources, Depth::whole);

    EXPECT_THAT(machine.os.kind, testing::AnyOf("linux", "wsl2"));
    EXPECT_NE(machine.os.arch, "");
    EXPECT_NE(machine.os.kernel, "");
    EXPECT_TRUE(base::parse_version(machine.glibc));
    EXPECT_TRUE(machine.is_driver_known);
    EXPECT_TRUE(machine.gpus);
    for (const Compiler& compiler : machine.compilers) {
        EXPECT_THAT(compiler.path, testing::StartsWith("/"));
    }
}

TEST(Collect, WhatItFindsIsAProbeFile) {
    Sources sources;
    sources.env = sys::Env::of_process();
    sources.runner = sys::run;
    const std::string text = to_json(collect(sources, Depth::whole));

    const auto read = from_json(text, "this machine");

    ASSERT_TRUE(read) << read.error().what << ": " << read.error().found;
    EXPECT_EQ(to_json(*read), text);
}

TEST(Collect, WorksWithNothingThere) {
    const test::Sysroot root;
    Sources sources;
    sources.sysroot = root.path();

    const Machine machine = collect(sources, Depth::whole);

    EXPECT_EQ(machine.os.kind, "linux");
    EXPECT_TRUE(machine.is_driver_known);
    EXPECT_FALSE(machine.driver);
    EXPECT_THAT(*machine.gpus, IsEmpty());
    EXPECT_FALSE(machine.is_container);
    EXPECT_TRUE(machine.is_tegra_known);
    EXPECT_THAT(machine.compilers, IsEmpty());
    EXPECT_THAT(machine.toolkits, IsEmpty());
    EXPECT_THAT(machine.nvcc, IsEmpty());
}

TEST(Collect, JudgingLooksForNoToolkits) {
    const test::Sysroot root;
    root.program("usr/bin/nvcc", "echo x >\"$0\".runs\n");

    EXPECT_THAT(collect(root.sources(), Depth::judge).nvcc, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(root / "usr/bin/nvcc.runs"));
    EXPECT_EQ(collect(root.sources(), Depth::whole).nvcc.size(), 1U);
}

}  // namespace
}  // namespace cudaenv::probe
