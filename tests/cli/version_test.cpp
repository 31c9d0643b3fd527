// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

TEST(Version, NamesTheVersionAndTheFileThatSetIt) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.work() + "/.cuda-version", "12.4\n");

    const Ran ran = box.run({"version"});

    EXPECT_EQ(ran.out, "12.4.1 (set by " + box.work() + "/.cuda-version)\n");
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.exit, 0);
}

TEST(Version, IsSystemSetByTheGlobalFileWhereNothingIsSelected) {
    Sandbox box;

    EXPECT_EQ(box.run({"version"}).out, "system (set by " + box.root() + "/version)\n");
    EXPECT_EQ(box.run({"version-name"}).out, "system\n");
    EXPECT_EQ(box.run({"version-origin"}).out, box.root() + "/version\n");
}

TEST(Version, TheVariableComesBeforeFiles) {
    Sandbox box;
    box.install("11.8.0");
    box.install("12.4.1");
    box.write(box.work() + "/.cuda-version", "12.4\n");
    box.set("CUDAENV_VERSION", "11.8");

    EXPECT_EQ(box.run({"version"}).out, "11.8.0 (set by CUDAENV_VERSION environment variable)\n");
    EXPECT_EQ(box.run({"version-origin"}).out, "CUDAENV_VERSION environment variable\n");
}

TEST(Version, SeveralVersionsAreSeveralLines) {
    Sandbox box;
    box.install("11.8.0");
    box.install("12.4.1");
    box.write(box.work() + "/.cuda-version", "12.4 11.8\n");
    const std::string origin = " (set by " + box.work() + "/.cuda-version)\n";

    EXPECT_EQ(box.run({"version"}).out, "12.4.1" + origin + "11.8.0" + origin);
    EXPECT_EQ(box.run({"version-name"}).out, "12.4.1:11.8.0\n");
    EXPECT_EQ(box.run({"version", "--bare"}).out, "12.4.1\n11.8.0\n");
    EXPECT_EQ(box.run({"current"}).out, "12.4.1\n11.8.0\n");
}

TEST(Version, OneThatIsNotInstalledDoesNotHideTheOthers) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.work() + "/.cuda-version", "# ours\n12.4 11.3\n");

    const Ran ran = box.run({"version-name"});

    EXPECT_EQ(ran.out, "12.4.1\n");
    EXPECT_EQ(ran.err, "cudaenv: error: 11.3 is not installed (asked for by " + box.work() +
                           "/.cuda-version)\n"
                           "  at:    " +
                           box.work() +
                           "/.cuda-version:2\n"
                           "  found: 12.4.1\n"
                           "  try:   cudaenv install 11.3\n");
    EXPECT_EQ(ran.exit, 3);
}

TEST(Version, AFileInAParentIsNamed) {
    Sandbox box;
    const std::string parent = box.work();
    box.write(parent + "/.cuda-version", "11.3\n");
    box.enter(parent + "/a/b");

    const Ran ran = box.run({"version"});

    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(parent + "/.cuda-version:1"));
    EXPECT_EQ(ran.exit, 3);
}

TEST(Version, AMalformedFileIsAUsageErrorWithItsName) {
    Sandbox box;
    box.write(box.work() + "/.cuda-version", "../../bin\n");

    const Ran ran = box.run({"version"});

    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(box.work() + "/.cuda-version"));
    EXPECT_EQ(ran.exit, 2);
}

TEST(Version, AFolderNamedLikeTheFileIsIgnored) {
    Sandbox box;
    std::filesystem::create_directories(box.work() + "/.cuda-version");

    EXPECT_EQ(box.run({"version-name"}).out, "system\n");
}

TEST(Version, ASiblingsFileHasNoEffect) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.work() + "/notes/.cuda-version", "12.4\n");
    box.enter(box.work() + "/project");

    EXPECT_EQ(box.run({"version-name"}).out, "system\n");
}

TEST(Version, ALineNeverMatchesALongerNumber) {
    Sandbox box;
    for (const char* stack : {"12.1.0", "12.1.1", "12.10.0", "12.9.9", "12.9.10"})
        box.install(stack);

    const auto name = [&box](const std::string& request) {
        box.set("CUDAENV_VERSION", request);
        return box.run({"version-name"}).out;
    };

    EXPECT_EQ(name("12.1"), "12.1.1\n");
    EXPECT_EQ(name("12.9"), "12.9.10\n");
    EXPECT_EQ(name("12"), "12.10.0\n");
    EXPECT_EQ(name("cu121"), "12.1.1\n");
    EXPECT_EQ(name("v12.1"), "12.1.1\n");
    EXPECT_EQ(name("cuda-12.1"), "12.1.1\n");
    EXPECT_EQ(name("cuda12.1"), "12.1.1\n");
}

TEST(Version, TellsNamesAndOriginInJson) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.root() + "/version", "12.4\n");

    EXPECT_EQ(box.run({"version", "--json"}).out,
              R"({"schema":1,"ok":true,"data":{"missing":[],"origin":")" + box.root() +
                  R"(/version","versions":["12.4.1"]},"findings":[]})"
                  "\n");
}

}  // namespace
}  // namespace cudaenv::test
