// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// The list without the line of a toolkit that this very machine may have.
std::string without_system(std::string text) {
    if (text.starts_with("  system (")) text.erase(0, text.find('\n') + 1);
    return text;
}

TEST(Versions, MarksTheRulingOneAndSortsByNumber) {
    Sandbox box;
    for (const char* stack : {"12.10.0", "11.8.0", "12.4.1"}) box.install(stack);
    box.write(box.root() + "/version", "12.4\n");

    const Ran ran = box.run({"versions"});

    EXPECT_EQ(without_system(ran.out),
              "  11.8.0\n* 12.4.1 (set by " + box.root() + "/version)\n  12.10.0\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Versions, ShowsTheMachinesOwnToolkitFirst) {
    Sandbox box;
    box.install("11.8.0");
    const std::string toolkit = box.make_toolkit(box.folder() / "cuda-12.2", "12.2.140");
    box.set("CUDA_HOME", toolkit);

    EXPECT_EQ(box.run({"versions"}).out,
              "* system (12.2, " + toolkit + ") (set by " + box.root() + "/version)\n  11.8.0\n");
    EXPECT_EQ(box.run({"versions", "--bare"}).out, "11.8.0\n");
    EXPECT_EQ(box.run({"versions", "--bare", "--system"}).out, "system\n11.8.0\n");
}

TEST(Versions, ListsNothingThatHasNoReceipt) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    std::filesystem::remove(prefix + "/.cudaenv/receipt.json");
    box.write(box.root() + "/versions/notes.txt", "x");
    box.write(box.root() + "/versions/foreign/bin/nvcc", "x");

    EXPECT_EQ(box.run({"versions", "--bare"}).out, "");
}

TEST(Versions, ShowsWhereAnAdoptedOneLeads) {
    Sandbox box;
    const std::string toolkit = box.make_toolkit(box.folder() / "cuda-11.3", "11.3.1");
    std::filesystem::create_directories(box.root() + "/versions");
    std::filesystem::create_directory_symlink(toolkit, box.root() + "/versions/old");
    box.set("CUDAENV_VERSION", "old");

    EXPECT_THAT(
        box.run({"versions"}).out,
        HasSubstr("* old --> " + toolkit + " (set by CUDAENV_VERSION environment variable)\n"));
}

TEST(Versions, MarksWhatASharedRootHas) {
    Sandbox box;
    box.install("11.8.0");
    const std::string shared = box.folder() / "shared";
    box.install("12.4.1", {"nvcc"}, shared);
    box.set("CUDAENV_SYSTEM_ROOTS", shared);
    box.set("CUDAENV_VERSION", "11.8");

    EXPECT_THAT(box.run({"versions"}).out, HasSubstr("  12.4.1 (shared)\n"));
}

TEST(Versions, AMissingVersionIsToldAfterTheList) {
    Sandbox box;
    box.install("12.4.1");
    box.set("CUDAENV_VERSION", "11.3");

    const Ran ran = box.run({"versions"});

    EXPECT_THAT(ran.out, HasSubstr("  12.4.1\n"));
    EXPECT_THAT(ran.err, HasSubstr("11.3 is not installed (asked for by CUDAENV_VERSION)"));
    EXPECT_EQ(ran.exit, 3);
}

TEST(Versions, TellsSizes) {
    Sandbox box;
    const std::string prefix = box.install("12.4.1");
    box.write(prefix + "/lib64/big", std::string(3U << 20U, 'x'));

    EXPECT_THAT(box.run({"versions", "--size"}).out,
                testing::ContainsRegex("12.4.1 \\(3\\.. MiB\\)"));
    EXPECT_THAT(box.run({"versions", "--size", "--json"}).out, HasSubstr("\"size_bytes\":31"));
    EXPECT_THAT(box.run({"versions", "--json"}).out, Not(HasSubstr("size_bytes")));
}

TEST(Versions, WorksInARootThatIsNotThere) {
    Sandbox box;

    const Ran ran = box.run({"versions", "--bare"});

    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.exit, 0);
    EXPECT_FALSE(box.exists(box.root()));
}

}  // namespace
}  // namespace cudaenv::test
