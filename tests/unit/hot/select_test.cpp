// SPDX-License-Identifier: MIT
#include "hot/select.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "builders.hpp"
#include "support/child.hpp"

namespace cudaenv::hot {
namespace {

namespace fs = std::filesystem;
using test::Environment;

class SelectTest : public testing::Test {
  protected:
    Result<Selection> select_in(const std::string& folder) const {
        const Environment env{{"CUDAENV_DIR", folder}};
        return select_with(env);
    }
    Result<Selection> select_with(const Environment& env, std::string_view command = {}) const {
        return select(
            {.env = env.view(), .layout = root_.layout(), .conf = conf_, .command_line = command});
    }
    const cudaenv::test::TempFolder& folder() const { return root_.folder(); }

    test::Root root_;
    Conf conf_;
};

std::string first(const Result<Selection>& selection) {
    if (!selection) return "error: " + selection.error().what;
    if (selection->file.requests.empty()) return "none";
    return base::to_string(selection->file.requests.front());
}

TEST_F(SelectTest, TheNearestFileRules) {
    folder().write("p/.cuda-version", "11.8\n");
    const std::string near = folder().write("p/a/.cuda-version", "12.4\n");
    folder().make("p/a/b/c");

    const auto selection = select_in(folder() / "p/a/b/c");

    ASSERT_EQ(first(selection), "12.4");
    EXPECT_EQ(selection->origin.kind, Origin::Kind::file);
    EXPECT_EQ(selection->origin.path, near);
    EXPECT_EQ(selection->ruling_text, "12.4\n");
    EXPECT_EQ(selection->absent,
              (std::vector<std::string>{
                  folder() / "p/a/b/c/.cuda-version", folder() / "p/a/b/c/cudaenv.toml",
                  folder() / "p/a/b/.cuda-version", folder() / "p/a/b/cudaenv.toml"}));
}

TEST_F(SelectTest, ASiblingFileHasNoEffect) {
    folder().write("p/notes/.cuda-version", "11.8\n");
    folder().make("p/work");

    EXPECT_EQ(first(select_in(folder() / "p/work")), "none");
}

TEST_F(SelectTest, OneFolderAsksItsFilesInOrder) {
    folder().write("p/cudaenv.toml", "[toolkit]\nversion = \"12.1\"\n");
    folder().write("p/.tool-versions", "cuda 11.8\n");

    EXPECT_EQ(first(select_in(folder() / "p")), "12.1");
    folder().write("p/.cuda-version", "12.4\n");
    EXPECT_EQ(first(select_in(folder() / "p")), "12.4");
}

TEST_F(SelectTest, ToolVersionsCountOnlyIfConfigured) {
    folder().write("p/.tool-versions", "cuda 11.8\n");

    EXPECT_EQ(first(select_in(folder() / "p")), "none");
    conf_.read_tool_versions = true;
    EXPECT_EQ(first(select_in(folder() / "p")), "11.8");
}

TEST_F(SelectTest, AProjectFileAboutOtherThingsIsPassedOver) {
    folder().write("p/.cuda-version", "12.4\n");
    folder().write("p/a/cudaenv.toml", "[check]\ntarget_driver = \"550\"\n");

    EXPECT_EQ(first(select_in(folder() / "p/a")), "12.4");
}

TEST_F(SelectTest, TheVariableGoesBeforeFilesTheCommandLineBeforeIt) {
    folder().write("p/.cuda-version", "12.4\n");
    const Environment env{{"CUDAENV_DIR", folder() / "p"}, {"CUDAENV_VERSION", "11.8 12.1"}};

    const auto variable = select_with(env);
    const auto command = select_with(env, "12.6");

    EXPECT_EQ(first(variable), "11.8");
    EXPECT_EQ(variable->file.requests.size(), 2U);
    EXPECT_EQ(variable->origin.kind, Origin::Kind::environment);
    EXPECT_EQ(first(command), "12.6");
    EXPECT_EQ(command->origin.kind, Origin::Kind::command_line);
}

TEST_F(SelectTest, ABlankVariableIsUnset) {
    folder().write("p/.cuda-version", "12.4\n");
    const Environment env{{"CUDAENV_DIR", folder() / "p"}, {"CUDAENV_VERSION", " "}};

    EXPECT_EQ(first(select_with(env)), "12.4");
}

TEST_F(SelectTest, TheGlobalFileComesLast) {
    const std::string global = folder().write("root/version", "12.1\n");
    folder().make("p");

    const auto selection = select_in(folder() / "p");

    EXPECT_EQ(first(selection), "12.1");
    EXPECT_EQ(selection->origin.kind, Origin::Kind::global);
    EXPECT_EQ(selection->origin.path, global);
}

TEST_F(SelectTest, WithoutAnythingNothingIsSelected) {
    folder().make("p");

    const auto selection = select_in(folder() / "p");

    ASSERT_EQ(first(selection), "none");
    EXPECT_EQ(selection->origin.kind, Origin::Kind::none);
    EXPECT_EQ(selection->absent.back(), root_.path() + "/version");
}

TEST_F(SelectTest, OnlyRegularFilesCount) {
    folder().write("p/.cuda-version", "12.4\n");
    folder().make("p/a/.cuda-version");
    folder().make("p/a/b");
    ASSERT_EQ(::mkfifo((folder() / "p/a/b/.cuda-version").c_str(), 0644), 0);

    const auto selection = select_in(folder() / "p/a/b");

    ASSERT_EQ(first(selection), "12.4");
    // What is there must not be watched as absent: it would fire at each prompt.
    EXPECT_EQ(selection->absent, (std::vector<std::string>{folder() / "p/a/b/cudaenv.toml",
                                                           folder() / "p/a/cudaenv.toml"}));
}

TEST_F(SelectTest, ALinkToAFileCounts) {
    const std::string target = folder().write("elsewhere/v", "12.4\n");
    folder().make("p");
    fs::create_symlink(target, folder() / "p/.cuda-version");

    EXPECT_EQ(first(select_in(folder() / "p")), "12.4");
}

TEST_F(SelectTest, TheWalkStopsAtACeiling) {
    folder().write("p/.cuda-version", "11.8\n");
    folder().make("p/a/b");

    conf_.ceilings = {folder() / "p/"};
    EXPECT_EQ(first(select_in(folder() / "p/a/b")), "none");
    conf_.ceilings = {folder() / "p/a/b/c"};
    EXPECT_EQ(first(select_in(folder() / "p/a/b")), "11.8");
}

TEST_F(SelectTest, TheFolderThatOneIsInIsNeverAboveTheCeiling) {
    folder().write("p/.cuda-version", "11.8\n");
    conf_.ceilings = {folder() / "p"};

    EXPECT_EQ(first(select_in(folder() / "p")), "11.8");
}

TEST_F(SelectTest, AFileThatAnybodyMayWriteAndIsNotOursIsSkippedWithANote) {
    if (::geteuid() != 0) GTEST_SKIP() << "needs a file of another user";
    folder().write("p/.cuda-version", "12.4\n");
    const std::string foreign = folder().write("p/a/.cuda-version", "11.8\n");
    ASSERT_EQ(::chown(foreign.c_str(), cudaenv::test::kNobody, cudaenv::test::kNobody), 0);
    fs::permissions(foreign, fs::perms{0666});

    const auto selection = select_in(folder() / "p/a");

    ASSERT_EQ(first(selection), "12.4");
    ASSERT_EQ(selection->notes.size(), 1U);
    EXPECT_NE(selection->notes[0].find(foreign), std::string::npos);
}

TEST_F(SelectTest, OnesOwnFileMayBeWritableByAnybody) {
    const std::string path = folder().write("p/.cuda-version", "11.8\n");
    fs::permissions(path, fs::perms{0666});

    EXPECT_EQ(first(select_in(folder() / "p")), "11.8");
}

TEST_F(SelectTest, AMalformedFileIsNamedWithItsLine) {
    const std::string path = folder().write("p/.cuda-version", "# x\n../../bin\n");

    const auto selection = select_in(folder() / "p");

    ASSERT_FALSE(selection);
    EXPECT_EQ(selection.error().code, Code::usage);
    EXPECT_EQ(selection.error().at, path + ", line 2");
}

TEST_F(SelectTest, AFailedSelectionStillSaysWhatWasLookedAt) {
    const std::string path = folder().write("p/.cuda-version", "../../bin\n");
    folder().make("p/a");
    const Environment env{{"CUDAENV_DIR", folder() / "p/a"}};

    const Attempt attempt =
        try_select({.env = env.view(), .layout = root_.layout(), .conf = conf_});

    ASSERT_TRUE(attempt.error);
    EXPECT_EQ(attempt.selection.origin.path, path);
    EXPECT_EQ(attempt.selection.ruling_text, "../../bin\n");
    EXPECT_EQ(attempt.selection.absent.size(), 2U);
}

TEST_F(SelectTest, AFileBeyondTheLimitIsRefused) {
    folder().write("p/.cuda-version", "12.4\n" + std::string(kVersionFileLimitBytes, '#'));

    const auto selection = select_in(folder() / "p");

    ASSERT_FALSE(selection);
    EXPECT_EQ(selection.error().code, Code::usage);
}

TEST_F(SelectTest, AFileThatMayNotBeReadIsAnErrorNotAbsent) {
    const std::string path = folder().write("p/.cuda-version", "12.4\n");
    fs::permissions(path, fs::perms{0000});

    cudaenv::test::without_root([&] {
        const auto selection = select_in(folder() / "p");
        ASSERT_FALSE(selection);
        EXPECT_EQ(selection.error().code, Code::permission);
    });
}

TEST_F(SelectTest, AMalformedVariableIsNamed) {
    const Environment env{{"CUDAENV_VERSION", "a/b"}};

    const auto selection = select_with(env);

    ASSERT_FALSE(selection);
    EXPECT_EQ(selection.error().code, Code::usage);
    EXPECT_EQ(selection.error().at, "CUDAENV_VERSION");
}

TEST_F(SelectTest, AStartThatIsNoFolderIsNamed) {
    const auto selection = select_in(folder() / "absent");

    ASSERT_FALSE(selection);
    EXPECT_EQ(selection.error().code, Code::usage);
    EXPECT_EQ(selection.error().found, folder() / "absent");
}

// Tests that change the working folder of this process put it back.
class InFolder : public SelectTest {
  protected:
    void SetUp() override { before_ = fs::current_path(); }
    void TearDown() override { fs::current_path(before_); }

