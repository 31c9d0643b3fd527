// SPDX-License-Identifier: MIT
#include "activate/shell_init.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hot/delta.hpp"
#include "some_root.hpp"

namespace cudaenv::activate {
namespace {

using hot::Shell;
using test::SomeRoot;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ShellInit : public testing::Test {
  protected:
    std::string text(const sys::Env& env, InitOptions options = {}) const {
        options.binary = "/opt/it's here/cudaenv";
        const auto made = init_text(root.layout, root.conf, env, options);
        EXPECT_TRUE(made);
        return made.value_or("");
    }
    std::string shims() const { return root.layout.shims(); }
    // `export PATH=…` of bash
    std::string export_path(const std::string& rest) const {
        return hot::set_statement(Shell::bash, "PATH", shims() + rest);
    }

    SomeRoot root;
};

TEST_F(ShellInit, PutsShimsInFront) {
    EXPECT_THAT(text({{"PATH", "/usr/bin:/bin"}}), StartsWith(export_path(":/usr/bin:/bin")));
}

TEST_F(ShellInit, MovesShimsToTheFront) {
    EXPECT_THAT(text({{"PATH", "/usr/bin:" + shims() + ":/bin:" + shims()}}),
                StartsWith(export_path(":/usr/bin:/bin")));
}

TEST_F(ShellInit, DropsElementsOfVersionsAlsoOfThoseThatAreGone) {
    const std::string gone = root.layout.prefix("11.8.0") + "/bin";

    EXPECT_THAT(text({{"PATH", gone + ":/usr/bin"}}), StartsWith(export_path(":/usr/bin")));
}

TEST_F(ShellInit, KeepsEmptyElementsAndBytesOfOthers) {
    EXPECT_THAT(text({{"PATH", "/a b::/c'd:/e\xFF:"}}),
                StartsWith("export PATH='" + shims() + ":/a b::/c'\\''d:/e\xFF:'\n"));
}

TEST_F(ShellInit, GivesAPathWhereThereIsNone) {
    EXPECT_THAT(text({}), StartsWith(export_path(":/usr/local/bin:/usr/bin:/bin")));
}

TEST_F(ShellInit, KeepsAnEmptyPathEmpty) {
    EXPECT_THAT(text({{"PATH", ""}}), StartsWith(export_path("")));
}

TEST_F(ShellInit, UndoesAnInheritedState) {
    const std::string prefix = root.layout.prefix("12.4.1");
    const hot::State state{prefix,
                           {{"CUDA_HOME", prefix, "/usr/local/cuda"},
                            {"LD_LIBRARY_PATH", "", std::nullopt},
                            {"PATH", "", ""}}};
    const sys::Env env{{"CUDAENV_STATE", hot::encode(state)},
                       {"CUDA_HOME", prefix},
                       {"LD_LIBRARY_PATH", prefix + "/lib64"},
                       {"PATH", prefix + "/bin:" + shims() + ":/usr/bin"}};

    EXPECT_THAT(text(env), StartsWith("unset CUDAENV_STATE\n"
                                      "export CUDA_HOME='/usr/local/cuda'\n"
                                      "unset LD_LIBRARY_PATH\n" +
                                      export_path(":/usr/bin")));
}

TEST_F(ShellInit, QuotesTheBinary) {
    EXPECT_THAT(text({}), HasSubstr("_CUDAENV_PROGRAM='/opt/it'\\''s here/cudaenv'\n"));
}

TEST_F(ShellInit, HasNoHookIfNotWantedOrInShimsMode) {
    EXPECT_THAT(text({}), HasSubstr("_cudaenv_hook"));
    EXPECT_THAT(text({}, {.hook = false}), Not(HasSubstr("_cudaenv_hook")));

    root.conf.mode = "shims";
    EXPECT_THAT(text({}), Not(HasSubstr("_cudaenv_hook")));
}

TEST_F(ShellInit, PathOnlyIsOneStatement) {
    const InitOptions options{.shell = Shell::fish, .path_only = true};

    EXPECT_EQ(text({{"PATH", "/bin"}}, options), "set -gx PATH '" + shims() + ":/bin'\n");
}

TEST_F(ShellInit, TextForNushellIsTheSameInEveryEnvironment) {
    const InitOptions options{.shell = Shell::nu};

    EXPECT_EQ(text({{"PATH", "/bin"}}, options), text({{"PATH", "/usr/bin"}}, options));
}

TEST_F(ShellInit, ShHasTheFunctionAndNoHook) {
    const std::string made = text({}, {.shell = Shell::posix});

    EXPECT_THAT(made, HasSubstr("cudaenv() {"));
    EXPECT_THAT(made, Not(HasSubstr("_cudaenv_switch() {")));
}

TEST_F(ShellInit, NothingIsMadeOnDisk) {
    text({{"PATH", "/bin"}});

    EXPECT_TRUE(std::filesystem::is_empty(root.folder.path()));
}

class EveryShell : public testing::TestWithParam<Shell> {};

TEST_P(EveryShell, HasATextWithTheRootInIt) {
    const SomeRoot root;
    const InitOptions options{.shell = GetParam(), .binary = "/bin/cudaenv"};

    const auto made = init_text(root.layout, root.conf, sys::Env{{"PATH", "/bin"}}, options);

    ASSERT_TRUE(made);
    EXPECT_THAT(*made, HasSubstr(root.layout.root()));
    EXPECT_THAT(*made, HasSubstr("/bin/cudaenv"));
}

INSTANTIATE_TEST_SUITE_P(All, EveryShell,
                         testing::Values(Shell::bash, Shell::zsh, Shell::fish, Shell::posix,
                                         Shell::pwsh, Shell::nu, Shell::elvish),
                         [](const auto& each) { return std::string(hot::to_string(each.param)); });

TEST(CompletionText, IsThereForTheThreeShells) {
    EXPECT_THAT(completion_text(Shell::bash).value_or(""), HasSubstr("complete -o default"));
    EXPECT_THAT(completion_text(Shell::zsh).value_or(""), StartsWith("#compdef cudaenv\n"));
    EXPECT_THAT(completion_text(Shell::fish).value_or(""), HasSubstr("complete -c cudaenv"));
    EXPECT_EQ(completion_text(Shell::nu).error().code, Code::usage);
}

}  // namespace
}  // namespace cudaenv::activate
