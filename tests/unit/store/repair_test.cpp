// SPDX-License-Identifier: MIT
#include <filesystem>

#include "some_stack.hpp"
#include "store/verify.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class RepairTest : public testing::Test {
  protected:
    RepairTest() { EXPECT_OK(install(layout_, "12.4.1", some_tree())); }

    RepairOutcome repair_all() {
        const auto verified = verify(prefix_);
        EXPECT_OK(verified);
        auto outcome = repair(layout_, "12.4.1", verified->damages);
        EXPECT_OK(outcome);
        EXPECT_TRUE(fs::is_empty(layout_.staging()));
        return outcome ? *outcome : RepairOutcome();
    }
    void expect_whole() const {
        const auto verified = verify(prefix_);
        ASSERT_TRUE(verified);
        EXPECT_TRUE(verified->damages.empty()) << verified->damages.front().row.path;
    }
    // As root or the owner does it: the bytes of every link change.
    void overwrite(const std::string& path, std::string_view text) const {
        const auto mode = fs::status(prefix_ + "/" + path).permissions();
        fs::permissions(prefix_ + "/" + path, fs::perms::owner_write, fs::perm_options::add);
        root_.write("versions/12.4.1/" + path, text);
        fs::permissions(prefix_ + "/" + path, mode);
    }
    std::uint64_t inode_of(const std::string& path) const {
        return sys::info(prefix_ + "/" + path)->inode;
    }

    MemoryFolder root_;
    base::Layout layout_{root_.path()};
    std::string prefix_ = layout_.prefix("12.4.1");
};

TEST_F(RepairTest, PutsBackWhatTheStoreHas) {
    fs::remove(prefix_ + "/include/cuda.h");
    fs::remove(prefix_ + "/bin/nvcc");
    root_.write("versions/12.4.1/bin/nvcc", "a new file");

    const auto outcome = repair_all();

    EXPECT_EQ(outcome.repaired, (Names{"bin/nvcc", "include/cuda.h"}));
    EXPECT_TRUE(outcome.unrepaired.empty());
    expect_whole();
    EXPECT_EQ(sys::info(prefix_ + "/bin/nvcc")->links, 2U);
}

TEST_F(RepairTest, PutsBackFoldersAndLinks) {
    fs::remove_all(prefix_ + "/targets");
    fs::remove(prefix_ + "/lib64");
    root_.write("versions/12.4.1/lib64", "a file");

    const auto outcome = repair_all();

    EXPECT_TRUE(outcome.unrepaired.empty());
    expect_whole();
}

TEST_F(RepairTest, NeverTakesARottenObject) {
    overwrite("include/cuda.h", "// HEADER\n");  // the object is the same inode

    const auto outcome = repair_all();

    EXPECT_TRUE(outcome.repaired.empty());
    ASSERT_EQ(outcome.unrepaired.size(), 1U);
    EXPECT_EQ(outcome.unrepaired[0].path, "include/cuda.h");
}

TEST_F(RepairTest, TakesBytesThatWereFetchedAgain) {
    overwrite("include/cuda.h", "// HEADER\n");
    EXPECT_EQ(repair_all().unrepaired.size(), 1U);
    {
        const auto scratch = TemporaryFolder::make(root_ / "staging/12.4.1.x", 0777);
        ObjectStore objects(layout_, scratch->path());
        put(objects, "// header\n");
    }

    EXPECT_EQ(repair_all().repaired, Names{"include/cuda.h"});
    expect_whole();
}

TEST_F(RepairTest, TakesBytesFromAnotherStackAndHealsTheStore) {
    // Copies, as where links fail: the other stack has its own inode.
    EXPECT_OK(install(layout_, "12.4.1+cudnn8.9.7", some_tree()));
    const std::string other = layout_.prefix("12.4.1+cudnn8.9.7") + "/include/cuda.h";
    fs::remove(other);
    root_.write("versions/12.4.1+cudnn8.9.7/include/cuda.h", "// header\n");
    overwrite("include/cuda.h", "// HEADER\n");
    const auto old_inode = inode_of("include/cuda.h");

    EXPECT_EQ(repair_all().repaired, Names{"include/cuda.h"});

    expect_whole();
    EXPECT_NE(inode_of("include/cuda.h"), old_inode);
    const std::string sha256 = sys::sha256_of(std::string_view("// header\n"));
    EXPECT_EQ(sys::sha256_of_file(object_path(layout_, {sha256, false})).value(), sha256);
}

TEST_F(RepairTest, LeavesTheOtherLinksOfARottenFileAlone) {
    EXPECT_OK(install(layout_, "12.4.1+cudnn8.9.7", {{"include/cuda.h", "// header\n"}}));
    overwrite("include/cuda.h", "// HEADER\n");
    {
        const auto scratch = TemporaryFolder::make(root_ / "staging/12.4.1.x", 0777);
        fs::remove(object_path(layout_, {sys::sha256_of(std::string_view("// header\n")), false}));
        ObjectStore objects(layout_, scratch->path());
        put(objects, "// header\n");
    }

    EXPECT_EQ(repair_all().repaired, Names{"include/cuda.h"});

    EXPECT_EQ(root_.read("versions/12.4.1+cudnn8.9.7/include/cuda.h"), "// HEADER\n");
}

TEST_F(RepairTest, GivesAProgramItsBitBackByANewFile) {
    fs::permissions(prefix_ + "/bin/nvcc", fs::perms{0444});

    EXPECT_EQ(repair_all().repaired, Names{"bin/nvcc"});

    expect_whole();
}

TEST_F(RepairTest, MovesAFolderInAFilesPlaceAside) {
    fs::remove(prefix_ + "/include/cuda.h");
    root_.write("versions/12.4.1/include/cuda.h/mine", "keep");

    EXPECT_EQ(repair_all().repaired, Names{"include/cuda.h"});

    expect_whole();
    EXPECT_EQ(root_.read("versions/12.4.1/include/cuda.h.damaged/mine"), "keep");
}

TEST_F(RepairTest, MovesASecondFolderAsideToo) {
    root_.write("versions/12.4.1/include/cuda.h.damaged-2", "a file");
    for (const std::string text : {"first", "second"}) {
        fs::remove(prefix_ + "/include/cuda.h");
        root_.write("versions/12.4.1/include/cuda.h/mine", text);
        EXPECT_EQ(repair_all().repaired, Names{"include/cuda.h"});
    }

    expect_whole();
    EXPECT_EQ(root_.read("versions/12.4.1/include/cuda.h.damaged/mine"), "first");
    EXPECT_EQ(root_.read("versions/12.4.1/include/cuda.h.damaged-2"), "a file");
    EXPECT_EQ(root_.read("versions/12.4.1/include/cuda.h.damaged-3/mine"), "second");
}

TEST_F(RepairTest, PutsBackAFolderThatBecameALink) {
    fs::rename(prefix_ + "/include", root_ / "elsewhere");
    fs::create_symlink(root_ / "elsewhere", prefix_ + "/include");

    EXPECT_EQ(repair_all().repaired, (Names{"include", "include/cuda.h", "include/empty.h"}));

    expect_whole();
    EXPECT_TRUE(fs::exists(root_ / "elsewhere/cuda.h"));
}

TEST_F(RepairTest, LeavesTheActivationFileToWhoKnowsIt) {
    fs::remove(prefix_ + "/.cudaenv/activate");

    const auto outcome = repair_all();

    ASSERT_EQ(outcome.unrepaired.size(), 1U);
    EXPECT_EQ(outcome.unrepaired[0].path, ".cudaenv/activate");
}

}  // namespace
}  // namespace cudaenv::store
