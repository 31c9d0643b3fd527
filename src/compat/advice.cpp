// SPDX-License-Identifier: MIT
#include "compat/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/wheels.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

class Advisor {
  public:
    Advisor(const Question& question, const probe::Machine& machine, const Tables& tables,
            const Policy& policy, const Choices& choices)
        : question_(question),
          machine_(machine),
          tables_(tables),
          policy_(policy),
          choices_(choices) {}

    // Fills try_, and says so where nothing helps.
    void advise(Finding& finding) const {
        const std::size_t before = finding.try_.size();
        const bool is_of_running = try_what_fits(finding);
        if (finding.level == Level::refuse && finding.try_.size() == before) {
            finding.notes.push_back("no release that cudaenv knows helps on this machine");
        }
        if (is_of_running) try_build_only(finding);
    }

  private:
    // Whether it is the toolkit that does not run or build, and nothing beside it.
    bool try_what_fits(Finding& finding) const {
        if (is_of_wheel(finding)) return try_other_wheels(finding), false;
        if (finding.reason.starts_with("EXTENSION_")) return try_toolkits_of_wheel(finding), false;
        if (finding.code == "CE504") return try_other_cudnn(finding), false;
        if (finding.reason == "WSL_LINUX_DRIVER") return try_toolkit_package(finding), false;
        if (finding.code == "CE301") try_other_compilers(finding);
        try_other_toolkits(finding);
        return true;
    }

    Verdict judged(const Question& question, const probe::Machine& machine) const {
        return apply(policy_, check(question, machine, tables_));
    }

    // Whether doing that instead is accepted and rids of the finding; a warning that would come
    // back is no way out of a warning, but is one out of a refusal.
    bool helps(const Finding& finding, const Question& question,
               const probe::Machine& machine) const {
        const Verdict verdict = judged(question, machine);
        if (verdict.level() == Level::refuse) return false;
        if (finding.level == Level::refuse) return true;
        return std::ranges::find(verdict.findings, finding.reason, &Finding::reason) ==
               verdict.findings.end();
    }
    bool helps(const Finding& finding, const Question& question) const {
        return helps(finding, question, machine_);
    }

    // A finding that stays when the toolkit is left out is the wheel's own.
    bool is_of_wheel(const Finding& finding) const {
        if (!question_.framework || finding.reason.starts_with("EXTENSION_")) return false;
        if (finding.code == "CE505") return true;
        Question wheel_alone = question_;
        wheel_alone.stack = {};
        const Verdict verdict = check(wheel_alone, machine_, tables_);
        return std::ranges::find(verdict.findings, finding.title, &Finding::title) !=
               verdict.findings.end();
    }

    void try_other_wheels(Finding& finding) const {
        for (const Framework& other : alternatives(tables_, *question_.framework)) {
            Question question = question_;
            question.framework = other;
            if (question.stack.toolkit && question.use != Use::build_extension) question.stack = {};
            const auto wheel = wheel_of(tables_, other, has_windows_driver(machine_));
            if (!wheel || wheel->targets.empty() || !helps(finding, question)) continue;
            finding.try_.push_back(wheel->install);
            return;
        }
    }

    void try_toolkits_of_wheel(Finding& finding) const {
        const auto wheel = wheel_of(tables_, *question_.framework, has_windows_driver(machine_));
        if (!wheel) return;
        const auto of_line = [&](const Version& release) {
            return base::line_of(release) == base::line_of(wheel->cuda);
        };
        const auto of_major = [&](const Version& release) {
            return release.major() == wheel->cuda.major();
        };
        auto release = newest(finding, of_line);
        if (!release) release = newest(finding, of_major);
        if (release) finding.try_.push_back(command_for(*release));
    }

    void try_other_cudnn(Finding& finding) const {
        std::vector<Version> versions;
        for (const CudnnBuildRow& row : tables_.cudnn_builds) versions.push_back(row.version);
        std::ranges::sort(versions, std::ranges::greater{});
        for (const Version& version : versions) {
            Question question = question_;
            for (Companion& companion : question.stack.companions) {
                if (companion.name == "cudnn") companion = {"cudnn", version, ""};
            }
            if (!is_settled(finding, question)) continue;
            finding.try_.push_back("cudaenv install " + words_of(question.stack));
            return;
        }
    }

    // Of a companion not even a warning is to be left.
    bool is_settled(const Finding& finding, const Question& question) const {
        const Verdict verdict = judged(question, machine_);
        return verdict.level() != Level::refuse &&
               std::ranges::find(verdict.findings, finding.code, &Finding::code) ==
                   verdict.findings.end();
    }

    void try_toolkit_package(Finding& finding) const {
        const auto& toolkit = question_.stack.toolkit;
        if (!toolkit || machine_.install_packages.empty()) return;
        finding.try_.push_back(fmt::format("sudo apt-get install cuda-toolkit-{}-{}",
                                           toolkit->major(), toolkit->minor()));
    }