    fs::path before_;
};

TEST_F(InFolder, TheLogicalPathGoesFirstThenThePhysical) {
    folder().write("real/.cuda-version", "11.8\n");
    folder().make("real/a");
    folder().make("work");
    fs::create_directory_symlink(folder() / "real/a", folder() / "work/link");
    fs::current_path(folder() / "work/link");
    const Environment env{{"PWD", folder() / "work/link"}};

    EXPECT_EQ(first(select_with(env)), "11.8");
    folder().write("work/.cuda-version", "12.4\n");
    EXPECT_EQ(first(select_with(env)), "12.4");
}

TEST_F(InFolder, AStalePwdDoesNotCount) {
    folder().write("there/.cuda-version", "11.8\n");
    folder().write("here/.cuda-version", "12.4\n");
    fs::current_path(folder() / "here");

    EXPECT_EQ(first(select_with(Environment{{"PWD", folder() / "there"}})), "12.4");
    EXPECT_EQ(first(select_with(Environment{{"PWD", folder() / "gone"}})), "12.4");
    EXPECT_EQ(first(select_with(Environment{{"PWD", "there"}})), "12.4");
    EXPECT_EQ(first(select_with(Environment{})), "12.4");
}

TEST_F(InFolder, FolderNamesMayHoldAnyByte) {
    const std::string odd = "o dd'\n$x\xFF";
    folder().write(odd + "/.cuda-version", "12.4\n");
    folder().make(odd + "/in");
    fs::current_path(folder() / (odd + "/in"));

    const auto selection = select_with(Environment{});

    ASSERT_EQ(first(selection), "12.4");
    EXPECT_TRUE(selection->origin.path.ends_with(odd + "/.cuda-version"));
}

TEST_F(InFolder, AVanishedFolderLeavesTheGlobalChoice) {
    folder().write("root/version", "12.1\n");
    const std::string gone = folder().make("gone");
    fs::current_path(gone);
    fs::remove(gone);

    EXPECT_EQ(first(select_with(Environment{{"PWD", gone}})), "12.1");
}

TEST_F(InFolder, ARelativeStartIsReadFromTheWorkingFolder) {
    folder().write("p/a/.cuda-version", "12.4\n");
    fs::current_path(folder() / "p");

    EXPECT_EQ(first(select_in("a")), "12.4");
    EXPECT_EQ(*start_folder(Environment{{"CUDAENV_DIR", "a"}}.view()), folder() / "p/a");
}

TEST_F(SelectTest, FindsTheNearestFileOfAnyFolder) {
    const std::string path = folder().write("p/.cuda-version", "12.4\n");
    folder().make("p/a");
    folder().make("q");
    const Environment env;
    const base::Layout layout = root_.layout();
    const SelectInput input{.env = env.view(), .layout = layout, .conf = conf_};

    EXPECT_EQ(find_version_file(folder() / "p/a", input), path);
    EXPECT_EQ(find_version_file(folder() / "q", input), "");
}

}  // namespace
}  // namespace cudaenv::hot
