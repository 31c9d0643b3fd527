// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using testing::HasSubstr;

// A machine whose large libraries cannot be loaded.
class LateLibraries : public testing::Test {
  protected:
    LateLibraries() {
        box.set("LD_LIBRARY_PATH", box.home() + "/broken");
        box.set("CUDAENV_MIRROR", "http://127.0.0.1:9");
        box.set("CUDAENV_ACCEPT_EULA", "1");
    }
    void damage(const std::string& name) {
        box.write(box.home() + "/broken/" + name, "not a library");
    }

    Sandbox box;
};

TEST_F(LateLibraries, AreNotLoadedByCommandsThatOnlyTell) {
    for (const char* name : {CUDAENV_CURL_FILE, CUDAENV_ARCHIVE_FILE, CUDAENV_CRYPTO_FILE}) {
        damage(name);
    }
    box.install("12.4.1");
    // None of them is answered by the front, which is static.
    const std::vector<std::vector<std::string>> commands{
        {"--help"},        {"version", "--json"}, {"versions", "--json"},     {"install", "--list"},
        {"status"},        {"local", "12.4"},     {"which", "nvcc", "--all"}, {"rehash"},
        {"config", "list"}};

    for (const std::vector<std::string>& command : commands) {
        const Ran ran = box.run(command);
        EXPECT_EQ(ran.exit, 0) << command.front() << ": " << ran.err;
    }
}

TEST_F(LateLibraries, AreNamedByTheCommandThatNeedsOne) {
    damage(CUDAENV_CURL_FILE);

    const Ran ran = box.run({"fetch", "12.4.1"});

    EXPECT_EQ(ran.exit, 7);
    EXPECT_THAT(ran.err, HasSubstr("nothing can be downloaded without libcurl"));
    EXPECT_THAT(ran.err, HasSubstr(CUDAENV_CURL_FILE));
}

TEST_F(LateLibraries, WithoutDigestsNothingGoesOn) {
    damage(CUDAENV_CRYPTO_FILE);

    const Ran ran = box.run({"fetch", "12.4.1"});

    EXPECT_EQ(ran.exit, 127);
    EXPECT_THAT(ran.err, HasSubstr("error while loading shared libraries: "));
    EXPECT_THAT(ran.err, HasSubstr(CUDAENV_CRYPTO_FILE));
}

}  // namespace
}  // namespace cudaenv::test
