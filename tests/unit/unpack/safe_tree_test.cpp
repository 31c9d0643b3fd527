// SPDX-License-Identifier: MIT
#include "unpack/safe_tree.hpp"

#include <gtest/gtest.h>

namespace cudaenv::unpack {
namespace {

std::string why_not(const std::string& raw) {
    const auto path = safe_path(raw, {});
    return path ? "accepted as '" + *path + "'" : path.error().why;
}

TEST(SafePath, Normalises) {
    EXPECT_EQ(safe_path("./a//b/./c/", {}), "a/b/c");
    EXPECT_EQ(safe_path("./", {}), "");
    EXPECT_EQ(safe_path("..a/b..", {}), "..a/b..");
    EXPECT_EQ(safe_path("caf\xc3\xa9 x\\y", {}), "caf\xc3\xa9 x\\y");
}

TEST(SafePath, Refuses) {
    EXPECT_EQ(why_not(""), "it has no name");
    EXPECT_EQ(why_not("/a"), "its path is absolute");
    EXPECT_EQ(why_not("a/../b"), "its path has a `..`");
    EXPECT_EQ(why_not(".."), "its path has a `..`");
    EXPECT_EQ(why_not("a\nb"), "its name has control bytes");
    EXPECT_EQ(why_not("a\x7f"), "its name has control bytes");
    EXPECT_EQ(why_not("a\xff"), "its name is not UTF-8");
    EXPECT_EQ(why_not(std::string(255, 'a')), "accepted as '" + std::string(255, 'a') + "'");
    EXPECT_EQ(why_not(std::string(256, 'a')), "its name is longer than 255 bytes");
}

TEST(SafePath, BoundsTheWholePath) {
    Limits limits;
    limits.path_bytes = 5;

    EXPECT_TRUE(safe_path("ab/de", limits).has_value());
    EXPECT_FALSE(safe_path("ab/def", limits).has_value());
}

Node file(std::string path, std::string content = "c") {
    Node node;
    node.path = std::move(path);
    node.content = std::move(content);
    return node;
}

class Tree : public testing::Test {
  protected:
    std::vector<std::string> paths() {
        auto nodes = tree.finish();
        std::vector<std::string> out;
        for (const Node& node : nodes.value()) out.push_back(node.path);
        return out;
    }
    Limits limits;
    SafeTree tree{limits};
};

TEST_F(Tree, MakesParentsThatTheArchiveLacks) {
    ASSERT_TRUE(tree.add_file(file("a/b/c")).has_value());

    EXPECT_EQ(paths(), (std::vector<std::string>{"a", "a/b", "a/b/c"}));
}

TEST_F(Tree, LetsTheLaterFileWin) {
    ASSERT_TRUE(tree.add_file(file("a", "first")).has_value());
    ASSERT_TRUE(tree.add_file(file("b")).has_value());
    ASSERT_TRUE(tree.add_file(file("a", "second")).has_value());
    ASSERT_TRUE(tree.add_hard_link("h", "a").has_value());
    const auto nodes = tree.finish();

    ASSERT_EQ(nodes->size(), 3U);
    EXPECT_EQ((*nodes)[0].content, "second");
    EXPECT_EQ((*nodes)[2].path, "h");
    EXPECT_EQ((*nodes)[2].content, "second");
}

TEST_F(Tree, KeepsAKindOnceItIsKnown) {
    ASSERT_TRUE(tree.add_folder("folder").has_value());
    ASSERT_TRUE(tree.add_file(file("file")).has_value());
    ASSERT_TRUE(tree.add_link("link", "file").has_value());

    EXPECT_FALSE(tree.add_link("folder", "file").has_value());
    EXPECT_FALSE(tree.add_file(file("folder")).has_value());
    EXPECT_FALSE(tree.add_folder("file").has_value());
    EXPECT_FALSE(tree.add_folder("link").has_value());
    EXPECT_FALSE(tree.add_file(file("link")).has_value());
    EXPECT_TRUE(tree.add_folder("folder").has_value());
}

TEST_F(Tree, PutsNothingBelowALinkOrAFile) {
    ASSERT_TRUE(tree.add_link("link", "elsewhere").has_value());
    ASSERT_TRUE(tree.add_file(file("file")).has_value());

    EXPECT_FALSE(tree.add_file(file("link/x")).has_value());
    EXPECT_FALSE(tree.add_folder("link/x/y").has_value());
    EXPECT_FALSE(tree.add_link("file/x", "y").has_value());
}

TEST_F(Tree, TakesHardLinksToEarlierFilesOnly) {
    ASSERT_TRUE(tree.add_folder("folder").has_value());
    ASSERT_TRUE(tree.add_link("link", "folder").has_value());

    EXPECT_FALSE(tree.add_hard_link("h", "later").has_value());
    EXPECT_FALSE(tree.add_hard_link("h", "folder").has_value());
    EXPECT_FALSE(tree.add_hard_link("h", "link").has_value());
    EXPECT_FALSE(tree.add_hard_link("h", "").has_value());
}

TEST_F(Tree, BoundsItsSize) {
    limits.entries = 2;
    ASSERT_TRUE(tree.add_file(file("a")).has_value());
    ASSERT_TRUE(tree.add_file(file("b")).has_value());

    EXPECT_TRUE(tree.add_file(file("b")).has_value());
    EXPECT_FALSE(tree.add_file(file("c")).has_value());
}

TEST_F(Tree, JudgesLinksWhenAllIsThere) {
    ASSERT_TRUE(tree.add_link("l", "a/../x").has_value());
    ASSERT_TRUE(tree.add_link("a", "b/c").has_value());
    ASSERT_TRUE(tree.add_file(file("b/c/d")).has_value());

    EXPECT_TRUE(tree.finish().has_value()) << "a/../x is b/x: inside";
}

TEST_F(Tree, RefusesALinkThatLeavesThroughAnother) {
    ASSERT_TRUE(tree.add_link("a", "b").has_value());
    ASSERT_TRUE(tree.add_folder("b").has_value());
    ASSERT_TRUE(tree.add_link("l", "a/../../x").has_value());

    EXPECT_FALSE(tree.finish().has_value());
}

TEST(Unsafe, ShowsNamesPrintableAndShort) {
    const Error error = unsafe("a\x1b" + std::string(1000, 'b'), "why").value();

    EXPECT_TRUE(error.found.starts_with("a\\x1bbbb"));
    EXPECT_LT(error.found.size(), 220U);
}

}  // namespace
}  // namespace cudaenv::unpack
