// SPDX-License-Identifier: MIT
#include <filesystem>

#include "some_stack.hpp"

namespace cudaenv::store {
namespace {

TEST(CollectGarbage, OfNoStoreIsNothing) {
    MemoryFolder root;

    const auto outcome = collect_garbage(base::Layout(root.path()), true);

    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->objects, 0U);
}

TEST(CollectGarbage, TakesWhatNoStackUsesAndNothingElse) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    EXPECT_OK(install(layout, "12.4.1", some_tree()));
    ObjectStore objects(layout, root.make("staging/12.4.1.test-objects"));
    const ObjectId loose = put(objects, "loose object");
    const std::string stranger = root.write("store/objects/ab/README", "not ours");

    const auto counted = collect_garbage(layout, false);
    ASSERT_TRUE(counted);
    EXPECT_TRUE(std::filesystem::exists(objects.path_of(loose)));
    const auto removed = collect_garbage(layout, true);
    ASSERT_TRUE(removed);

    EXPECT_EQ(counted->objects, 1U);
    EXPECT_EQ(counted->bytes, 12U);
    EXPECT_EQ(removed->objects, 1U);
    EXPECT_FALSE(std::filesystem::exists(objects.path_of(loose)));
    EXPECT_TRUE(std::filesystem::exists(stranger));
    EXPECT_EQ(root.read("versions/12.4.1/bin/nvcc"), "#!/bin/sh\n");
    EXPECT_EQ(collect_garbage(layout, true)->objects, 0U);
}

TEST(CollectGarbage, FindsTheObjectsOfARemovedStack) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    EXPECT_OK(install(layout, "12.4.1", some_tree()));
    EXPECT_OK(install(layout, "12.4.1+cudnn8.9.7", {{"bin/nvcc", "#!/bin/sh\n"}}));
    EXPECT_OK(remove_stack(layout, "12.4.1"));

    const auto outcome = collect_garbage(layout, true);

    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->objects, 3U);  // cuda.h, empty.h, libcudart
    EXPECT_EQ(root.read("versions/12.4.1+cudnn8.9.7/bin/nvcc"), "#!/bin/sh\n");
}

}  // namespace
}  // namespace cudaenv::store
