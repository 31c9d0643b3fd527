// SPDX-License-Identifier: MIT
#include "unpack/links.hpp"

#include <gtest/gtest.h>

namespace cudaenv::unpack {
namespace {

Node node(Node::Kind kind, std::string path, std::string target = "") {
    Node one;
    one.kind = kind;
    one.path = std::move(path);
    one.target = std::move(target);
    return one;
}
Node file(std::string path) {
    return node(Node::Kind::file, std::move(path));
}
Node folder(std::string path) {
    return node(Node::Kind::folder, std::move(path));
}
Node link(std::string path, std::string target) {
    return node(Node::Kind::link, std::move(path), std::move(target));
}

using End = LinkMap::End;

// Where a link `at` -> `target` ends in a small tree.
End end_of(const std::string& at, const std::string& target) {
    std::vector<Node> nodes = {folder("a"),           folder("a/b"),       file("a/b/f"),
                               link("up", "a/b"),     link("x", "y"),      link("y", "x"),
                               link("deep", "up/.."), link("hole", "none")};
    nodes.push_back(link(at, target));
    return LinkMap(nodes).follow(nodes.back());
}

TEST(Follow, FindsFilesAndFolders) {
    EXPECT_EQ(end_of("l", "a/b/f"), End::there);
    EXPECT_EQ(end_of("l", "./a//b/"), End::there);
    EXPECT_EQ(end_of("a/l", "b/f"), End::there);
    EXPECT_EQ(end_of("a/b/l", "../b/f"), End::there);
    EXPECT_EQ(end_of("a/b/l", "../.."), End::there);
}

TEST(Follow, GoesThroughOtherLinksAsTheKernelDoes) {
    EXPECT_EQ(end_of("l", "up/f"), End::there);
    EXPECT_EQ(end_of("l", "up/../b/f"), End::there) << "up/.. is a, not the top";
    EXPECT_EQ(end_of("l", "up/../../a"), End::there);
    EXPECT_EQ(end_of("l", "deep/b/f"), End::there);
}

TEST(Follow, SeesWhatLeavesTheTree) {
    EXPECT_EQ(end_of("l", ".."), End::outside);
    EXPECT_EQ(end_of("a/l", "../../etc"), End::outside);
    EXPECT_EQ(end_of("l", "up/../../../etc"), End::outside);
    EXPECT_EQ(end_of("l", "../top/a/b/f"), End::outside) << "out and in again";
    EXPECT_EQ(end_of("l", "none/../../etc"), End::outside) << "the hole may be filled later";
    EXPECT_EQ(end_of("l", "hole/../../etc"), End::outside);
}

TEST(Follow, SeesWhatLeadsNowhere) {
    EXPECT_EQ(end_of("l", "none"), End::dangling);
    EXPECT_EQ(end_of("l", "hole"), End::dangling);
    EXPECT_EQ(end_of("l", "a/b/f/inner"), End::dangling);
    EXPECT_EQ(end_of("l", "x"), End::dangling) << "a circle";
    EXPECT_EQ(end_of("l", "l"), End::dangling) << "itself";
}

TEST(JoinedTarget, GoesByTextAlone) {
    EXPECT_EQ(joined_target("a/b/l", "../c"), "a/c");
    EXPECT_EQ(joined_target("l", "./c"), "c");
    EXPECT_EQ(joined_target("a/l", "../../c"), "");
    EXPECT_EQ(joined_target("a/l", ".."), "");
}

TEST(RelativeTarget, LeadsBack) {
    EXPECT_EQ(relative_target("include", "targets/t/include"), "targets/t/include");
    EXPECT_EQ(relative_target("extras/CUPTI/lib64", "targets/t/lib"), "../../targets/t/lib");
    EXPECT_EQ(relative_target("a/b/l", "a/c"), "../c");
    EXPECT_EQ(relative_target("a/l", "a"), ".");
    EXPECT_EQ(joined_target("a/b/c/l", relative_target("a/b/c/l", "a/x/y")), "a/x/y");
}

}  // namespace
}  // namespace cudaenv::unpack
