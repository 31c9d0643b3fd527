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
        const std::string folder = box.home() + "/broken";
        for (const char* name : {CUDAENV_CURL_FILE, CUDAENV_ARCHIVE_FILE, CUDAENV_CRYPTO_FILE}) {
            box.write(folder + "/" + name, "not a library");
        }
        box.set("LD_LIBRARY_PATH", folder);
    }

    Sandbox box;
};

TEST_F(LateLibraries, AreNotLoadedByCommandsThatOnlyTell) {
    box.install("12.4.1");
    const std::vector<std::vector<std::string>> commands{{"--version"},
                                                         {"--help"},
                                                         {"versions"},
                                                         {"version", "--json"},
                                                         {"install", "--list"},
                                                         {"status"},
                                                         {"local", "12.4"},
                                                         {"which", "nvcc"},
                                                         {"rehash"},
                                                         {"config", "list"}};

    for (const std::vector<std::string>& command : commands) {
        const Ran ran = box.run(command);
        EXPECT_EQ(ran.exit, 0) << command.front() << ": " << ran.err;
    }
}

TEST_F(LateLibraries, AreNamedByTheCommandThatNeedsOne) {
    box.set("CUDAENV_MIRROR", "http://127.0.0.1:9");
    box.set("CUDAENV_ACCEPT_EULA", "1");

    const Ran ran = box.run({"fetch", "12.4.1"});

    EXPECT_EQ(ran.exit, 7);
    EXPECT_THAT(ran.err, HasSubstr("nothing can be downloaded without libcurl"));
    EXPECT_THAT(ran.err, HasSubstr(CUDAENV_CURL_FILE));
}

}  // namespace
}  // namespace cudaenv::test
