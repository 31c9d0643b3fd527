// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>

#include "execute_fixture.hpp"
#include "store/verify.hpp"

namespace cudaenv::execute {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

namespace fs = std::filesystem;

class RepairTest : public ExecuteTest {
  protected:
    void SetUp() override { ASSERT_TRUE(run({install_step(toolkit())}).has_value()); }

    plan::Repair repair_step() const {
        plan::Repair step{"12.4.1", install_step(toolkit())};
        step.reinstall->replace = true;
        return step;
    }
    bool is_whole() const {
        const auto verified = store::verify(layout.prefix("12.4.1"));
        return verified.has_value() && verified->damages.empty();
    }
    // Changes the bytes in place, as an editor run as root does: the object changes with them.
    void spoil(const std::string& rel_path) const {
        const fs::path path = layout.prefix("12.4.1") + "/" + rel_path;
        fs::permissions(path, fs::perms::owner_write, fs::perm_options::add);
        std::fstream(path, std::ios::in | std::ios::out).put('!');
        fs::permissions(path, fs::perms::owner_write, fs::perm_options::remove);
    }
};

TEST_F(RepairTest, MissingFileComesBackFromTheStore) {
    fs::remove(layout.prefix("12.4.1") + "/bin/nvcc");
    plan::Repair step = repair_step();
    step.reinstall.reset();

    const auto outcome = run({step});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_THAT(outcome->repaired, Contains("bin/nvcc"));
    EXPECT_TRUE(is_whole());
}

TEST_F(RepairTest, FileWhoseObjectIsSpoiledComesBackFromTheArchive) {
    spoil("bin/nvcc");
    ASSERT_FALSE(is_whole());

    const auto outcome = run({repair_step()});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_THAT(outcome->repaired, Contains("bin/nvcc"));
    EXPECT_TRUE(is_whole());
}

TEST_F(RepairTest, SpoiledObjectWithoutArchiveIsAnError) {
    spoil("bin/nvcc");
    plan::Repair step = repair_step();
    step.reinstall.reset();

    const auto outcome = run({step});

    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, Code::damaged);
}

TEST_F(RepairTest, StackWithoutReadableListIsInstalledAnew) {
    folder.write("root/versions/12.4.1/.cudaenv/files", "nonsense");

    const auto outcome = run({repair_step()});

    ASSERT_TRUE(outcome.has_value()) << outcome.error().what;
    EXPECT_TRUE(is_whole());
}

TEST_F(RepairTest, WholeStackNeedsNothing) {
    plan::Repair step = repair_step();
    step.reinstall->artifacts.front().urls = {"file:///nowhere"};

    const auto outcome = run({step});

    ASSERT_TRUE(outcome.has_value());
    EXPECT_THAT(outcome->repaired, IsEmpty());
}

}  // namespace
}  // namespace cudaenv::execute
