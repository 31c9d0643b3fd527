// SPDX-License-Identifier: MIT
#include "hot/delta.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "builders.hpp"

namespace cudaenv::hot {
namespace {

using test::Environment;

class DeltaTest : public testing::Test {
  protected:
    static Activation stack_activation() { return *parse_activation(test::Root::kActivate); }
    DeltaInput input(EnvView env, std::vector<ActivePrefix> prefixes) const {
        return {.env = env,
                .root = root_.path(),
                .roots = {},
                .conf = conf_,
                .ccbin = {},
                .prefixes = std::move(prefixes)};
    }
    ActivePrefix stack(const std::string& name) const {
        return {root_.add_stack(name), stack_activation()};
    }
    std::vector<std::string> applied(const Environment& env,
                                     std::vector<ActivePrefix> prefixes) const {
        return hot::apply(env.view(), make_delta(input(env.view(), std::move(prefixes))));
    }
    std::vector<std::string> undone(const Environment& env) const {
        return hot::apply(env.view(), make_undo(input(env.view(), {})));
    }

    test::Root root_;
    Conf conf_;
};

std::string value_in(const std::vector<std::string>& entries, const std::string& name) {
    for (const std::string& entry : entries) {
        if (entry.starts_with(name + "=")) return entry.substr(name.size() + 1);
    }
    return "(unset)";
}

std::map<std::string, int> counted(const std::vector<std::string>& entries) {
    std::map<std::string, int> counts;
    for (const std::string& entry : entries) ++counts[entry];
    return counts;
}

TEST_F(DeltaTest, SetsTheVariablesOfTheTable) {
    const Environment env{{"PATH", "/usr/bin:/bin"}};
    const ActivePrefix active = stack("12.4.1");
    const std::string& prefix = active.path;

    const auto after = applied(env, {active});

    EXPECT_EQ(value_in(after, "PATH"), prefix + "/bin:/usr/bin:/bin");
    EXPECT_EQ(value_in(after, "CUDA_HOME"), prefix);
    EXPECT_EQ(value_in(after, "CUDA_PATH"), prefix);
    EXPECT_EQ(value_in(after, "CUDA_ROOT"), prefix);
    EXPECT_EQ(value_in(after, "CUDAToolkit_ROOT"), prefix);
    EXPECT_EQ(value_in(after, "CUDACXX"), prefix + "/bin/nvcc");
    EXPECT_EQ(value_in(after, "LD_LIBRARY_PATH"),
              prefix + "/lib64:" + prefix + "/extras/CUPTI/lib64");
    EXPECT_EQ(value_in(after, "PKG_CONFIG_PATH"), prefix + "/pkg-config");
    EXPECT_EQ(value_in(after, "MANPATH"), prefix + "/share/man:");
    EXPECT_EQ(value_in(after, "NVCC_CCBIN"), "(unset)");
    EXPECT_EQ(value_in(after, "LIBRARY_PATH"), "(unset)");
    EXPECT_EQ(value_in(after, "CPATH"), "(unset)");
    EXPECT_EQ(value_in(after, "CUDAENV_STATE").substr(0, 2), "1:");
}

TEST_F(DeltaTest, IsSortedByName) {
    const Environment env{{"PATH", "/bin"}};

    const Delta delta = make_delta(input(env.view(), {stack("12.4.1")}));

    EXPECT_TRUE(std::is_sorted(delta.begin(), delta.end(),
                               [](const auto& a, const auto& b) { return a.first < b.first; }));
}

TEST_F(DeltaTest, AppliedTwiceChangesNothing) {
    const Environment env{{"PATH", "/bin"}, {"CUDA_HOME", "/old"}, {"MANPATH", "/m:"}};
    const ActivePrefix active = stack("12.4.1");
    const Environment once{applied(env, {active})};

    EXPECT_TRUE(make_delta(input(once.view(), {active})).empty());
}

TEST_F(DeltaTest, SwitchingEqualsEnteringAfresh) {
    const Environment env{{"PATH", "/bin"}, {"CUDA_HOME", "/old"}, {"LD_LIBRARY_PATH", "/l:"}};
    const ActivePrefix first = stack("11.8.0");
    const ActivePrefix second = stack("12.4.1");
    const Environment inside{applied(env, {first})};

    EXPECT_EQ(counted(applied(inside, {second})), counted(applied(env, {second})));
}

TEST_F(DeltaTest, SwitchesTurnVariablesOff) {
    conf_.cuda_home = conf_.cmake = conf_.cudacxx = conf_.pkg_config = false;
    conf_.ld_library_path = LibraryPathMode::never;
    const Environment env{{"PATH", "/bin"}};

    const auto after = applied(env, {stack("12.4.1")});

    for (const char* name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDACXX",
                             "PKG_CONFIG_PATH", "LD_LIBRARY_PATH"}) {
        EXPECT_EQ(value_in(after, name), "(unset)") << name;
    }
}

TEST_F(DeltaTest, BuildPathsHaveTheStubsLast) {
    conf_.build_paths = true;
    const Environment env{{"PATH", "/bin"}, {"LIBRARY_PATH", "/mine"}};
    const ActivePrefix active = stack("12.4.1");
    root_.folder().make("root/versions/12.4.1/lib64/stubs");

    const auto after = applied(env, {active});

    EXPECT_EQ(value_in(after, "LIBRARY_PATH"), "/mine:" + active.path + "/lib64:" + active.path +
                                                   "/extras/CUPTI/lib64:" + active.path +
                                                   "/lib64/stubs");
    EXPECT_EQ(value_in(after, "CPATH"), active.path + "/include");
    EXPECT_EQ(value_in(after, "LD_LIBRARY_PATH").find("stubs"), std::string::npos);
}

TEST_F(DeltaTest, CompilerIsSetOnlyIfItCanBeRun) {
    const Environment env{{"PATH", "/bin"}};
    const std::string compiler = root_.add_program("opt/g++");
    const std::string text_file = root_.folder().write("opt/README", "x");
    DeltaInput with = input(env.view(), {stack("12.4.1")});

    with.ccbin = compiler;
    EXPECT_EQ(value_in(hot::apply(env.view(), make_delta(with)), "NVCC_CCBIN"), compiler);
    with.ccbin = text_file;
    EXPECT_EQ(value_in(hot::apply(env.view(), make_delta(with)), "NVCC_CCBIN"), "(unset)");
    with.ccbin.clear();
    conf_.ccbin = compiler;
    EXPECT_EQ(value_in(hot::apply(env.view(), make_delta(with)), "NVCC_CCBIN"), compiler);
}

TEST_F(DeltaTest, LibrariesComeBehindThePersonsOwn) {
    const Environment env{{"PATH", "/bin"}, {"LD_LIBRARY_PATH", "/mine:/also"}};
    const ActivePrefix active = stack("12.4.1");

    EXPECT_TRUE(value_in(applied(env, {active}), "LD_LIBRARY_PATH")
                    .starts_with("/mine:/also:" + active.path + "/lib64"));
    conf_.ld_library_path = LibraryPathMode::always;
    EXPECT_TRUE(
        value_in(applied(env, {active}), "LD_LIBRARY_PATH").starts_with(active.path + "/lib64:"));
}

TEST_F(DeltaTest, LibrariesStayOutWherePythonBringsItsOwn) {
    root_.folder().make("venv/lib/python3.11/site-packages/nvidia");
    root_.folder().write("conda/lib/libcudart.so.12", "");
    root_.folder().make("plain/lib/python3.11/site-packages");
    const ActivePrefix active = stack("12.4.1");
    const auto library_path = [&](const char* name, const char* folder) {
        const Environment env{{"PATH", "/bin"}, {name, root_.folder() / folder}};
        return value_in(applied(env, {active}), "LD_LIBRARY_PATH");
    };

    EXPECT_EQ(library_path("VIRTUAL_ENV", "venv"), "(unset)");
    EXPECT_EQ(library_path("CONDA_PREFIX", "conda"), "(unset)");
    EXPECT_NE(library_path("VIRTUAL_ENV", "plain"), "(unset)");
    EXPECT_NE(library_path("VIRTUAL_ENV", "absent"), "(unset)");
}

TEST_F(DeltaTest, SeveralVersionsFollowOnPathOnly) {
    const Environment env{{"PATH", "/bin"}};
    const ActivePrefix first = stack("12.4.1");
    const ActivePrefix second = stack("11.8.0");

    const auto after = applied(env, {first, second});

    EXPECT_EQ(value_in(after, "PATH"), first.path + "/bin:" + second.path + "/bin:/bin");
    EXPECT_EQ(value_in(after, "CUDA_HOME"), first.path);
    EXPECT_EQ(value_in(after, "LD_LIBRARY_PATH").find(second.path), std::string::npos);
}

TEST_F(DeltaTest, AnUnsetPathKeepsTheSystemsProgramsReachable) {
    const Environment env{{"HOME", "/h"}};
    const ActivePrefix active = stack("12.4.1");
    const Environment inside{applied(env, {active})};

    EXPECT_EQ(value_in(inside.entries(), "PATH"),
              active.path + "/bin:/usr/local/bin:/usr/bin:/bin");
    EXPECT_EQ(undone(inside), env.entries());
}

TEST_F(DeltaTest, SystemIsTheEnvironmentWithoutUs) {
    const Environment env{{"PATH", "/usr/bin::/bin"}, {"CUDA_HOME", "/usr/local/cuda"}};
    const Environment inside{applied(env, {stack("12.4.1")})};

    EXPECT_EQ(counted(applied(inside, {})), counted(env.entries()));
}

TEST_F(DeltaTest, OwnElementsGoWhereverTheyStand) {
    const Environment env{{"PATH", "/bin"}, {"LD_LIBRARY_PATH", "/l"}};
    const ActivePrefix active = stack("12.4.1");
    auto entries = applied(env, {active});
    for (std::string& entry : entries) {  // a venv puts itself in front and an old value back
        if (entry.starts_with("PATH=")) {
            entry = "PATH=/venv/bin:" + active.path + "/bin:/bin:" + active.path + "/bin";
        }
        if (entry.starts_with("LD_LIBRARY_PATH=")) {
            entry = "LD_LIBRARY_PATH=" + active.path + "/lib64:/l:/more";
        }
    }
    const Environment changed{entries};

    const auto after = undone(changed);

    EXPECT_EQ(value_in(after, "PATH"), "/venv/bin:/bin");
    EXPECT_EQ(value_in(after, "LD_LIBRARY_PATH"), "/l:/more");
}

TEST_F(DeltaTest, AValueThatIsNoLongerOursStays) {
    const Environment env{{"PATH", "/bin"}, {"CUDA_HOME", "/before"}};
    auto entries = applied(env, {stack("12.4.1")});
    for (std::string& entry : entries) {
        if (entry.starts_with("CUDA_HOME=")) entry = "CUDA_HOME=/theirs";
    }
    const Environment changed{entries};

    const auto after = undone(changed);

    EXPECT_EQ(value_in(after, "CUDA_HOME"), "/theirs");
    EXPECT_EQ(value_in(after, "CUDA_PATH"), "(unset)");
}

TEST_F(DeltaTest, AStateWithoutItsPathIsAppliedAgain) {
    const ActivePrefix active = stack("12.4.1");
    const Environment fresh{{"PATH", "/bin"}};
    const std::string state = value_in(applied(fresh, {active}), "CUDAENV_STATE");
    const Environment tmux{{"PATH", "/usr/bin:/bin"}, {"CUDAENV_STATE", state}};

    const auto after = applied(tmux, {active});

    EXPECT_EQ(value_in(after, "PATH"), active.path + "/bin:/usr/bin:/bin");
    EXPECT_EQ(value_in(after, "CUDA_HOME"), active.path);
}

TEST_F(DeltaTest, OldElementsOfOursAreDropped) {
    const std::string gone = root_.path() + "/versions/11.8.0/bin";
    const Environment env{{"PATH", gone + ":/usr/bin:" + gone + ":/bin"}};

    EXPECT_EQ(value_in(applied(env, {}), "PATH"), "/usr/bin:/bin");
}

TEST_F(DeltaTest, AStateThatCannotBeReadIsDropped) {
    const Environment env{{"PATH", "/bin"}, {"CUDAENV_STATE", "1:%%%%"}};

    EXPECT_EQ(applied(env, {}), std::vector<std::string>{"PATH=/bin"});
}

TEST_F(DeltaTest, AFolderThatThePersonHasOnPathToo) {
    const std::string cuda = root_.folder().make("opt/cuda");
    const ActivePrefix active{cuda, *read_activation(cuda)};
    const std::string path = "/bin:" + cuda + "/bin:/sbin:" + cuda + "/lib";
    const Environment env{{"PATH", path}, {"LD_LIBRARY_PATH", cuda + "/lib64"}};
    const Environment inside{applied(env, {active})};

    EXPECT_EQ(value_in(inside.entries(), "PATH"),
              cuda + "/bin:/bin:/sbin:" + cuda + "/lib");  // no element twice
    EXPECT_EQ(counted(undone(inside)), counted(env.entries()));
}

TEST_F(DeltaTest, AFolderOnPathStaysWhenThePathWasChangedSince) {
    const ActivePrefix usr{"/usr", *parse_activation("cudaenv-activate 1\nbin bin\nend\n")};
    const Environment env{{"PATH", "/usr/bin:/bin"}};
    auto entries = applied(env, {usr});
    for (std::string& entry : entries) {
        if (entry.starts_with("PATH=")) entry = "PATH=/new:/usr/bin:/bin";
    }
    const Environment changed{entries};

    EXPECT_EQ(value_in(undone(changed), "PATH"), "/new:/usr/bin:/bin");
}

TEST_F(DeltaTest, CleanLibraryPathHoldsNothing) {
    const Environment env{{"PATH", "/bin"}, {"LD_LIBRARY_PATH", "/mine"}};
    DeltaInput clean = input(env.view(), {stack("12.4.1")});
    clean.clean_ld = true;

    EXPECT_EQ(value_in(hot::apply(env.view(), make_delta(clean)), "LD_LIBRARY_PATH"), "(unset)");
}

TEST_F(DeltaTest, UndoTakesEveryShimsFolderDeltaNone) {
    root_.folder().write("root/shims/cudaenv-shim", "");
    root_.folder().write("other/shims/cudaenv-shim", "");
    root_.folder().make("theirs/shims");
    const std::string others = root_.folder() / "other/shims";
    const std::string theirs = root_.folder() / "theirs/shims";
    const std::string shims = root_.path() + "/shims";
    const Environment env{{"PATH", shims + ":/a:" + others + ":/b:" + theirs}};

    EXPECT_EQ(value_in(undone(env), "PATH"), "/a:/b:" + theirs);
    EXPECT_EQ(applied(env, {}), env.entries());
}

TEST_F(DeltaTest, ThePromptPutsMissingShimsInFront) {
    root_.folder().write("root/shims/cudaenv-shim", "");
    const std::string shims = root_.path() + "/shims";
    const ActivePrefix active = stack("12.4.1");
    const Environment without{{"PATH", "/a"}};
    const Environment with{{"PATH", "/a:" + shims}};
    DeltaInput prompt = input(without.view(), {active});
    prompt.with_shims = true;

    EXPECT_EQ(value_in(hot::apply(without.view(), make_delta(prompt)), "PATH"),
              active.path + "/bin:" + shims + ":/a");
    prompt.env = with.view();
    EXPECT_EQ(value_in(hot::apply(with.view(), make_delta(prompt)), "PATH"),
              active.path + "/bin:/a:" + shims);
}

TEST_F(DeltaTest, AVeryLongPathIsHandledInOrder) {
    std::string path = "/first";
    for (int i = 0; i < 5000; ++i) path += ":/folder/number/" + std::to_string(i);
    const Environment env{{"PATH", path}};
    const ActivePrefix active = stack("12.4.1");
    const Environment inside{applied(env, {active})};

    EXPECT_EQ(value_in(inside.entries(), "PATH"), active.path + "/bin:" + path);
    EXPECT_EQ(undone(inside), env.entries());
}

TEST_F(DeltaTest, ADoubledVariableBecomesOne) {
    const Environment env{std::vector<std::string>{"CUDA_HOME=/a", "X=1", "CUDA_HOME=/b"}};
    const Delta delta{{"CUDA_HOME", "/c"}};

    EXPECT_EQ(hot::apply(env.view(), delta), (std::vector<std::string>{"CUDA_HOME=/c", "X=1"}));
}

// Random environments, with the odd values that real ones have.
class AnyEnvironment {
  public:
    explicit AnyEnvironment(unsigned seed) : random_(seed) {}

