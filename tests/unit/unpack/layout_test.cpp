// SPDX-License-Identifier: MIT
#include "unpack/layout.hpp"

#include <gtest/gtest.h>

#include "support/memory_sink.hpp"

namespace cudaenv::unpack {
namespace {

Node file(std::string path, std::string content = "c") {
    Node node;
    node.path = std::move(path);
    node.content = std::move(content);
    node.mode = 0644;
    return node;
}

Node link(std::string path, std::string target) {
    Node node;
    node.kind = Node::Kind::link;
    node.path = std::move(path);
    node.target = std::move(target);
    return node;
}

Payload flat(std::vector<Node> nodes, std::string component = "libx") {
    Payload payload;
    payload.era = Era::flat;
    payload.top = component + "-linux-x86_64-1.2.3-archive";
    payload.nodes = std::move(nodes);
    return payload;
}

std::map<std::string, std::string> links_of(const std::vector<Node>& nodes) {
    std::map<std::string, std::string> links;
    for (const Node& node : nodes) {
        if (node.kind == Node::Kind::link) links[node.path] = node.target;
    }
    return links;
}

using Links = std::map<std::string, std::string>;

TEST(TargetOf, TurnsThePlatformAround) {
    EXPECT_EQ(target_of("linux-x86_64"), "x86_64-linux");
    EXPECT_EQ(target_of("linux-sbsa"), "sbsa-linux");
    EXPECT_EQ(target_of("linux-ppc64le"), "ppc64le-linux");
}

TEST(LayOut, IsSortedWithParentsAndEachPathOnce) {
    test::MemorySink sink;

    const auto layout = lay_out(flat({file("lib/b"), file("lib/a"), file("bin/x")}), {}, sink);

    ASSERT_TRUE(layout.has_value());
    std::vector<std::string> paths;
    for (const Node& node : layout->nodes) paths.push_back(node.path);
    EXPECT_EQ(paths,
              (std::vector<std::string>{"bin", "bin/x", "lib64", "targets", "targets/x86_64-linux",
                                        "targets/x86_64-linux/lib", "targets/x86_64-linux/lib/a",
                                        "targets/x86_64-linux/lib/b"}));
}

TEST(LayOut, LetsLinksLeadToWhatTheyLedTo) {
    test::MemorySink sink;

    const auto layout = lay_out(
        flat({file("lib/x.so.1"), link("lib/x.so", "x.so.1"), link("bin/lib-of-x", "../lib/x.so.1"),
              link("lib/headers", "../include"), file("include/x.h")}),
        {}, sink);

    ASSERT_TRUE(layout.has_value());
    EXPECT_EQ(links_of(layout->nodes),
              (Links{{"include", "targets/x86_64-linux/include"},
                     {"lib64", "targets/x86_64-linux/lib"},
                     {"bin/lib-of-x", "../targets/x86_64-linux/lib/x.so.1"},
                     {"targets/x86_64-linux/lib/x.so", "x.so.1"},
                     {"targets/x86_64-linux/lib/headers", "../include"}}));
}

TEST(LayOut, LeavesOutLinksToLeftOutThings) {
    test::MemorySink sink;

    const auto layout =
        lay_out(flat({file("bin/x"), file("LICENSE"), link("bin/l", "../LICENSE")}), {}, sink);

    ASSERT_TRUE(layout.has_value());
    EXPECT_TRUE(links_of(layout->nodes).empty());
    EXPECT_EQ(layout->notes.size(), 1U);
}

// Harmless in the archive, but its folder is moved up: it would leave the toolkit.
TEST(LayOut, RefusesLinksThatLeaveTheToolkit) {
    test::MemorySink sink;
    Payload payload;
    payload.era = Era::components;
    payload.nodes = {file("builds/cuda_nvcc/bin/nvcc"),
                     link("builds/cuda_nvcc/l", "../../manifests")};

    const auto layout = lay_out(payload, {}, sink);

    ASSERT_FALSE(layout.has_value());
    EXPECT_EQ(layout.error().code, Code::integrity);
    EXPECT_EQ(layout.error().at, "l");
}

TEST(LayOut, GivesPcFilesToTheSink) {
    test::MemorySink sink;
    Payload payload = flat({file("pkgconfig/x.pc", ""), file("pkg-config/y.pc", "")});
    payload.texts = {{"pkgconfig/x.pc", "cudaroot=/usr/local/cuda\n"},
                     {"pkg-config/y.pc", "Name: y\n"}};

    const auto layout = lay_out(payload, {}, sink);

    ASSERT_TRUE(layout.has_value());
    ASSERT_EQ(layout->nodes.size(), 3U);
    const Node& x = layout->nodes[1];
    EXPECT_EQ(x.path, "pkg-config/x.pc");
    EXPECT_TRUE(x.is_ours);
    EXPECT_EQ(sink.contents().at(x.content), "cudaroot=${pcfiledir}/..\n");
    EXPECT_EQ(x.size_bytes, 25U);
    const Node& y = layout->nodes[2];
    EXPECT_FALSE(y.is_ours);
    EXPECT_EQ(sink.contents().at(y.content), "Name: y\n");
}

TEST(LayOut, NamesBothComponentsOfAConflict) {
    test::MemorySink sink;
    Node first = file("builds/cuda_nvcc/nvvm/x", "one"),
         second = file("builds/libnvvm/nvvm/x", "two");
    first.component = "cuda_nvcc";
    second.component = "libnvvm";
    Payload payload;
    payload.nodes = {first, second};

    const auto layout = lay_out(payload, {}, sink);

    ASSERT_FALSE(layout.has_value());
    EXPECT_EQ(layout.error().at, "nvvm/x");
    EXPECT_NE(layout.error().found.find("cuda_nvcc"), std::string::npos);
    EXPECT_NE(layout.error().needs.find("libnvvm"), std::string::npos);
}

TEST(Merge, JoinsTreesThatAgree) {
    const auto merged =
        merge({{file("bin/a"), link("lib64", "t")}, {file("bin/b"), link("lib64", "t")}});

    ASSERT_TRUE(merged.has_value());
    ASSERT_EQ(merged->size(), 4U);
    EXPECT_EQ((*merged)[0].path, "bin");
    EXPECT_EQ((*merged)[3].path, "lib64");
}

TEST(Merge, RefusesTreesThatDoNot) {
    EXPECT_FALSE(merge({{file("a", "1")}, {file("a", "2")}}).has_value());
    EXPECT_FALSE(merge({{link("a", "1")}, {link("a", "2")}}).has_value());
    EXPECT_FALSE(merge({{file("a")}, {file("a/b")}}).has_value());
    EXPECT_FALSE(merge({{link("a", "x")}, {file("a/b")}}).has_value());
    EXPECT_FALSE(merge({{file("a/b")}, {link("a", "x")}}).has_value());
}

}  // namespace
}  // namespace cudaenv::unpack
