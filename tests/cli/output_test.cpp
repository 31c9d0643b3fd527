// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/child.hpp"
#include "support/sandbox.hpp"

namespace cudaenv::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Output, AnErrorInJsonHasCodeExitMessageAndCures) {
    Sandbox box;

    const Ran ran = box.run({"--json", "local", "12.4"});
    const json answer = json::parse(ran.out);

    EXPECT_EQ(ran.exit, 3);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(answer["schema"], 1);
    EXPECT_EQ(answer["ok"], false);
    EXPECT_EQ(answer["data"], nullptr);
    EXPECT_EQ(answer["error"]["code"], "not_installed");
    EXPECT_EQ(answer["error"]["exit"], 3);
    EXPECT_EQ(answer["error"]["message"], "no installed version matches 12.4");
    EXPECT_EQ(answer["error"]["try"], json::array({"cudaenv install 12.4"}));
}

TEST(Output, EveryAskingVerbAnswersInJson) {
    Sandbox box;
    box.install("12.4.1");
    box.set("CUDAENV_VERSION", "12.4");
    const std::vector<std::vector<std::string>> calls{
        {"versions"},       {"version"},        {"version-name"}, {"version-origin"},
        {"version-file"},   {"root"},           {"prefix"},       {"latest"},
        {"which", "nvcc"},  {"whence", "nvcc"}, {"commands"},     {"config"},
        {"config", "mode"}, {"alias"},          {"global"},       {"help"},
        {"hooks", "exec"},  {"--version"},      {"status"},       {"compat"},
        {"info", "12.4"}};

    for (std::vector<std::string> call : calls) {
        call.push_back("--format=json");
        const Ran ran = box.run(call);
        const json answer = json::parse(ran.out, nullptr, false);
        ASSERT_FALSE(answer.is_discarded()) << call.front() << ": " << ran.out;
        EXPECT_EQ(answer["ok"], true) << call.front();
        EXPECT_TRUE(answer["data"].is_object()) << call.front();
        EXPECT_TRUE(answer["findings"].is_array()) << call.front();
    }
}

TEST(Output, GithubAnnotationsEscapeLines) {
    Sandbox box;

    const Ran ran = box.run({"--format", "github", "global", "12.4"});

    EXPECT_EQ(ran.err,
              "::error title=cudaenv::cudaenv: error: no installed version matches 12.4%0A  found: "
              "nothing is installed%0A  try:   cudaenv install 12.4\n");
    EXPECT_EQ(ran.exit, 3);
}

TEST(Output, ColourIsForTerminalsAndForWhoForcesIt) {
    Sandbox box;
    EXPECT_THAT(box.run({"global", "12.4"}).err, testing::Not(HasSubstr("\033[")));
    EXPECT_THAT(box.run({"--color=always", "global", "12.4"}).err,
                HasSubstr("\033[1;31merror:\033[0m"));

    box.unset("NO_COLOR");
    EXPECT_THAT(box.run({"global", "12.4"}).err, testing::Not(HasSubstr("\033[")));
    box.set("CLICOLOR_FORCE", "1");
    EXPECT_THAT(box.run({"global", "12.4"}).err, HasSubstr("\033["));
    EXPECT_THAT(box.run({"--color", "never", "global", "12.4"}).err,
                testing::Not(HasSubstr("\033[")));
}

TEST(Output, QuietKeepsErrorsAndDropsNotes) {
    Sandbox box;
    box.run({"init", "--install", "bash"});

    EXPECT_EQ(box.run({"-q", "init", "--install", "bash"}).err, "");
    EXPECT_THAT(box.run({"-q", "global", "12.4"}).err, HasSubstr("error:"));
}

TEST(Output, WhatIsNotPrintableIsEscapedInMessages) {
    Sandbox box;

    const Ran ran = box.run({"--root", "/x\033[31m\xff", "root", "too", "many"});

    EXPECT_THAT(ran.err, testing::Not(HasSubstr("\033")));
    EXPECT_EQ(ran.exit, 2);
}

// F58: whoever reads only the first line closes the pipe.
TEST(Output, AClosedStdoutIsNoTrouble) {
    Sandbox box;
    box.set("CUDAENV_TEST_BINARY", Sandbox::binary());

    const Ran ran = box.run_program(
        {"/bin/bash", "-c",
         "(sleep 0.2; \"$CUDAENV_TEST_BINARY\" help; echo \"exit $?\" >&2) | head -c 1"});

    EXPECT_EQ(ran.err, "exit 0\n");
}

TEST(Output, AFullDiskBehindStdoutIsExitSeven) {
    Sandbox box;
    box.set("CUDAENV_TEST_BINARY", Sandbox::binary());

    const Ran ran =
        box.run_program({"/bin/bash", "-c", "\"$CUDAENV_TEST_BINARY\" root > /dev/full"});

    EXPECT_THAT(ran.err, HasSubstr("error[CE601]: cannot write the output"));
    EXPECT_EQ(ran.exit, 7);
}

TEST(Output, ACudaenvDirThatIsNoFolderIsExitTwo) {
    Sandbox box;
    box.set("CUDAENV_DIR", box.work() + "/nowhere");

    const Ran ran = box.run({"version"});

    EXPECT_THAT(ran.err,
                HasSubstr("CUDAENV_DIR is not a folder\n  found: " + box.work() + "/nowhere\n"));
    EXPECT_EQ(ran.exit, 2);
}

// F53: a root that nobody may write serves readers all the same.
TEST(Output, AReadOnlyRootServesReaders) {
    Sandbox box;
    box.install("12.4.1");
    box.write(box.root() + "/version", "12.4\n");
    box.write(box.home() + "/.config/cudaenv/config.toml", "[env]\ncmake = false\n");
    without_root([&] {
        for (const auto& call : std::vector<std::vector<std::string>>{
                 {"versions"}, {"which", "nvcc"}, {"exec", "nvcc"}, {"prefix"}, {"version"}}) {
            const Ran ran = box.run(call);
            EXPECT_EQ(ran.exit, 0) << call.front() << ran.err;
            EXPECT_EQ(ran.err, "") << call.front();
        }
        EXPECT_EQ(box.run({"global", "12"}).exit, 7);
        EXPECT_EQ(box.run({"alias", "a", "12"}).exit, 7);
    });
}

}  // namespace
}  // namespace cudaenv::test