    std::vector<std::string> entries() {
        std::vector<std::string> made{"HOME=/home/x", "CUDA=1"};
        for (const char* name :
             {"PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "MANPATH", "PKG_CONFIG_PATH"}) {
            if (pick(3) > 0) made.push_back(std::string(name) + "=" + list());
        }
        for (const char* name :
             {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDACXX", "NVCC_CCBIN"}) {
            if (pick(2) == 0) made.push_back(std::string(name) + "=" + element());
        }
        std::shuffle(made.begin(), made.end(), random_);
        return made;
    }
    unsigned pick(unsigned count) { return static_cast<unsigned>(random_()) % count; }

  private:
    std::string element() {
        static const std::vector<std::string> kElements{
            "", "/usr/bin", "/bin", "/a b", "/c'd", "/e$f\n", "\xFF\xFE", ".", "/usr/bin/", "/=:"};
        return kElements[pick(static_cast<unsigned>(kElements.size()))];
    }
    std::string list() {
        std::string text;
        for (unsigned i = pick(6); i > 0; --i) text += element() + (i > 1 ? ":" : "");
        return text;
    }

    std::mt19937 random_;
};

TEST_F(DeltaTest, UndoAfterAnyApplyIsIdentity) {
    const std::vector<ActivePrefix> stacks{stack("11.8.0"), stack("12.4.1"),
                                           stack("12.4.1+cudnn9.1.0")};
    for (unsigned seed = 0; seed < 1500; ++seed) {
        AnyEnvironment random(seed);
        conf_.build_paths = random.pick(2) == 0;
        conf_.ld_library_path = static_cast<LibraryPathMode>(random.pick(3));
        const Environment before{random.entries()};
        std::vector<std::string> now = before.entries();
        for (unsigned switches = 1 + random.pick(3); switches > 0; --switches) {
            const Environment from{now};
            now = applied(from, {stacks[random.pick(3)], stacks[random.pick(3)]});
        }
        const Environment inside{now};

        ASSERT_EQ(counted(undone(inside)), counted(before.entries())) << "seed " << seed;
    }
}

}  // namespace
}  // namespace cudaenv::hot
