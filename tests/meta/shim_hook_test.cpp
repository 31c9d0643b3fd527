// SPDX-License-Identifier: MIT
// `cudaenv-shim --hook`: what a prompt evaluates. Each step is one call, evaluated in a fresh bash
// whose exported variables and memory are carried to the next step, as in one shell's life.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "shim_world.hpp"

namespace cudaenv::test {
namespace {

namespace fs = std::filesystem;

class ShimHook : public testing::Test {
  protected:
    void SetUp() override {
        world_.add_stack("11.8.0", {"nvcc"});
        world_.add_stack("12.4.1", {"nvcc"});
        world_.folder().write("root/hot.conf", "cudaenv-hot 1 17\nmode hook\n");
        folder_ = world_.project();
    }

    Finished hook(const std::string& shell, const std::string& said = {}) const {
        Start start = world_.start("cudaenv-shim", {"--hook", shell, said});
        start.folder = folder_;
        start.environment = environment_;
        return run(start);
    }
    // A prompt of bash: the variables that the call leaves behind, and what it said.
    std::string prompt() {
        Start start;
        start.path = "/bin/bash";
        start.arguments = {"bash", "-euc",
                           "eval \"$(" + world_.shims() +
                               "/cudaenv-shim --hook bash \"$SAID\")\"\n"
                               "unset SAID SHLVL OLDPWD PWD _\n"
                               "for v in PREFIX CONF GENERATION FILE TEXT SAID KEY; do\n"
                               "  n=_CUDAENV_$v; printf '%s\\0' \"$v=${!n}\"; done\n"
                               "for a in ${_CUDAENV_ABSENT[@]+\"${_CUDAENV_ABSENT[@]}\"}; do\n"
                               "  printf '%s\\0' \"ABSENT=$a\"; done\n"
                               "printf '\\0'; env -0\n"};
        start.folder = folder_;
        start.environment = environment_;
        start.environment["SAID"] = memory_["SAID"];
        const Finished finished = run(start);
        EXPECT_EQ(finished.exit_code, 0) << finished.err;
        remember(finished.out);
        return finished.err;
    }
    std::string value(const std::string& name) const {
        const auto found = environment_.find(name);
        return found == environment_.end() ? "(unset)" : found->second;
    }

    ShimWorld world_;
    std::string folder_;
    std::map<std::string, std::string> environment_ = world_.environment();
    std::map<std::string, std::string> memory_;
    std::vector<std::string> absent_;

