// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Alias, NamesARequest) {
    Sandbox box;
    box.install("12.4.1");

    EXPECT_EQ(box.run({"alias", "prod", "12.4"}).exit, 0);

    EXPECT_EQ(box.run({"alias"}).out, "prod 12.4\n");
    EXPECT_EQ(box.run({"alias", "prod"}).out, "12.4\n");
    box.set("CUDAENV_VERSION", "prod");
    EXPECT_EQ(box.run({"version-name"}).out, "12.4.1\n");
}

TEST(Alias, MovesAndGoes) {
    Sandbox box;

    box.run({"alias", "prod", "12.4"});
    box.run({"alias", "next", "13"});
    box.run({"alias", "prod", "12.6"});
    EXPECT_EQ(box.run({"alias"}).out, "prod 12.6\nnext 13\n");
    EXPECT_EQ(box.run({"unalias", "prod"}).exit, 0);

    EXPECT_EQ(box.run({"alias"}).out, "next 13\n");
}

TEST(Alias, AnUnknownOneIsExitThreeWithANearName) {
    Sandbox box;
    box.run({"alias", "prod", "12.4"});

    const Ran ran = box.run({"unalias", "prods"});

    EXPECT_EQ(ran.err, "cudaenv: error: no alias prods\n  note:  did you mean prod?\n");
    EXPECT_EQ(ran.exit, 3);
}

TEST(Alias, RefusesNamesThatAreNone) {
    Sandbox box;

    for (const char* name : {"12.4", "system", "latest", "cu124", "a/b", "..", "-x"})
        EXPECT_EQ(box.run({"alias", "--", name, "12.4"}).exit, 2) << name;
    EXPECT_FALSE(box.exists(box.root() + "/aliases"));
}

TEST(Alias, RefusesTheNameOfAnAdoptedToolkitAndCircles) {
    Sandbox box;
    std::filesystem::create_directories(box.root() + "/versions/old");

    EXPECT_EQ(box.run({"alias", "old", "12.4"}).exit, 2);
    EXPECT_EQ(box.run({"alias", "a", "a"}).exit, 2);
    EXPECT_EQ(box.run({"alias", "a", "b"}).exit, 0);
    EXPECT_EQ(box.run({"alias", "b", "a"}).exit, 2);
}

}  // namespace
}  // namespace cudaenv::test
