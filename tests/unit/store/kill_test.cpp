// SPDX-License-Identifier: MIT
// A process is killed behind each step of installing, replacing and removing; the next one heals
// and does the work again. Whatever the step, no half stack is ever seen and the end is the same.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>

#include "some_stack.hpp"
#include "store/heal.hpp"
#include "store/verify.hpp"
#include "sys/files.hpp"

namespace cudaenv::store {
namespace {

namespace fs = std::filesystem;

const Tree kOld = {{"bin/nvcc", "old"}, {"include/cuda.h", "same"}};
const Tree kNew = {{"bin/nvcc", "new"}, {"include/cuda.h", "same"}, {"lib/a", "->b"}};

using Work = std::function<void(const base::Layout&, const MoveOptions&)>;

struct Scene {
    std::string name;
    bool has_old = false;  // a stack is there before
    bool ends_without = false;
    MoveOptions options;
    Work work;
};

void install_new(const base::Layout& layout, const MoveOptions& options) {
    EXPECT_OK(install(layout, "12.4.1", kNew, options));
}

void remove_if_there(const base::Layout& layout, const MoveOptions& options) {
    const auto removed = remove_stack(layout, "12.4.1", options);
    EXPECT_TRUE(removed || removed.error().code == Code::not_installed);
}

// Runs the work in a child that kills itself behind the step of that number, from 0. False: the
// work had no such step and came to its end.
bool work_until(int step, const base::Layout& layout, const Scene& scene) {
    const pid_t child = ::fork();
    if (child == 0) {
        int seen = 0;
        MoveOptions options = scene.options;
        options.on_step = [&](std::string_view) {
            if (seen++ == step) std::raise(SIGKILL);
        };
        scene.work(layout, options);
        ::_exit(0);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

// A folder with a receipt is whole, at any moment: here, just after the kill.
void expect_no_half_stack(const base::Layout& layout) {
    if (!sys::exists(base::Layout::receipt(layout.prefix("12.4.1")))) return;
    const auto outcome = verify(layout.prefix("12.4.1"));
    ASSERT_TRUE(outcome) << outcome.error().what;
    EXPECT_TRUE(outcome->damages.empty()) << outcome->damages.front().row.path;
}

// Every path below the folder with its kind and bytes.
std::map<std::string, std::string> contents_of(const std::string& folder) {
    std::map<std::string, std::string> contents;
    EXPECT_OK(sys::walk(folder, [&](const std::string& path, const sys::FileInfo& info) {
        std::string& text = contents[path];
        if (info.kind == sys::FileKind::file) text = sys::read_file(folder + "/" + path).value();
        if (info.kind == sys::FileKind::link) text = sys::read_link(folder + "/" + path).value();
        return Result<void>();
    }));
    return contents;
}

class KillTest : public testing::TestWithParam<Scene> {
  protected:
    // The state in the end: what lies in versions/ and staging/.
    static std::map<std::string, std::string> end_of(const base::Layout& layout) {
        EXPECT_OK(heal(layout, {}));
        GetParam().work(layout, GetParam().options);
        EXPECT_TRUE(fs::is_empty(layout.staging()));
        return contents_of(layout.versions());
    }
};

TEST_P(KillTest, EndsTheSameWhicheverStepItIsKilledBehind) {
    const Scene& scene = GetParam();
    std::map<std::string, std::string> expected;
    int steps = 0;
    for (bool was_killed = true; was_killed; ++steps) {
        SCOPED_TRACE("step " + std::to_string(steps));
        MemoryFolder root;
        const base::Layout layout(root.path());
        fs::create_directories(layout.versions());
        fs::create_directories(layout.staging());
        if (scene.has_old) EXPECT_OK(install(layout, "12.4.1", kOld));
        if (steps == 0) {
            MemoryFolder other;
            const base::Layout untouched(other.path());
            fs::create_directories(untouched.versions());
            fs::create_directories(untouched.staging());
            if (scene.has_old) EXPECT_OK(install(untouched, "12.4.1", kOld));
            expected = end_of(untouched);
        }

        was_killed = work_until(steps, layout, scene);

        expect_no_half_stack(layout);
        EXPECT_EQ(end_of(layout), expected);
    }
    EXPECT_GE(steps, 3);
    EXPECT_EQ(expected.empty(), scene.ends_without);
}

// A finished prefix whose process died before the last rename is not built again.
TEST(KillAfterReceipt, IsCommittedByHealing) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    const pid_t child = ::fork();
    if (child == 0) {
        MoveOptions options;
        options.on_step = [](std::string_view step) {
            if (step == "receipt written") std::raise(SIGKILL);
        };
        install_new(layout, options);
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(fs::is_empty(layout.versions()));

    const auto healed = heal(layout, {});

    ASSERT_TRUE(healed);
    EXPECT_EQ(healed->committed, std::vector<std::string>{"12.4.1"});
    EXPECT_TRUE(verify(layout.prefix("12.4.1"))->damages.empty());
    EXPECT_TRUE(fs::is_empty(layout.staging()));
}

// Not between steps but in the midst of writing, linking and deleting.
TEST(KillAtAnyMoment, LeavesNothingThatHealingDoesNotSettle) {
    MemoryFolder root;
    const base::Layout layout(root.path());
    EXPECT_OK(install(layout, "12.4.1", kOld));
    Tree large = kNew;
    for (int i = 0; i < 300; ++i) large["include/f" + std::to_string(i)] = std::to_string(i);
    for (int moment = 0; moment < 20; ++moment) {
        SCOPED_TRACE(moment);
        const pid_t child = ::fork();
        if (child == 0) {
            for (int i = 0;; ++i) {
                if (!install(layout, "12.4.1", i % 2 == 0 ? large : kOld)) ::_exit(1);
            }
        }
        ::usleep(static_cast<useconds_t>(2000 + moment * 3700));
        ::kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status));

        expect_no_half_stack(layout);
        EXPECT_OK(heal(layout, {}));
        EXPECT_TRUE(fs::is_empty(layout.staging()));
        EXPECT_TRUE(verify(layout.prefix("12.4.1"))->damages.empty());
    }
}

MoveOptions quirks(bool can_exchange, bool can_move_installed) {
    return {.on_step = {}, .can_exchange = can_exchange, .can_move_installed = can_move_installed};
}

INSTANTIATE_TEST_SUITE_P(
    Store, KillTest,
    testing::Values(Scene{"Install", false, false, {}, install_new},
                    Scene{"Replace", true, false, {}, install_new},
                    Scene{"ReplaceByTwoRenames", true, false, quirks(false, true), install_new},
                    Scene{"ReplaceInPlace", true, false, quirks(true, false), install_new},
                    Scene{"Remove", true, true, {}, remove_if_there},
                    Scene{"RemoveInPlace", true, true, quirks(true, false), remove_if_there}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace cudaenv::store
