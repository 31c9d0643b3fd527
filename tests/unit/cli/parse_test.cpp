// SPDX-License-Identifier: MIT
#include "cli/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/exec.hpp"
#include "commands/init.hpp"
#include "commands/install.hpp"
#include "commands/local.hpp"

namespace cudaenv::cli {
namespace {

using testing::ElementsAre;

// The request that the words give; a test failure and null if they do not parse.
template <typename Request>
const Request* parsed(Invocation& into, const std::vector<std::string>& args) {
    const auto done = parse(args, into);
    EXPECT_TRUE(done) << done.error().what;
    return into.command.request<Request>();
}

Error error_of(const std::vector<std::string>& args) {
    Invocation into;
    const auto done = parse(args, into);
    EXPECT_FALSE(done);
    return done ? Error{} : done.error();
}

TEST(Parse, OptionsAndWordsFillTheRequest) {
    Invocation into;

    const auto* local = parsed<commands::LocalRequest>(
        into, {"local", "-f", "12.4", "--cudnn", "9.1", "11.8", "--resolve"});

    ASSERT_NE(local, nullptr);
    EXPECT_THAT(local->requests, ElementsAre("12.4", "11.8"));
    EXPECT_EQ(local->cudnn, "9.1");
    EXPECT_TRUE(local->force);
    EXPECT_TRUE(local->resolve);
    EXPECT_FALSE(local->unset);
}

TEST(Parse, GlobalOptionsStandAnywhere) {
    Invocation into;

    parsed<commands::LocalRequest>(into, {"-v", "--root", "/r", "local", "--json", "-vq", "12.4"});

    EXPECT_EQ(into.globals.shared.verbose, 2);
    EXPECT_EQ(into.globals.shared.root, "/r");
    EXPECT_TRUE(into.globals.shared.json);
    EXPECT_TRUE(into.globals.shared.quiet);
}

TEST(Parse, ADoubleDashEndsOptions) {
    Invocation into;

    const auto* local = parsed<commands::LocalRequest>(into, {"local", "--", "-f", "--json"});

    ASSERT_NE(local, nullptr);
    EXPECT_THAT(local->requests, ElementsAre("-f", "--json"));
    EXPECT_FALSE(into.globals.shared.json);
}

TEST(Parse, ExecLeavesEverythingBehindTheProgramAlone) {
    Invocation into;

    const auto* exec = parsed<commands::ExecRequest>(
        into, {"exec", "--version", "11.8", "nvcc", "-q", "--", "--json", "--version", "-h", ""});

    ASSERT_NE(exec, nullptr);
    EXPECT_EQ(exec->version, "11.8");
    EXPECT_THAT(exec->command, ElementsAre("nvcc", "-q", "--", "--json", "--version", "-h", ""));
    EXPECT_FALSE(into.globals.shared.quiet);
    EXPECT_FALSE(into.globals.help);
}

TEST(Parse, ExecTakesADoubleDashBeforeTheProgram) {
    Invocation into;

    const auto* exec = parsed<commands::ExecRequest>(into, {"exec", "--", "-weird", "--", "x"});

    ASSERT_NE(exec, nullptr);
    EXPECT_THAT(exec->command, ElementsAre("-weird", "--", "x"));
}

TEST(Parse, AVerbsOwnOptionWinsOverAGlobalOne) {
    Invocation into;

    parsed<commands::ExecRequest>(into, {"exec", "--version", "11.8", "nvcc"});
    EXPECT_FALSE(into.globals.version);

    Invocation before;
    EXPECT_TRUE(parse({"--version"}, before));
    EXPECT_TRUE(before.globals.version);
    EXPECT_EQ(before.name, "");
}

TEST(Parse, ALoneDashIsAWord) {
    Invocation into;

    const auto* init = parsed<commands::InitRequest>(into, {"init", "--no-hook", "-", "bash"});

    ASSERT_NE(init, nullptr);
    EXPECT_THAT(init->words, ElementsAre("-", "bash"));
    EXPECT_FALSE(init->hook);
    EXPECT_TRUE(init->rehash);
}

TEST(Parse, InstallKnowsAllOfItsOptions) {
    Invocation into;

    const auto* install = parsed<commands::InstallRequest>(into, {"install",
                                                                  "--profile=minimal",
                                                                  "--with",
                                                                  "cudnn@9,nccl",
                                                                  "--with",
                                                                  "libcublas",
                                                                  "--jobs",
                                                                  "8",
                                                                  "--timeout",
                                                                  "5",
                                                                  "--retries",
                                                                  "0",
                                                                  "--ipv6",
                                                                  "--accept-eula",
                                                                  "--target-arch",
                                                                  "sbsa",
                                                                  "--from",
                                                                  "/d",
                                                                  "-s",
                                                                  "12.4"});

    ASSERT_NE(install, nullptr);
    EXPECT_EQ(install->parts.profile, "minimal");
    EXPECT_THAT(install->parts.with, ElementsAre("cudnn@9", "nccl", "libcublas"));
    EXPECT_EQ(install->transfer.jobs, 8U);
    EXPECT_EQ(install->transfer.timeout_s, 5U);
    EXPECT_EQ(install->transfer.retries, 0U);
    EXPECT_EQ(install->transfer.ip, fetch::IpVersion::v6);
    EXPECT_TRUE(install->accept_eula);
    EXPECT_EQ(install->target_arch, "sbsa");
    EXPECT_EQ(install->from, "/d");
    EXPECT_TRUE(install->skip_existing);
    EXPECT_THAT(install->requests, ElementsAre("12.4"));
}

TEST(Parse, AnUnknownVerbKeepsItsWordsForAPlugin) {
    Invocation into;

    EXPECT_TRUE(parse({"-q", "hello", "--json", "--", "x"}, into));

    EXPECT_EQ(into.verb, nullptr);
    EXPECT_EQ(into.name, "hello");
    EXPECT_THAT(into.rest, ElementsAre("--json", "--", "x"));
    EXPECT_FALSE(into.globals.shared.json);
}

TEST(Parse, MistakesAreUsageErrorsThatNameTheWord) {
    EXPECT_EQ(error_of({"--nonesuch"}).what, "unknown option --nonesuch");
    EXPECT_EQ(error_of({"local", "--resolv=1"}).what, "unknown option --resolv");
    EXPECT_THAT(error_of({"local", "--resolv"}).notes, ElementsAre("did you mean --resolve?"));
    EXPECT_EQ(error_of({"install", "--jobs", "four"}).found, "four");
    EXPECT_EQ(error_of({"install", "--jobs", "-1"}).what, "bad value for --jobs");
    EXPECT_EQ(error_of({"--color", "red", "root"}).needs, "auto|always|never");
    EXPECT_EQ(error_of({"unalias"}).what, "NAME is missing");
    EXPECT_EQ(error_of({"unalias", "a", "b"}).found, "b");
    EXPECT_EQ(error_of({"cache", "burn"}).needs, "dir|size|clear");
    for (const auto& args : {std::vector<std::string>{"install", "--jobs"}, {"local", "-f=1"}})
        EXPECT_EQ(error_of(args).code, Code::usage);
}

TEST(Parse, HelpNeedsNoArguments) {
    Invocation into;

    EXPECT_TRUE(parse({"which", "--help"}, into));

    EXPECT_TRUE(into.globals.help);
}

// A verb's option would hide a global one: only where the contract says so.
TEST(Verbs, OnlyExecHidesAGlobalOption) {
    const Options globals = describe_globals();
    for (const Verb* verb : all_verbs()) {
        const Options own = describe(*verb);
        for (const Option& mine : own.options()) {
            for (const Option& global : globals.options()) {
                if (verb->name == "exec" && mine.long_name() == "--version") continue;
                EXPECT_NE(mine.long_name(), global.long_name()) << verb->name;
                const bool is_short = !mine.short_name().empty();
                EXPECT_FALSE(is_short && mine.short_name() == global.short_name()) << verb->name;
            }
        }
    }
}

}  // namespace
}  // namespace cudaenv::cli
