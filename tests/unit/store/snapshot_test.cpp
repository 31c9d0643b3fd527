// SPDX-License-Identifier: MIT
#include "store/snapshot.hpp"

#include <filesystem>

#include "some_stack.hpp"
#include "support/child.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

Names names_of(const Installed& installed) {
    Names names;
    for (const auto& stack : installed.stacks) names.push_back(stack.name);
    return names;
}

TEST(Snapshot, OfNoRootIsEmpty) {
    const auto installed = snapshot(base::Layout("/nonexistent/cudaenv"));

    ASSERT_TRUE(installed);
    EXPECT_TRUE(installed->stacks.empty());
}

TEST(Snapshot, SortsStacksByVersion) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    for (const char* stack : {"12.10.0", "12.4.1+cudnn8.9.7", "12.4.1", "9.2.148", "12.9.0"}) {
        EXPECT_OK(install(layout, stack, {}));
    }

    const auto installed = snapshot(layout);

    ASSERT_TRUE(installed);
    EXPECT_EQ(names_of(*installed),
              (Names{"9.2.148", "12.4.1", "12.4.1+cudnn8.9.7", "12.9.0", "12.10.0"}));
    const auto* found = installed->find("12.4.1+cudnn8.9.7");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->prefix, layout.prefix("12.4.1+cudnn8.9.7"));
    EXPECT_EQ(found->receipt.stack, "12.4.1+cudnn8.9.7");
    EXPECT_EQ(installed->find("12.4"), nullptr);
}

TEST(Snapshot, TellsIncompleteDamagedAndAdopted) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    EXPECT_OK(install(layout, "12.4.1", {}));
    root.write("versions/11.8.0/bin/nvcc", "half");
    root.write("versions/12.0.0/.cudaenv/receipt.json", "{");
    root.write("versions/12.1.0/.cudaenv/receipt.json", to_json(some_receipt("12.4.1")));
    root.write("versions/my-own/bin/nvcc", "nobody's");
    root.write("versions/file", "nobody's");
    fs::create_symlink("/opt/cuda", layout.prefix("system-12.2"));

    const auto installed = snapshot(layout);

    ASSERT_TRUE(installed);
    EXPECT_EQ(names_of(*installed), Names{"12.4.1"});
    EXPECT_EQ(installed->incomplete, Names{"11.8.0"});
    EXPECT_EQ(installed->damaged, (Names{"12.0.0", "12.1.0"}));
    ASSERT_EQ(installed->adopted.size(), 1U);
    EXPECT_EQ(installed->adopted[0].name, "system-12.2");
    EXPECT_EQ(installed->adopted[0].target, "/opt/cuda");
}

TEST(Snapshot, PrefersTheOwnRootToSystemRoots) {
    MemoryFolder own, shared;
    const base::Layout layout(own.path());
    EXPECT_OK(install(layout, "12.4.1", {}));
    EXPECT_OK(install(base::Layout(shared.path()), "12.4.1", {}));
    EXPECT_OK(install(base::Layout(shared.path()), "11.8.0", {}));

    const auto installed = snapshot(layout, {shared.path(), "/nonexistent"});

    ASSERT_TRUE(installed);
    EXPECT_EQ(names_of(*installed), (Names{"11.8.0", "12.4.1"}));
    EXPECT_TRUE(installed->find("11.8.0")->is_shared);
    EXPECT_FALSE(installed->find("12.4.1")->is_shared);
    EXPECT_EQ(installed->find("12.4.1")->prefix, layout.prefix("12.4.1"));
}

TEST(Snapshot, WorksInAReadOnlyRoot) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    EXPECT_OK(install(layout, "12.4.1", {}));

    test::without_root([&] {
        const auto installed = snapshot(layout);
        ASSERT_TRUE(installed);
        EXPECT_EQ(names_of(*installed), Names{"12.4.1"});
    });
}

TEST(Snapshot, PassesOverASystemRootThatMayNotBeRead) {
    MemoryFolder own, closed;
    EXPECT_OK(install(base::Layout(closed.path()), "11.8.0", {}));
    fs::permissions(closed / "versions", fs::perms::none);

    test::without_root([&] {
        const auto installed = snapshot(base::Layout(own.path()), {closed.path()});
        ASSERT_TRUE(installed) << installed.error().what;
        EXPECT_TRUE(installed->stacks.empty());
    });
}

}  // namespace
}  // namespace cudaenv::store
