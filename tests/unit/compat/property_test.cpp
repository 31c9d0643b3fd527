// SPDX-License-Identifier: MIT
// Laws of the judgement that hold for all machines: over the borders of the tables, and over
// machines by chance (always the same ones).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compat/check.hpp"
#include "worlds.hpp"

namespace cudaenv::compat {
namespace {

using ::testing::Each;
using ::testing::Field;

constexpr unsigned kSeed = 20261130;

Verdict judge(const World& world) {
    return check(world.question, world.machine, the_tables());
}

std::vector<Finding> refusals(const Verdict& verdict) {
    std::vector<Finding> found;
    for (const Finding& finding : verdict.findings) {
        if (finding.level == Level::refuse) found.push_back(finding);
    }
    return found;
}

bool refuses_for(const Verdict& verdict, const std::string& reason) {
    return std::ranges::any_of(refusals(verdict),
                               [&](const Finding& finding) { return finding.reason == reason; });
}

World a_world(const base::Version& release, const std::string& driver) {
    World world;
    world.machine.os.kind = "linux", world.machine.os.arch = "x86_64";
    world.machine.is_driver_known = true;
    world.machine.driver.emplace().version = driver;
    world.question.stack.toolkit = release;
    return world;
}

std::string words(const World& world) {
    std::string text = "CUDA " + to_string(*world.question.stack.toolkit);
    if (world.machine.driver) text += ", driver " + world.machine.driver->version;
    if (!world.machine.gpus) return text;
    for (const probe::Gpu& gpu : *world.machine.gpus) {
        text += ", " + gpu.name + " (" + to_string(*gpu.cc) + ")";
    }
    return text;
}

// Driver by driver, oldest first: what is not refused stays so until a driver drops the GPU.
void expect_newer_drivers_serve(const base::Version& release, const probe::Gpu& gpu, Use use) {
    bool was_accepted = false;
    for (const std::string& driver : border_drivers(false)) {
        World world = a_world(release, driver);
        world.machine.gpus = {gpu}, world.question.use = use;
        const Verdict verdict = judge(world);
        if (was_accepted) {
            EXPECT_THAT(refusals(verdict), Each(Field(&Finding::reason, "GPU_DROPPED_BY_DRIVER")))
                << words(world);
        }
        was_accepted = was_accepted || verdict.level() != Level::refuse;
    }
}

TEST(Laws, ANewerDriverRefusesOnlyWhatItNoLongerDrives) {
    Worlds chance(kSeed);
    const std::vector<probe::Gpu> gpus = all_gpus();
    for (const base::Version& release : known_releases()) {
        if (!chance.once_in(3)) continue;
        const Use use = chance.once_in(2) ? Use::run : Use::run_ptx;
        expect_newer_drivers_serve(release, chance.one_of(gpus), use);
    }
}

TEST(Laws, ANewerReleaseNeverNeedsAnOlderDriver) {
    for (const std::string& driver : border_drivers(false)) {
        bool was_below = false;
        for (const base::Version& release : known_releases()) {
            const World world = a_world(release, driver);
            const Verdict verdict = judge(world);
            const bool is_below = refuses_for(verdict, "DRIVER_BELOW_FLOOR") ||
                                  refuses_for(verdict, "DRIVER_BELOW_TOOLKIT");
            EXPECT_TRUE(is_below || !was_below) << words(world);
            was_below = is_below;
        }
    }
}

TEST(Laws, EveryGpuIsRefusedByAllReleasesBehindTheFirstThatDroppedIt) {
    for (const probe::Gpu& gpu : all_gpus()) {
        bool was_too_old = false;
        for (const base::Version& release : known_releases()) {
            World world;
            world.machine.gpus = {gpu}, world.question.stack.toolkit = release;
            const bool is_too_old = refuses_for(judge(world), "GPU_OLDER_THAN_TOOLKIT");
            EXPECT_TRUE(is_too_old || !was_too_old) << words(world);
            was_too_old = is_too_old;
        }
    }
}

TEST(Laws, AGccIsRefusedIfAnOlderOneIsTooNew) {
    for (const base::Version& release : known_releases()) {
        World world;
        world.question.stack.toolkit = release, world.question.use = Use::build;
        bool was_too_new = false;
        for (unsigned gcc = 5; gcc <= 17; ++gcc) {
            world.machine.compilers = {{"gcc", std::to_string(gcc), ""}};
            const bool is_too_new = judge(world).level() == Level::refuse;
            EXPECT_TRUE(is_too_new || !was_too_new) << words(world) << ", gcc " << gcc;
            was_too_new = is_too_new;
        }
    }
}

TEST(Laws, OfAnEmptyMachineNothingIsJudged) {
    for (const base::Version& release : known_releases()) {
        for (const Use use : {Use::run, Use::run_ptx, Use::build, Use::build_extension}) {
            World world;
            world.question.stack.toolkit = release, world.question.use = use;
            EXPECT_LT(judge(world).level(), Level::warn) << words(world);
        }
    }
}

TEST(Laws, NoDriverAndNoGpuRefuseNothing) {
    for (const base::Version& release : known_releases()) {
        World world;
        world.machine.is_driver_known = true;
        world.machine.gpus.emplace();
        world.question.stack.toolkit = release;
        EXPECT_LT(judge(world).level(), Level::warn) << words(world);
    }
}

TEST(Laws, WhoKnowsLessRefusesNoMore) {
    using probe::Machine;
    const std::vector<std::function<void(Machine&)>> forget{
        [](Machine& machine) { machine.driver.reset(), machine.is_driver_known = false; },
        [](Machine& machine) { machine.gpus.reset(); },
        [](Machine& machine) { machine.glibc.clear(); },
        [](Machine& machine) { machine.compilers.clear(); },
        [](Machine& machine) { machine.install_packages.clear(); },
    };
    Worlds worlds(kSeed);
    for (int i = 0; i < 800; ++i) {
        World world = worlds.next();
        const Level before = std::max(judge(world).level(), Level::note);
        worlds.one_of(forget)(world.machine);
        EXPECT_LE(judge(world).level(), before) << words(world);
    }
}

// Fields of a GPU and of the driver that are empty, as a probe file may leave them.
TEST(Laws, HalfKnownMachinesAreJudgedAlso) {
    Worlds worlds(kSeed + 1);
    for (int i = 0; i < 800; ++i) {
        World world = worlds.next();
        probe::Machine& machine = world.machine;
        if (machine.driver && worlds.once_in(2)) machine.driver->version.clear();
        if (machine.driver && worlds.once_in(3)) machine.driver->version = "unknown";
        if (!machine.gpus) machine.gpus.emplace();
        for (probe::Gpu& gpu : *machine.gpus) {
            if (worlds.once_in(2)) gpu.cc.reset();
            if (worlds.once_in(2)) gpu.gpu_class.clear();
            if (worlds.once_in(2)) gpu.name.clear();
        }
        for (probe::Compiler& compiler : machine.compilers) {
            if (worlds.once_in(2)) compiler.version.clear();
            if (worlds.once_in(4)) compiler.kind.clear();
        }
        if (worlds.once_in(2)) machine.os = {};
        if (worlds.once_in(4)) machine.glibc = "musl";
        if (worlds.once_in(4)) world.question.stack.toolkit.reset();

        for (const Finding& finding : judge(world).findings) {
            EXPECT_FALSE(finding.code.empty() || finding.title.empty());
        }
    }
}

}  // namespace
}  // namespace cudaenv::compat
