// SPDX-License-Identifier: MIT
// What people reported of drivers, GPUs, compilers and C libraries: the finding, what it says and
// what it offers. The public report stands in a comment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case.hpp"
#include "compat/advice.hpp"
#include "compat/fill_in.hpp"
#include "worlds.hpp"

namespace cudaenv::compat {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

probe::Machine a_machine() {
    probe::Machine machine;
    machine.os.kind = "linux", machine.os.arch = "x86_64";
    return machine;
}

probe::Machine on_driver(const std::string& version) {
    probe::Machine machine = a_machine();
    machine.is_driver_known = true;
    machine.driver.emplace().version = version;
    return machine;
}

probe::Machine with_gpu(const std::string& cc, probe::Machine machine = a_machine()) {
    probe::Gpu gpu;
    gpu.name = "GPU of " + cc, gpu.cc = a_version(cc), gpu.gpu_class = "geforce";
    machine.gpus.emplace().push_back(gpu);
    return machine;
}

probe::Machine with_gcc(const std::string& version) {
    probe::Machine machine = a_machine();
    machine.compilers = {{"gcc", version, "/usr/bin/g++"}};
    return machine;
}

Question a_question(const std::string& toolkit, Use use = Use::run) {
    Question question;
    question.stack.toolkit = a_version(toolkit), question.use = use;
    return question;
}

// The verdict that `cudaenv install TOOLKIT` meets, advice included.
Verdict install(const Question& question, probe::Machine machine, const Policy& policy = {}) {
    fill_in(machine, the_tables());
    Verdict verdict = apply(policy, check(question, machine, the_tables()));
    Choices choices;
    choices.known = known_releases();
    choices.request = to_string(base::line_of(*question.stack.toolkit));
    advise(verdict, question, machine, the_tables(), policy, choices);
    return verdict;
}

Verdict install(const std::string& toolkit, const probe::Machine& machine) {
    return install(a_question(toolkit), machine);
}

Finding finding_of(const Verdict& verdict, const std::string& code) {
    const auto found = std::ranges::find(verdict.findings, code, &Finding::code);
    EXPECT_NE(found, verdict.findings.end()) << "no " << code;
    return found == verdict.findings.end() ? Finding{} : *found;
}

std::string text_of(const Finding& finding) {
    std::string text =
        finding.title + "\n" + finding.found + "\n" + finding.needs + "\n" + finding.why + "\n";
    for (const std::string& note : finding.notes) text += note + "\n";
    return text;
}

// phohenecker/switch-cuda#4, ggml-org/llama.cpp#9665, NVIDIA/nvidia-container-toolkit#152
TEST(ReportsOfFigures, ADriverTellsTheHighestCudaOfItsBranch) {
    for (const auto& [driver, cuda] : {std::pair{"535.183.01", "12.2"},
                                       {"550.142", "12.4"},
                                       {"470.223.02", "11.4"},
                                       {"565.57.01", "12.7"}}) {
        probe::Machine machine = on_driver(driver);
        fill_in(machine, the_tables());
        EXPECT_EQ(machine.driver->cuda, cuda) << driver;
    }
}

// devcontainers/features#1295
TEST(ReportsOfFigures, TheFigureOfNvidiaSmiIsNoLimitWithinTheMajor) {
    const Verdict verdict = install("12.4.1", on_driver("535.216.03"));

    EXPECT_EQ(finding_of(verdict, "CE102").level, Level::warn);
    EXPECT_EQ(verdict.level(), Level::warn);
}

// fsl/base issue 10
TEST(ReportsOfFigures, OnlyTheFloorOfTheFamilyRefuses) {
    EXPECT_EQ(install("10.2.89", on_driver("418.40")).level(), Level::refuse);
    EXPECT_EQ(install("12.9.1", on_driver("525.60.13")).level(), Level::warn);
    EXPECT_EQ(install("12.0.0", on_driver("520")).level(), Level::refuse);
}

// uzh-rpg/rpg_open_remode#9
TEST(ReportsOfDrivers, ADriverFromBeforeAllReleasesIsToldSo) {
    const Finding finding = finding_of(install("12.4.1", on_driver("340.93")), "CE101");

    EXPECT_EQ(finding.level, Level::refuse);
    EXPECT_THAT(finding.needs, HasSubstr("525.60.13"));
    EXPECT_THAT(finding.try_, Each(HasSubstr("--build-only")));
    EXPECT_THAT(text_of(finding), HasSubstr("no release"));
}

// uzh-rpg/rpg_open_remode#9
TEST(ReportsOfDrivers, AnOldDriverIsOfferedTheNewestReleaseThatRunsThere) {
    const Finding finding = finding_of(install("12.4.1", on_driver("390.48")), "CE101");

    EXPECT_THAT(finding.needs, HasSubstr("525.60.13"));
    EXPECT_THAT(finding.try_, Contains(StartsWith("cudaenv install 9.1")));
}

// Chia-Network/bladebit#431
TEST(ReportsOfDrivers, Driver515IsOffered118For12) {
    const Finding finding = finding_of(install("12.0.1", on_driver("515.48.07")), "CE101");

    EXPECT_EQ(finding.level, Level::refuse);
    EXPECT_THAT(finding.needs, HasSubstr(">= 525.60.13"));
    ASSERT_THAT(finding.try_, Not(IsEmpty()));
    EXPECT_THAT(finding.try_.front(), StartsWith("cudaenv install 11.8"));
}

// nagadomi/nunif#702
TEST(ReportsOfDrivers, Driver570IsOffered129For13) {
    const Finding finding = finding_of(install("13.0.2", on_driver("570.124.06")), "CE101");

    EXPECT_EQ(finding.level, Level::refuse);
    EXPECT_THAT(finding.needs, HasSubstr(">= 580.65.06"));
    ASSERT_THAT(finding.try_, Not(IsEmpty()));
    EXPECT_THAT(finding.try_.front(), StartsWith("cudaenv install 12.9"));
}

// ComputationalRadiationPhysics/cuda_memtest#31, NVIDIA/nvbandwidth#61, NVlabs/PWC-Net#138
TEST(ReportsOfDrivers, PtxOfANewerMinorIsWarnedOf) {
    for (const auto& [driver, toolkit] :
         {std::pair{"460.80", "11.3.1"}, {"580.126.09", "13.2.1"}, {"470.223.02", "11.8.0"}}) {
        const Verdict verdict = install(toolkit, on_driver(driver));
        EXPECT_EQ(verdict.level(), Level::warn) << driver;
        EXPECT_THAT(finding_of(verdict, "CE102").why, HasSubstr("PTX")) << driver;
    }
}

// microsoft/onnxruntime#21435
TEST(ReportsOfDrivers, CompatLibrariesAreNotForGeForce) {
    probe::Machine machine = with_gpu("8.9", on_driver("535.183.01"));
    machine.compat_package = "cuda-compat-12-9";

    EXPECT_EQ(finding_of(install("12.9.1", machine), "CE106").level, Level::refuse);
}

// conda-forge/pytorch-cpu-feedstock#364
TEST(ReportsOfDrivers, ALoginNodeWithoutDriverIsNotRefused) {
    probe::Machine machine = a_machine();
    machine.is_driver_known = true;

    EXPECT_EQ(finding_of(install("12.4.1", machine), "CE105").level, Level::note);
    EXPECT_LT(install("12.4.1", machine).level(), Level::warn);
    EXPECT_EQ(install("12.4.1", on_driver("520")).level(), Level::refuse);
}

// NVIDIA/nvidia-docker#400
TEST(ReportsOfDrivers, AContainerWithoutGpusIsToldHowToStartIt) {
    probe::Machine machine = a_machine();
    machine.is_driver_known = true, machine.is_container = true;

    EXPECT_THAT(finding_of(install("12.4.1", machine), "CE105").why, HasSubstr("--gpus all"));
}

TEST(ReportsOfDrivers, ADriversFilesWithoutAGpuRefuseNothing) {
    probe::Machine machine = on_driver("535.261.03");
    machine.driver->is_loaded = false;
    machine.gpus.emplace();

    const Verdict verdict = install("13.0.2", machine);

    EXPECT_EQ(verdict.level(), Level::note);
    EXPECT_EQ(finding_of(verdict, "CE105").found, "driver 535.261.03, but no GPU");
}

// ggml-org/llama.cpp#13271
TEST(ReportsOfGpus, BlackwellNeeds128) {
    const Verdict verdict = install("12.4.1", with_gpu("12.0"));
    EXPECT_EQ(verdict.level(), Level::warn);
    EXPECT_THAT(text_of(finding_of(verdict, "CE201")), HasSubstr("12.8"));

    Policy strict;
    strict.is_strict = true;
    EXPECT_EQ(install(a_question("12.4.1"), with_gpu("12.0"), strict).level(), Level::refuse);
}

// facebookresearch/3detr#59, NVlabs/tiny-cuda-nn#239
TEST(ReportsOfGpus, AdaNeeds118OrCodeFor86) {
    const std::string text = text_of(finding_of(install("11.5.2", with_gpu("8.9")), "CE201"));

    EXPECT_THAT(text, HasSubstr("11.8"));
    EXPECT_THAT(text, HasSubstr("sm_86"));
}

// facebookresearch/detectron2#272
TEST(ReportsOfGpus, TuringNeeds100) {
    EXPECT_THAT(text_of(finding_of(install("9.2.148", with_gpu("7.5")), "CE201")),
                HasSubstr("10.0"));
}

// mudler/LocalAI#9948, NVIDIA/cutlass#3166
TEST(ReportsOfGpus, VoltaEndsWith129) {
    const Finding finding = finding_of(install("13.0.2", with_gpu("7.0")), "CE202");

    EXPECT_EQ(finding.level, Level::refuse);
    EXPECT_THAT(text_of(finding), HasSubstr("12.9"));
    EXPECT_THAT(finding.try_, Contains(StartsWith("cudaenv install 12.9")));
}

// ggml-org/llama.cpp#3501
TEST(ReportsOfGpus, FirstMaxwellRunsAll12) {
    EXPECT_LT(install("12.4.1", with_gpu("5.0")).level(), Level::warn);
    EXPECT_EQ(finding_of(install("12.9.1", with_gpu("5.0")), "CE202").level, Level::warn);
}

// mumax/3#310
TEST(ReportsOfGpus, FirstKeplerEndsWith102) {
    const Finding finding = finding_of(install("11.0.3", with_gpu("3.0")), "CE202");

    EXPECT_THAT(text_of(finding), HasSubstr("10.2"));
    EXPECT_THAT(finding.try_, Contains(StartsWith("cudaenv install 10.2")));
}

// Comfy-Org/ComfyUI#16438, astral-sh/uv#14742
TEST(ReportsOfGpus, PascalIsOfferedTheWheelThatHasItsCode) {
    Question question;
    question.framework = a_framework("torch==2.9.0+cu130");
    const probe::Machine machine = with_gpu("6.1", on_driver("580.95.05"));
    Verdict verdict = check(question, machine, the_tables());

    advise(verdict, question, machine, the_tables(), {}, {});

    const Finding finding = finding_of(verdict, "CE505");
    EXPECT_EQ(finding.level, Level::refuse);
    ASSERT_THAT(finding.try_, Not(IsEmpty()));
    EXPECT_THAT(finding.try_.front(), HasSubstr("cu126"));
}

// NVlabs/instant-ngp#1562
TEST(ReportsOfCompilers, AnInstalledCompilerThatFitsIsOfferedFirst) {
    probe::Machine machine = with_gcc("13.2.0");
    machine.compilers.push_back({"gcc", "12.3.0", "/usr/bin/g++-12"});

    const Finding finding = finding_of(install(a_question("12.1.1", Use::build), machine), "CE301");

    ASSERT_GE(finding.try_.size(), 2U);
    EXPECT_EQ(finding.try_[0], "cudaenv config ccbin /usr/bin/g++-12");
    EXPECT_THAT(finding.try_[1], StartsWith("cudaenv install"));
}

// NVIDIA/cuda-samples#250
TEST(ReportsOfCompilers, WithoutAnotherCompilerANewerToolkitIsOffered) {
    const Finding finding =
        finding_of(install(a_question("12.1.1", Use::build), with_gcc("13.1.0")), "CE301");

    ASSERT_THAT(finding.try_, Not(IsEmpty()));
    EXPECT_THAT(finding.try_, Each(StartsWith("cudaenv install 1")));
}

// spack/spack-packages#1098
TEST(ReportsOfCompilers, TheMinorOfGccDoesNotMatter) {
    for (const char* gcc : {"14.0.1", "14.1.0", "14.3.0"}) {
        EXPECT_LT(install(a_question("12.8.1", Use::build), with_gcc(gcc)).level(), Level::warn);
    }
    EXPECT_THAT(install(a_question("12.8.1", Use::build), with_gcc("15.1.0")).findings,
                Contains(testing::Field(&Finding::reason, "GCC_TOO_NEW")));
}

// spack/spack#52333
TEST(ReportsOfCompilers, TheLimitTheNumberAndThePathAreSaid) {
    const Finding finding =
        finding_of(install(a_question("12.1.1", Use::build), with_gcc("14.2.0")), "CE301");

    EXPECT_THAT(finding.needs, HasSubstr("gcc <= 12"));
    EXPECT_THAT(finding.found, HasSubstr("14.2.0"));
    EXPECT_THAT(finding.found, HasSubstr("/usr/bin/g++"));
}

// ggml-org/llama.cpp#8628
TEST(ReportsOfCompilers, Msvc1940Needs124) {
    probe::Machine machine = a_machine();
    machine.os.kind = "windows";
    machine.compilers = {{"msvc", "19.40", ""}};

    const Question question = a_question("12.2.2", Use::build);
    EXPECT_EQ(check(question, machine, the_tables()).level(), Level::refuse);
    EXPECT_LT(check(a_question("12.4.1", Use::build), machine, the_tables()).level(), Level::warn);
    EXPECT_THAT(finding_of(install(question, machine), "CE302").try_,
                Contains(StartsWith("cudaenv install 13")));
}

// opencv/opencv#27111
TEST(ReportsOfCLibraries, Glibc241IsWarnedOf) {
    probe::Machine machine = with_gcc("13.2.0");
    machine.glibc = "2.41";

    const Finding finding = finding_of(install(a_question("12.4.1", Use::build), machine), "CE303");

    EXPECT_EQ(finding.level, Level::warn);
    EXPECT_THAT(text_of(finding), HasSubstr("cospi"));
}

// NixOS/nixpkgs#498678
TEST(ReportsOfCLibraries, Glibc242IsRefusedUnlessTheConfigurationSaysWarn) {
    probe::Machine machine = with_gcc("13.2.0");
    machine.glibc = "2.42";
    const Question question = a_question("13.0.2", Use::build);

    EXPECT_EQ(check(question, machine, the_tables()).level(), Level::refuse);
    EXPECT_EQ(finding_of(install(question, machine), "CE303").level, Level::warn);
    EXPECT_THAT(text_of(finding_of(install(question, machine), "CE303")), HasSubstr("rsqrt"));
    EXPECT_LT(install(a_question("13.1.1", Use::build), machine).level(), Level::warn);
}

// microsoft/WSL#6582
TEST(ReportsOfWsl, AMetapackageThatBringsADriverIsRefused) {
    probe::Machine machine = on_driver("552.44");
    machine.os.kind = "wsl2";
    machine.install_packages = {"cuda"};

    const Finding finding = finding_of(install("12.4.1", machine), "CE108");

    EXPECT_EQ(finding.level, Level::refuse);
    EXPECT_THAT(finding.try_, ElementsAre(HasSubstr("cuda-toolkit-12-4")));
}

// JuliaGPU/CUDA.jl#2105, NixOS/nixpkgs#158350, dusty-nv/jetson-containers#1257
TEST(ReportsOfArm, ServerArchivesAreForJetsonFromL4t38) {
    for (const auto& [l4t, level] :
         {std::pair{"35.4.1", Level::refuse}, {"36.4.0", Level::refuse}, {"38.2.0", Level::note}}) {
        probe::Machine machine = a_machine();
        machine.os.arch = "sbsa";
        machine.is_tegra_known = true, machine.tegra = l4t;
        EXPECT_EQ(std::max(install("13.0.2", machine).level(), Level::note), level) << l4t;
    }
}

TEST(PolicyOfReports, BuildOnlyMakesDriverAndGpuNotes) {
    Policy policy;
    policy.is_build_only = true;
    const probe::Machine machine = with_gpu("7.0", on_driver("570.124.06"));

    const Verdict verdict = install(a_question("13.0.2"), machine, policy);

    EXPECT_EQ(verdict.level(), Level::note);
    EXPECT_GE(verdict.findings.size(), 2U);
}

TEST(PolicyOfReports, CompilersWarnUnlessToldToRefuse) {
    Policy policy;
    const Question question = a_question("12.1.1", Use::build);
    EXPECT_EQ(install(question, with_gcc("14.2.0"), policy).level(), Level::warn);

    policy.compiler = Action::refuse;
    EXPECT_EQ(install(question, with_gcc("14.2.0"), policy).level(), Level::refuse);

    policy.compiler = Action::off;
    EXPECT_EQ(install(question, with_gcc("14.2.0"), policy).level(), Level::note);
}

// nvcc 11.4 knows no sm_121: a flag that it refuses is no advice, and there is no such code to run.
TEST(ReportsOfDrivers, NoFlagIsOfferedThatTheToolkitRefuses) {
    const Finding alone =
        finding_of(install("11.4", with_gpu("12.1", on_driver("460.32.03"))), "CE102");
    EXPECT_THAT(alone.try_, IsEmpty());
    EXPECT_THAT(alone.notes, IsEmpty());

    probe::Machine both = with_gpu("12.1", on_driver("460.32.03"));
    both.gpus->push_back(with_gpu("8.6").gpus->front());
    EXPECT_THAT(finding_of(install("11.4", both), "CE102").try_,
                Contains(HasSubstr("code=sm_86 ")));
}

TEST(ReportsOfDrivers, ThatOfWindowsIsNoMatterOfADistribution) {
    probe::Machine machine = with_gpu("10.0", on_driver("531.14"));
    machine.os.kind = "wsl2";

    const Finding finding = finding_of(install("12.8", machine), "CE111");

    EXPECT_THAT(finding.notes,
                Contains("the driver is Windows'; install branch 570 or newer there"));
}

}  // namespace
}  // namespace cudaenv::compat