  private:
    void remember(const std::string& output) {
        memory_.clear();
        absent_.clear();
        environment_.clear();
        std::map<std::string, std::string>* into = &memory_;
        for (std::size_t at = 0; at < output.size();) {
            const std::string entry = output.substr(at, output.find('\0', at) - at);
            at += entry.size() + 1;
            const std::size_t equals = entry.find('=');
            if (entry.empty()) {
                into = &environment_;
            } else if (into == &memory_ && entry.starts_with("ABSENT=")) {
                absent_.push_back(entry.substr(7));
            } else {
                (*into)[entry.substr(0, equals)] = entry.substr(equals + 1);
            }
        }
        for (const char* own : {"_", "SHLVL"}) environment_.erase(own);  // bash's
    }
};

TEST_F(ShimHook, EnteringSetsAndRemembers) {
    world_.select("12.4\n# why\n");
    folder_ = world_.folder().make("project/a");

    const std::string said = prompt();

    EXPECT_EQ(said, "cudaenv: 12.4.1 (" + world_.project() + "/.cuda-version)\n");
    EXPECT_EQ(value("CUDA_HOME"), world_.prefix("12.4.1"));
    EXPECT_EQ(value("PATH"), world_.prefix("12.4.1") + "/bin:" + world_.shims() + ":/usr/bin:/bin");
    EXPECT_EQ(memory_["PREFIX"], world_.prefix("12.4.1"));
    EXPECT_EQ(memory_["FILE"], world_.project() + "/.cuda-version");
    EXPECT_EQ(memory_["TEXT"], "12.4\n# why\n");
    EXPECT_EQ(memory_["CONF"], world_.root() + "/hot.conf");
    EXPECT_EQ(memory_["GENERATION"], "cudaenv-hot 1 17");
    EXPECT_EQ(memory_["KEY"], folder_ + "|" + value("PATH") + "||||");
    EXPECT_EQ(absent_,
              (std::vector<std::string>{folder_ + "/.cuda-version", folder_ + "/cudaenv.toml"}));
}

TEST_F(ShimHook, LeavingGivesEveryByteBack) {
    environment_["PATH"] = "/a::/b c:" + world_.shims() + ":/usr/bin:/bin:";
    environment_["LD_LIBRARY_PATH"] = "/mine:";
    environment_["CUDA_HOME"] = "/usr/local/cuda\xFF";
    const auto before = environment_;
    world_.select("12.4\n");
    prompt();
    ASSERT_NE(value("CUDA_HOME"), before.at("CUDA_HOME"));
    folder_ = world_.folder().make("elsewhere");

    EXPECT_EQ(prompt(), "cudaenv: system\n");

    EXPECT_EQ(environment_, before);
    EXPECT_EQ(memory_["PREFIX"], "");
    EXPECT_EQ(memory_["FILE"], "");
}

TEST_F(ShimHook, ASwitchIsOneLineAndAnUnchangedStackNone) {
    world_.folder().write("root/version", "12.4\n");
    EXPECT_EQ(prompt(), "");  // a shell that starts where nothing decides
    world_.folder().write("home/work/nerf/.cuda-version", "11.8\n");
    folder_ = world_.folder() / "home/work/nerf";
    EXPECT_EQ(prompt(), "cudaenv: 11.8.0 (~/work/nerf/.cuda-version)\n");
    folder_ = world_.folder().make("home/work/nerf/sub");
    EXPECT_EQ(prompt(), "");
    folder_ = world_.folder() / "home";
    EXPECT_EQ(prompt(), "cudaenv: 12.4.1 (global)\n");
    environment_["CUDAENV_VERSION"] = "11.8";
    EXPECT_EQ(prompt(), "cudaenv: 11.8.0 (CUDAENV_VERSION)\n");
}

TEST_F(ShimHook, ANoticeHoldsNothingThatATerminalObeys) {
    folder_ = world_.folder().make("project/\x1b]0;mine\x07\nline");
    world_.folder().write("project/\x1b]0;mine\x07\nline/.cuda-version", "12.4\nshape round\n");

    const std::string said = prompt();

    EXPECT_EQ(said.find('\x1b'), std::string::npos) << said;
    EXPECT_NE(said.find("/\\x1b]0;mine\\x07\\x0aline/.cuda-version)\n"), std::string::npos) << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2) << said;
}

TEST_F(ShimHook, AnErrorIsSaidOnceAndRememberedUntilItChanges) {
    world_.select("12.9\n");

    const std::string first = prompt();

    EXPECT_TRUE(first.starts_with("cudaenv: error: 12.9 is not installed")) << first;
    EXPECT_EQ(memory_["TEXT"], "12.9\n");
    EXPECT_EQ(memory_["FILE"], world_.project() + "/.cuda-version");
    EXPECT_EQ(prompt(), "");
    folder_ = world_.folder().make("project/sub");
    EXPECT_EQ(prompt(), "");
    world_.select("../../bin\n");
    EXPECT_NE(prompt(), "");
    world_.select("12.4\n");
    EXPECT_EQ(prompt(), "cudaenv: 12.4.1 (" + world_.project() + "/.cuda-version)\n");
}

TEST_F(ShimHook, AnErrorLeavesNoOldStackInPlace) {
    world_.select("12.4\n");
    prompt();
    world_.select("12.9\n");

    prompt();

    EXPECT_EQ(value("PATH"), world_.shims() + ":/usr/bin:/bin");
    EXPECT_EQ(value("CUDA_HOME"), "(unset)");
}

TEST_F(ShimHook, ADamagedConfigIsAnErrorOnceToo) {
    world_.folder().write("root/hot.conf", "garbage\nmore\n");

    EXPECT_NE(prompt().find("hot.conf"), std::string::npos);
    EXPECT_EQ(memory_["GENERATION"], "garbage");
    EXPECT_EQ(prompt(), "");
}

TEST_F(ShimHook, AStateWithoutItsPathIsAppliedAgain) {
    world_.select("12.4\n");
    prompt();
    environment_["PATH"] = "/usr/bin:/bin";  // as tmux hands it to a new shell

    prompt();

    EXPECT_TRUE(value("PATH").starts_with(world_.prefix("12.4.1") + "/bin:")) << value("PATH");
}

TEST_F(ShimHook, ANestedShellSaysNothingNew) {
    world_.select("12.4\n");
    prompt();
    memory_.clear();  // not exported

    EXPECT_EQ(prompt(), "");
}

TEST_F(ShimHook, ChosenSystemLeavesNothingOfOursOnPath) {
    environment_["PATH"] = world_.shims() + ":/usr/bin:/bin:" + world_.shims();
    world_.select("system\n");

    EXPECT_EQ(prompt(), "cudaenv: system (" + world_.project() + "/.cuda-version)\n");
    EXPECT_EQ(value("PATH"), "/usr/bin:/bin");
    world_.select("12.4\n");
    prompt();
    EXPECT_EQ(value("PATH"), world_.prefix("12.4.1") + "/bin:" + world_.shims() + ":/usr/bin:/bin");
}

TEST_F(ShimHook, WithNothingSelectedTheShimsStay) {
    const auto before = environment_;

    EXPECT_EQ(prompt(), "");

    EXPECT_EQ(environment_, before);
    EXPECT_EQ(absent_.back(), world_.root() + "/version");
}

TEST_F(ShimHook, InShimsModeTheEnvironmentIsLeftAlone) {
    world_.select("12.4\n");
    const auto before = environment_;
    prompt();
    world_.folder().write("root/hot.conf", "cudaenv-hot 1 18\nmode shims\n");

    EXPECT_EQ(prompt(), "");

    EXPECT_EQ(environment_, before);
    EXPECT_EQ(memory_["GENERATION"], "cudaenv-hot 1 18");
}

TEST_F(ShimHook, TheAbsentPythonLibrariesAreWatched) {
    world_.select("12.4\n");
    const std::string site = world_.folder().make("venv/lib/python3.11/site-packages");
    environment_["VIRTUAL_ENV"] = world_.folder() / "venv";

    prompt();

    EXPECT_NE(value("LD_LIBRARY_PATH"), "(unset)");
    ASSERT_FALSE(absent_.empty());
    EXPECT_EQ(absent_.front(), site + "/nvidia");
    fs::create_directory(site + "/nvidia");
    prompt();
    EXPECT_EQ(value("LD_LIBRARY_PATH"), "(unset)");
    for (const std::string& path : absent_) EXPECT_FALSE(fs::exists(path)) << path;
}

TEST_F(ShimHook, OddBytesSurviveEveryShell) {
    const std::string odd = "/a b:/c'd:/e$f:`g`:\"h\":\\i:*?:!j:\xFF\n:k";
    folder_ = world_.folder().make("project/o dd'\n$x");
    world_.select("12.4 # it's \\ \"$x\" `y`\n");
    environment_["PATH"] = world_.shims() + ":/usr/bin:/bin:" + odd;
    for (const std::string shell : {"bash", "zsh"}) {
        if (::access(("/usr/bin/" + shell).c_str(), X_OK) != 0) continue;
        Start start = world_.start("cudaenv-shim");
        start.path = "/usr/bin/" + shell;
        start.arguments = {shell, "-c",
                           "eval \"$(cudaenv-shim --hook " + shell +
                               ")\"; printf '%s|%s|%s' \"$PATH\" \"$_CUDAENV_TEXT\" "
                               "\"${_CUDAENV_ABSENT[*]}\""};
        start.folder = folder_;
        start.environment = environment_;

        const Finished finished = run(start);

        EXPECT_EQ(finished.out, world_.prefix("12.4.1") + "/bin:" + environment_["PATH"] +
                                    "|12.4 # it's \\ \"$x\" `y`\n|" + folder_ + "/.cuda-version " +
                                    folder_ + "/cudaenv.toml")
            << shell << finished.err;
    }
}

TEST_F(ShimHook, APersonsAliasesDoNotReachIntoIt) {
    world_.select("12.4\n");
    for (const char* shell : {"bash", "zsh"}) {
        Start start;
        start.path = std::string("/usr/bin/") + shell;
        if (!fs::exists(start.path)) continue;
        start.arguments = {
            shell, "-c",
            "[ -z \"${BASH_VERSION-}\" ] || shopt -s expand_aliases\n"
            "alias read=false local=false eval=false\n"
            ". " CUDAENV_HOOK_PATH
            "\n"
            "_CUDAENV_ROOT=" +
                world_.root() + " _CUDAENV_SHELL=" + shell +
                "\n"
                "_cudaenv_refresh\n"
                "if _cudaenv_is_stale; then echo stale; else echo \"$CUDA_HOME\"; fi\n"};
        start.folder = folder_;
        start.environment = environment_;

        const Finished finished = run(start);

        EXPECT_EQ(finished.out, world_.prefix("12.4.1") + "\n") << shell << finished.err;
    }
}

TEST_F(ShimHook, FishTakesItToo) {
    if (::access("/usr/bin/fish", X_OK) != 0) GTEST_SKIP() << "fish is not here";
    world_.select("12.4 # it's \\\n");
    Start start = world_.start("cudaenv-shim");
    start.path = "/usr/bin/fish";
    start.arguments = {"fish", "--no-config", "-c",
                       "cudaenv-shim --hook fish | source; "
                       "printf '%s|%s|%s|%s' \"$PATH\" \"$_CUDAENV_TEXT\" (count $_CUDAENV_ABSENT) "
                       "\"$_CUDAENV_KEY\""};
    start.environment = environment_;

    const Finished finished = run(start);

    const std::string path = world_.prefix("12.4.1") + "/bin:" + environment_["PATH"];
    EXPECT_EQ(finished.out, path + "|12.4 # it's \\\n|0|" + world_.project() + "|" + path + "||||")
        << finished.err;
}

TEST_F(ShimHook, OtherShellsGetJson) {
    world_.select("12.4 # \"q\"\n");

    const Finished finished = hook("nu");

    EXPECT_EQ(finished.exit_code, 0);
    EXPECT_NE(finished.out.find("\"CUDA_HOME\":\"" + world_.prefix("12.4.1") + "\""),
              std::string::npos);
    EXPECT_NE(finished.out.find("\"text\":\"12.4 # \\\"q\\\"\\u000a\""), std::string::npos)
        << finished.out;
    EXPECT_TRUE(finished.out.ends_with("}}\n"));
}

TEST_F(ShimHook, AShellWithoutHookIsRefused) {
    for (const char* shell : {"sh", "tcsh", ""}) {
        const Finished finished = hook(shell);
        EXPECT_EQ(finished.exit_code, 2) << shell;
        EXPECT_EQ(finished.out, "") << shell;
    }
}

TEST_F(ShimHook, AThousandElementsAreNoBurden) {
    world_.select("12.4\n");
    std::string path = "/usr/bin:/bin";
    for (int i = 0; i < 1500; ++i) path += ":/some/folder/number/" + std::to_string(i);
    environment_["PATH"] = path;

    prompt();

    EXPECT_EQ(value("PATH"), world_.prefix("12.4.1") + "/bin:" + world_.shims() + ":" + path);
}

}  // namespace
}  // namespace cudaenv::test