    void try_other_compilers(Finding& finding) const {
        for (std::size_t i = 1; i < machine_.compilers.size(); ++i) {
            probe::Machine machine = machine_;
            std::swap(machine.compilers[0], machine.compilers[i]);
            const probe::Compiler& compiler = machine.compilers[0];
            if (compiler.path.empty() || !helps(finding, question_, machine)) continue;
            const Verdict verdict = judged(question_, machine);
            if (std::ranges::find(verdict.findings, "CE301", &Finding::code) !=
                verdict.findings.end()) {
                continue;
            }
            finding.try_.push_back("cudaenv config ccbin " + compiler.path);
            return;
        }
    }

    // What is installed already goes before what must be downloaded.
    void try_other_toolkits(Finding& finding) const {
        if (!question_.stack.toolkit || finding.reason == "ARCH_DEPRECATED") return;
        if (finding.code == "CE102" && finding.level < Level::refuse) return;
        if (choices_.verb != "install") try_installed(finding);
        const auto release = newest(finding, [](const Version&) { return true; });
        if (!release) return;
        const bool is_of_driver = finding.level == Level::refuse && finding.code.starts_with("CE1");
        const bool is_newest = is_of_driver && is_newest_that_runs(*release);
        finding.try_.push_back(command_for(*release) +
                               (is_newest ? "   newest that runs here" : ""));
    }

    // Compilers and strictness may rule out what would run.
    bool is_newest_that_runs(const Version& release) const {
        Question question = question_;
        question.use = Use::run;
        return std::ranges::none_of(choices_.known, [&](const Version& newer) {
            question.stack.toolkit = newer;
            return release < newer && check(question, machine_, tables_).level() != Level::refuse;
        });
    }

    void try_installed(Finding& finding) const {
        for (auto stack = choices_.installed.rbegin(); stack != choices_.installed.rend();
             ++stack) {
            Question question = question_;
            question.stack = *stack;
            if (!stack->toolkit || stack->toolkit == question_.stack.toolkit) continue;
            if (!helps(finding, question)) continue;
            finding.try_.push_back(fmt::format("cudaenv {} {}", choices_.verb, words_of(*stack)));
            return;
        }
    }

    void try_build_only(Finding& finding) const {
        const bool is_of_running =
            finding.code.starts_with("CE1") || finding.code.starts_with("CE2");
        if (choices_.verb != "install" || finding.level != Level::refuse || !is_of_running) return;
        Policy policy = policy_;
        policy.is_build_only = true;
        if (apply(policy, check(question_, machine_, tables_)).level() == Level::refuse) return;
        finding.try_.push_back(
            fmt::format("cudaenv install --build-only {}   only compile here, run elsewhere",
                        choices_.request));
    }

    // The newest known release of those that `is_candidate` and that helps.
    template <typename Predicate>
    std::optional<Version> newest(const Finding& finding, Predicate is_candidate) const {
        for (auto release = choices_.known.rbegin(); release != choices_.known.rend(); ++release) {
            if (!is_candidate(*release) || release->count > 3) continue;
            Question question = question_;
            question.stack.toolkit = *release;
            if (helps(finding, question)) return *release;
        }
        return std::nullopt;
    }

    // "12.9" if that means the release, else "12.9.1".
    std::string request_for(const Version& release) const {
        const auto newer = std::ranges::find_if(choices_.known, [&](const Version& each) {
            return base::line_of(each) == base::line_of(release) && release < each;
        });
        return to_string(newer == choices_.known.end() ? base::line_of(release) : release);
    }

    std::string command_for(const Version& release) const {
        Stack stack = question_.stack;
        stack.toolkit = release;
        std::string request = request_for(release) + companion_words(stack);
        const bool is_installed =
            std::ranges::any_of(choices_.installed, [&](const Stack& installed) {
                return installed.toolkit == release &&
                       installed.companions.size() == stack.companions.size();
            });
        if (choices_.verb == "install") {
            return fmt::format("cudaenv {} {}", is_installed ? "local" : "install", request);
        }
        if (is_installed) return fmt::format("cudaenv {} {}", choices_.verb, request);
        return fmt::format("cudaenv install {0} && cudaenv {1} {0}", request, choices_.verb);
    }

    static std::string companion_words(const Stack& stack) {
        std::string words;
        for (const Companion& companion : stack.companions) {
            words += "+" + companion.name;
            if (companion.version.count == 0) continue;
            if (base::is_digit(companion.name.back())) words += "@";
            words += to_string(companion.version);
            if (!companion.build.empty()) words += "/" + companion.build;
        }
        return words;
    }

    std::string words_of(const Stack& stack) const {
        return to_string(*stack.toolkit) + companion_words(stack);
    }

    const Question& question_;
    const probe::Machine& machine_;
    const Tables& tables_;
    const Policy& policy_;
    const Choices& choices_;
};

}  // namespace

void advise(Verdict& verdict, const Question& question, const probe::Machine& machine,
            const Tables& tables, const Policy& policy, const Choices& choices) {
    const Advisor advisor(question, machine, tables, policy, choices);
    for (Finding& finding : verdict.findings) {
        if (finding.level >= Level::warn) advisor.advise(finding);
    }
}

}  // namespace cudaenv::compat
