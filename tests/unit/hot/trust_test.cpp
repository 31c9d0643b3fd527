// SPDX-License-Identifier: MIT
#include "hot/trust.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builders.hpp"
#include "support/child.hpp"

namespace cudaenv::hot {
namespace {

namespace fs = std::filesystem;

class TrustTest : public testing::Test {
  protected:
    Result<void> check(const std::string& text) const {
        const auto file = parse_version_file(text);
        EXPECT_TRUE(file) << text;
        return check_trust(*file, project_ + "/.cuda-version", root_.layout());
    }
    // A toolkit with a compiler, owned by whoever runs the tests.
    std::string toolkit(const std::string& rel_path) const {
        root_.add_program(rel_path + "/bin/nvcc");
        root_.add_program(rel_path + "/bin/g++");
        return root_.folder() / rel_path;
    }
    static void give_away(const std::string& path) {
        for (const char* each : {"", "/bin", "/bin/nvcc", "/bin/g++"}) {
            const uid_t nobody = cudaenv::test::kNobody;
            ASSERT_EQ(::chown((path + each).c_str(), nobody, nobody), 0);
        }
    }

    test::Root root_;
    std::string project_ = root_.folder().make("project");
};

TEST_F(TrustTest, VersionsAndNamesNeedNoTrust) {
    EXPECT_TRUE(check("12.4 prod system latest\n"));
    EXPECT_TRUE(check("system:12.2\n"));
}

TEST_F(TrustTest, AFolderInsideTheProjectIsRefusedWhoeverOwnsIt) {
    const std::string inside = toolkit("project/cuda");

    const auto verdict = check("path:" + inside + "\n");

    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().code, Code::refused);
    EXPECT_EQ(verdict.error().try_, std::vector<std::string>{"cudaenv adopt " + inside});
    EXPECT_FALSE(check("system:" + inside + "\n"));
    EXPECT_FALSE(check("12.4\nccbin " + inside + "/bin/g++\n"));
}

TEST_F(TrustTest, ALinkIntoTheProjectIsRefusedToo) {
    const std::string inside = toolkit("project/cuda");
    fs::create_directory_symlink(inside, root_.folder() / "outside");

    EXPECT_FALSE(check("path:" + (root_.folder() / "outside") + "\n"));
}

TEST_F(TrustTest, WhatRootOwnsOutsideTheProjectIsAccepted) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs a folder that root owns";
    const std::string outside = toolkit("opt/cuda");

    EXPECT_TRUE(check("path:" + outside + "\n"));
    EXPECT_TRUE(check("12.4\nccbin " + outside + "/bin/g++\n"));
}

TEST_F(TrustTest, WhatAnotherUserOwnsIsRefused) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs a folder of another user";
    const std::string outside = toolkit("opt/cuda");
    give_away(outside);

    EXPECT_FALSE(check("path:" + outside + "\n"));
    EXPECT_FALSE(check("12.4\nccbin " + outside + "/bin/g++\n"));
}

TEST_F(TrustTest, WhatAnybodyMayWriteIsRefused) {
    const std::string outside = toolkit("opt/cuda");
    fs::permissions(outside, fs::perms{0777});

    EXPECT_FALSE(check("path:" + outside + "\n"));
}

TEST_F(TrustTest, AFolderOfRootWithSomebodyElsesBinIsRefused) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs a folder of another user";
    const std::string outside = toolkit("opt/cuda");
    ASSERT_EQ(::chown((outside + "/bin").c_str(), cudaenv::test::kNobody, 0), 0);

    EXPECT_FALSE(check("path:" + outside + "\n"));
}

TEST_F(TrustTest, WhatWasAdoptedIsAcceptedWhereverItIs) {
    const std::string inside = toolkit("project/cuda");
    root_.folder().make("root/versions");
    fs::create_directory_symlink(inside, root_.prefix("mine"));

    EXPECT_TRUE(check("path:" + inside + "\n"));
    EXPECT_TRUE(check("12.4\nccbin " + inside + "/bin/g++\n"));
}

class LinkInProject : public TrustTest {
  protected:
    void SetUp() override {
        if (::geteuid() != 0) GTEST_SKIP() << "needs a folder that root owns";
        fs::create_directory_symlink(outside_, link_);
    }

    std::string outside_ = toolkit("opt/cuda");
    std::string link_ = project_ + "/lk";
};

TEST_F(LinkInProject, IsRefusedWhereverItLeads) {
    const auto verdict = check("path:" + link_ + "\n");

    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().try_, std::vector<std::string>{"cudaenv local path:" + outside_});
    EXPECT_FALSE(check("system:" + link_ + "\n"));
    EXPECT_FALSE(check("12.4\nccbin " + link_ + "/bin/g++\n"));
}

TEST_F(LinkInProject, IsRefusedOnTheWayToo) {
    fs::create_directory_symlink("project/lk", root_.folder() / "chain");
    fs::create_directory_symlink(root_.folder() / "opt", project_ + "/up");

    EXPECT_FALSE(check("path:" + (root_.folder() / "chain") + "\n"));
    EXPECT_FALSE(check("path:" + project_ + "/up/cuda\n"));
}

TEST_F(LinkInProject, IsRefusedThoughTheFolderBehindItWasAdopted) {
    root_.folder().make("root/versions");
    fs::create_directory_symlink(outside_, root_.prefix("mine"));
    give_away(outside_);

    EXPECT_TRUE(check("path:" + outside_ + "\n"));
    EXPECT_FALSE(check("path:" + link_ + "\n"));
}

TEST_F(LinkInProject, OfRootOutsideItIsAcceptedAndOfOthersIsNot) {
    const std::string link = root_.folder() / "cuda";
    fs::create_directory_symlink("opt/cuda", link);
    EXPECT_TRUE(check("path:" + link + "\n"));
    EXPECT_TRUE(check("12.4\nccbin " + link + "/bin/g++\n"));

    ASSERT_EQ(::lchown(link.c_str(), cudaenv::test::kNobody, cudaenv::test::kNobody), 0);
    EXPECT_FALSE(check("path:" + link + "\n"));
}

TEST_F(TrustTest, TheProposedCommandsHoldNothingThatAShellRuns) {
    const std::string folder = toolkit("project/x;id>pwn;");
    const std::string compiler = root_.add_program("project/a $(id)/g++");

    const auto of_folder = check("path:" + folder + "\n");
    const auto of_compiler = check("12.4\nccbin " + compiler + "\n");

    ASSERT_FALSE(of_folder);
    EXPECT_EQ(of_folder.error().try_, std::vector<std::string>{"cudaenv adopt '" + folder + "'"});
    ASSERT_FALSE(of_compiler);
    EXPECT_EQ(of_compiler.error().try_,
              std::vector<std::string>{"cudaenv config ccbin '" + compiler + "'"})
        << "the folder is no toolkit";
}

TEST_F(TrustTest, ACompilerOfAToolkitMayBeAdoptedWithIt) {
    const std::string folder = toolkit("project/cuda");

    const auto verdict = check("12.4\nccbin " + folder + "/bin/g++\n");

    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.error().try_,
              (std::vector<std::string>{"cudaenv adopt " + folder,
                                        "cudaenv config ccbin " + folder + "/bin/g++"}));
}

}  // namespace
}  // namespace cudaenv::hot
