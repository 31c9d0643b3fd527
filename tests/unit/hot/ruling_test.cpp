// SPDX-License-Identifier: MIT
#include "hot/ruling.hpp"

#include <gtest/gtest.h>

#include "builders.hpp"

namespace cudaenv::hot {
namespace {

using test::Environment;

class RulingTest : public testing::Test {
  protected:
    Ruling ruling(const std::string& file_text) const {
        root_.folder().write("p/.cuda-version", file_text);
        const Environment env{{"CUDAENV_DIR", root_.folder() / "p"}, {"PATH", "/nowhere"}};
        const base::Layout layout = root_.layout();
        return find_ruling({.env = env.view(), .layout = layout, .conf = conf_});
    }

    test::Root root_;
    Conf conf_;
};

TEST_F(RulingTest, GivesStacksWithTheirActivation) {
    const std::string prefix = root_.add_stack("12.4.1");
    root_.add_stack("11.8.0");

    const Ruling found = ruling("12.4 system 11.8\n");

    ASSERT_FALSE(found.error) << found.error->what;
    EXPECT_EQ(names_of(found), "12.4.1:system:11.8.0");
    ASSERT_EQ(found.prefixes.size(), 2U);
    EXPECT_EQ(found.prefixes[0].path, prefix);
    EXPECT_EQ(found.prefixes[0].activation.toolkit, "12.4.1");
}

TEST_F(RulingTest, ReadsAliasesOnlyWhereANameStands) {
    root_.add_stack("12.4.1");
    root_.folder().write("root/aliases", "prod 12.4\n");

    EXPECT_EQ(names_of(ruling("prod\n")), "12.4.1");
}

TEST_F(RulingTest, WhatIsNotInstalledNamesTheFileThatAskedForIt) {
    root_.add_stack("12.4.1");

    const Ruling found = ruling("12.9\n");

    ASSERT_TRUE(found.error);
    EXPECT_EQ(found.error->code, Code::not_installed);
    EXPECT_EQ(found.error->what,
              "12.9 is not installed (asked for by " + (root_.folder() / "p/.cuda-version") + ")");
    EXPECT_EQ(found.error->try_, std::vector<std::string>{"cudaenv install 12.9"});
    EXPECT_EQ(found.selection.ruling_text, "12.9\n");
    EXPECT_TRUE(found.stacks.empty());
}

TEST_F(RulingTest, ADamagedStackIsAnError) {
    root_.add_stack("12.4.1", "what is this\n");

    const Ruling found = ruling("12.4\n");

    ASSERT_TRUE(found.error);
    EXPECT_EQ(found.error->code, Code::damaged);
}

TEST_F(RulingTest, NothingSelectedIsSystem) {
    const Environment env{{"CUDAENV_DIR", root_.path()}};
    const base::Layout layout = root_.layout();

    const Ruling found = find_ruling({.env = env.view(), .layout = layout, .conf = conf_});

    ASSERT_FALSE(found.error);
    EXPECT_EQ(names_of(found), "system");
    EXPECT_TRUE(found.prefixes.empty());
}

}  // namespace
}  // namespace cudaenv::hot
