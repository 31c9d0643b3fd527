// SPDX-License-Identifier: MIT
#include "hot/quote.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace cudaenv::hot {
namespace {

// What `program -c script` writes; nullopt where the program is missing.
std::optional<std::string> run(const char* program, const std::string& script) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return std::nullopt;
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        ::execlp(program, program, "-c", script.c_str(), nullptr);
        ::_exit(127);
    }
    ::close(ends[1]);
    std::string output;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
        output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return std::nullopt;
    return output;
}

struct Case {
    const char* program;
    Shell shell;
};

class QuoteInShell : public testing::TestWithParam<Case> {};

TEST_P(QuoteInShell, EveryByteSurvives) {
    std::string nasty = "/a b:/c'd:/e$f:`g`:\"h\":\\i:*?[x]:!j:{k}:~l:#m:;&|<>()\n\t\\'\\\\n''";
    for (int byte = 1; byte < 256; ++byte) nasty += static_cast<char>(byte);
    const auto& [program, shell] = GetParam();
    const std::string script =
        set_statement(shell, "CUDAENV_TRIAL", nasty) + "printf %s \"$CUDAENV_TRIAL\"\n";

    const auto output = run(program, script);

    if (!output) GTEST_SKIP() << program << " is not here";
    EXPECT_EQ(*output, nasty);
}

TEST_P(QuoteInShell, UnsetTakesItOutOfTheEnvironment) {
    const auto& [program, shell] = GetParam();
    const std::string script = set_statement(shell, "CUDAENV_TRIAL", "x") +
                               unset_statement(shell, "CUDAENV_TRIAL") +
                               "env | grep -c '^CUDAENV_TRIAL='; true\n";

    const auto output = run(program, script);

    if (!output) GTEST_SKIP() << program << " is not here";
    EXPECT_EQ(*output, "0\n");
}

INSTANTIATE_TEST_SUITE_P(Quote, QuoteInShell,
                         testing::Values(Case{"bash", Shell::bash}, Case{"zsh", Shell::zsh},
                                         Case{"fish", Shell::fish}, Case{"sh", Shell::posix}),
                         [](const auto& each) { return std::string(each.param.program); });

TEST(Quote, PowerShellDoublesTypographicQuotesToo) {
    EXPECT_EQ(quote(Shell::pwsh, "a'b\xE2\x80\x99"), "'a''b\xE2\x80\x99\xE2\x80\x99'");
    EXPECT_EQ(set_statement(Shell::pwsh, "A", "$x"), "${env:A} = '$x'\n");
}

TEST(Quote, NuEscapesInsideDoubleQuotes) {
    EXPECT_EQ(quote(Shell::nu, "a\"\\\n$b"), "\"a\\\"\\\\\\n$b\"");
    EXPECT_EQ(set_statement(Shell::nu, "PATH", "/a:/b"),
              "$env.PATH = (\"/a:/b\" | split row ':')\n");
}

TEST(Quote, ElvishDoublesQuotes) {
    EXPECT_EQ(quote(Shell::elvish, "a'b$"), "'a''b$'");
    EXPECT_EQ(unset_statement(Shell::elvish, "A"), "unset-env A\n");
}

TEST(Quote, StatementsFollowTheDelta) {
    const Delta delta{{"A", "1"}, {"B", std::nullopt}};

    EXPECT_EQ(to_statements(Shell::bash, delta), "export A='1'\nunset B\n");
    EXPECT_EQ(to_statements(Shell::fish, delta), "set -gx A '1'\nset -eg B\n");
}

TEST(Shell, NamesAreRead) {
    EXPECT_EQ(parse_shell("dash"), Shell::posix);
    EXPECT_EQ(parse_shell("fish"), Shell::fish);
    EXPECT_EQ(parse_shell("tcsh"), std::nullopt);
    EXPECT_EQ(to_string(Shell::posix), "posix");
}

}  // namespace
}  // namespace cudaenv::hot
