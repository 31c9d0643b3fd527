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

}  // namespace
}  // namespace cudaenv::hot
