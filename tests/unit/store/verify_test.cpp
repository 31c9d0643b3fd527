// SPDX-License-Identifier: MIT
#include "store/verify.hpp"

#include <csignal>
#include <filesystem>

#include "some_stack.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;

class VerifyTest : public testing::Test {
  protected:
    VerifyTest() { EXPECT_OK(install(layout_, "12.4.1", some_tree())); }

    VerifyOutcome outcome() const {
        const auto verified = verify(prefix_);
        EXPECT_OK(verified);
        return verified ? *verified : VerifyOutcome();
    }
    // The one damage that is expected.
    void expect_damage(Damage::Kind kind, std::string_view path) const {
        const auto damages = outcome().damages;
        ASSERT_EQ(damages.size(), 1U);
        EXPECT_EQ(damages[0].kind, kind);
        EXPECT_EQ(damages[0].row.path, path);
    }
    void overwrite(const std::string& path, std::string_view text) const {
        fs::permissions(prefix_ + "/" + path, fs::perms::owner_write, fs::perm_options::add);
        root_.write("versions/12.4.1/" + path, text);
    }

    MemoryFolder root_;
    base::Layout layout_{root_.path()};
    std::string prefix_ = layout_.prefix("12.4.1");
};

TEST_F(VerifyTest, FindsNothingInAWholeStack) {
    std::vector<std::string> told;
    const auto verified = verify(prefix_, [&](std::string_view path) { told.emplace_back(path); });

    ASSERT_TRUE(verified);
    EXPECT_TRUE(verified->damages.empty());
    EXPECT_TRUE(verified->extra.empty());
    EXPECT_EQ(verified->files, 4U);
    EXPECT_EQ(verified->bytes, 10U + 10U + 300'000U);
    EXPECT_EQ(told.size(), 4U);
    EXPECT_EQ(told[0], "bin/nvcc");
}

TEST_F(VerifyTest, FindsBytesThatChanged) {
    overwrite("include/cuda.h", "// HEADER\n");

    expect_damage(Damage::Kind::content, "include/cuda.h");
}

TEST_F(VerifyTest, FindsAFileThatWasCutOff) {
    overwrite("bin/nvcc", "#!");

    expect_damage(Damage::Kind::content, "bin/nvcc");
    EXPECT_EQ(outcome().damages[0].found, "2 bytes");
}

TEST_F(VerifyTest, FindsWhatIsMissing) {
    fs::remove(prefix_ + "/lib64");

    expect_damage(Damage::Kind::missing, "lib64");
}

TEST_F(VerifyTest, FindsALinkThatLeadsElsewhere) {
    fs::remove(prefix_ + "/lib64");
    fs::create_symlink("/usr/lib", prefix_ + "/lib64");

    expect_damage(Damage::Kind::target, "lib64");
    EXPECT_EQ(outcome().damages[0].found, "/usr/lib");
}

TEST_F(VerifyTest, FindsAnotherKindInAFilesPlace) {
    fs::remove(prefix_ + "/bin/nvcc");
    fs::create_symlink("/bin/true", prefix_ + "/bin/nvcc");

    expect_damage(Damage::Kind::kind, "bin/nvcc");
    EXPECT_EQ(outcome().damages[0].found, "a link");
}

TEST_F(VerifyTest, DoesNotLookBehindALinkInAFoldersPlace) {
    fs::rename(prefix_ + "/include", root_ / "elsewhere");
    fs::create_symlink(root_ / "elsewhere", prefix_ + "/include");

    const auto damages = outcome().damages;

    ASSERT_EQ(damages.size(), 3U);
    EXPECT_EQ(damages[0].kind, Damage::Kind::kind);
    EXPECT_EQ(damages[1].kind, Damage::Kind::missing);
    EXPECT_EQ(damages[2].kind, Damage::Kind::missing);
}

TEST_F(VerifyTest, FindsAProgramThatLostItsBit) {
    fs::permissions(prefix_ + "/bin/nvcc", fs::perms{0444});

    expect_damage(Damage::Kind::mode, "bin/nvcc");
}

TEST_F(VerifyTest, DoesNotMindAWriteBit) {
    fs::permissions(prefix_ + "/bin/nvcc", fs::perms{0755});

    EXPECT_TRUE(outcome().damages.empty());
}

TEST_F(VerifyTest, FindsAMissingActivationFile) {
    fs::remove(prefix_ + "/.cudaenv/activate");

    expect_damage(Damage::Kind::missing, ".cudaenv/activate");
}

TEST_F(VerifyTest, NotesWhatWasNotInstalled) {
    root_.write("versions/12.4.1/lib/__pycache__/a.pyc", "x");
    root_.write("versions/12.4.1/.cudaenv/later", "x");

    const auto found = outcome();

    EXPECT_TRUE(found.damages.empty());
    EXPECT_EQ(found.extra,
              (std::vector<std::string>{"lib", "lib/__pycache__", "lib/__pycache__/a.pyc"}));
}

class BrokenMetaTest : public VerifyTest, public testing::WithParamInterface<std::string> {};

TEST_P(BrokenMetaTest, IsDamaged) {
    fs::remove(prefix_ + "/.cudaenv/" + GetParam());
    const auto absent = verify(prefix_);
    root_.write("versions/12.4.1/.cudaenv/" + GetParam(), "cudaenv-files 1\n");
    const auto wrong = verify(prefix_);

    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().code, Code::damaged);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, Code::damaged);
}

INSTANTIATE_TEST_SUITE_P(Verify, BrokenMetaTest, testing::Values("receipt.json", "files"));

TEST_P(BrokenMetaTest, IsDamagedWhenItIsAFolderOrALinkToItself) {
    const std::string path = prefix_ + "/.cudaenv/" + GetParam();
    fs::remove(path);
    fs::create_directory(path);
    const auto folder = verify(prefix_);
    fs::remove(path);
    fs::create_symlink(GetParam(), path);
    const auto loop = verify(prefix_);

    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, Code::damaged);
    ASSERT_FALSE(loop);
    EXPECT_EQ(loop.error().code, Code::damaged);
}

TEST_F(VerifyTest, DoesNotTakeACopyUnderAnotherNameForAStack) {
    const std::string copy = layout_.prefix("12.4.0");
    fs::copy(prefix_, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks);

    const auto verified = verify(copy);

    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().code, Code::damaged);
    EXPECT_EQ(verified.error().at, base::Layout::receipt(copy));
    EXPECT_EQ(verified.error().found, "12.4.1");
    EXPECT_EQ(verified.error().needs, "12.4.0");
}

TEST_F(VerifyTest, CountsMissingFilesToo) {
    fs::remove_all(prefix_ + "/include");
    fs::remove(prefix_ + "/bin/nvcc");

    EXPECT_EQ(outcome().files, 4U);
    EXPECT_EQ(outcome().bytes, 10U + 10U + 300'000U);
}

TEST_F(VerifyTest, StopsWhenItIsInterrupted) {
    sys::set_interrupt(SIGINT);
    const auto verified = verify(prefix_);
    sys::set_interrupt(0);

    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().code, Code::interrupted);
}

}  // namespace
}  // namespace cudaenv::store
