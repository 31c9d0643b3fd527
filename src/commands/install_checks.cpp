// SPDX-License-Identifier: MIT
#include "commands/install_checks.hpp"

#include <algorithm>
#include <utility>

#include "commands/finding_json.hpp"
#include "commands/fine.hpp"
#include "commands/judging.hpp"

namespace cudaenv::commands {

namespace {

using compat::Finding;
using compat::Level;

// What the receipt keeps: a refusal that -f overrode stands there as one.
std::vector<store::ReceiptCheck> receipt_checks(const compat::Verdict& verdict, bool is_forced) {
    std::vector<store::ReceiptCheck> checks;
    for (const Finding& finding : verdict.findings) {
        if (finding.level == Level::allow) continue;
        checks.push_back({finding.code, finding.reason, std::string(level_word(finding.level)),
                          is_forced && finding.level == Level::refuse});
    }
    return checks;
}

bool has_compiler(const PartOptions& parts) {
    if (parts.only.empty()) return parts.profile != "runtime";
    return std::ranges::any_of(
        parts.only, [](const std::string& name) { return name == "nvcc" || name == "cuda_nvcc"; });
}

JudgeRequest judge_request(const InstallRequest& request, const Target& target) {
    JudgeRequest judged;
    judged.verb = "install";
    judged.request = target.requested;
    judged.stack.toolkit = target.release->version;
    for (const catalog::Companion& companion : target.companions) {
        const auto version = base::parse_version(companion.release->version);
        if (!version) continue;
        judged.stack.companions.push_back(
            {companion.release->product, *version, companion.build->name});
    }
    judged.has_compiler = has_compiler(request.parts);
    judged.is_strict = request.strict;
    judged.is_build_only = request.build_only;
    return judged;
}

// Two releases may have one thing to say: that there is no driver.
void add_findings(compat::Verdict more, std::vector<Finding>& findings) {
    for (Finding& finding : more.findings) {
        const bool is_said = std::ranges::any_of(findings, [&](const Finding& said) {
            return said.code == finding.code && said.title == finding.title;
        });
        if (!is_said) findings.push_back(std::move(finding));
    }
}

void add_sentences(const std::vector<std::string>& more, std::vector<std::string>& sentences) {
    for (const std::string& sentence : more) {
        if (std::ranges::count(sentences, sentence) == 0) sentences.push_back(sentence);
    }
}

// On a login node the target's driver stands in for one that is not there.
Result<void> note_missing_driver(const InstallRequest& request, const Grounds& grounds,
                                 const World& world, compat::Verdict& verdict) {
    if (request.target_driver.empty()) return {};
    CUDAENV_TRY(const probe::Machine here, machine_of(world, {}, grounds.tables));
    if (!here.is_driver_known || here.driver) return {};
    Finding& note = verdict.findings.emplace_back();
    note.code = "CE105";
    note.title = "no driver on this machine; checking for the given target";
    note.source = "cudaenv";
    return {};
}

}  // namespace

Result<InstallChecks> check_targets(const InstallRequest& request,
                                    const std::vector<Target>& targets, const World& world) {
    InstallChecks checks;
    if (targets.empty()) return checks;
    Inquiry inquiry;
    inquiry.targets = {request.target_driver, request.target_cc, request.target_arch,
                       request.target_glibc};
    CUDAENV_TRY(const Grounds grounds, find_grounds(world, inquiry));
    for (const Target& target : targets) {
        const JudgeRequest judged = judge_request(request, target);
        compat::Verdict verdict = judge(judged, grounds, world.config.check);
        checks.by_stack[stack_name(target)] = receipt_checks(verdict, request.force);
        const catalog::Runfile* file = catalog::runfile_for(*target.release, platform(world));
        add_sentences(fine_sentences(judged, grounds, verdict, file == nullptr ? "" : file->driver),
                      checks.fine);
        if (request.force) verdict = forced(std::move(verdict));
        add_findings(std::move(verdict), checks.verdict.findings);
    }
    CUDAENV_TRY(note_missing_driver(request, grounds, world, checks.verdict));
    std::ranges::stable_sort(checks.verdict.findings, std::ranges::greater{}, &Finding::level);
    return checks;
}

void add_checks(const InstallChecks& checks, plan::Plan& plan) {
    plan.verdict = checks.verdict;
    plan.notes.insert(plan.notes.end(), checks.fine.begin(), checks.fine.end());
    for (plan::Step& step : plan.steps) {
        auto* install = std::get_if<plan::Install>(&step);
        if (install == nullptr) continue;
        const auto found = checks.by_stack.find(install->receipt.stack);
        if (found != checks.by_stack.end()) install->receipt.checks = found->second;
    }
}

Result<void> refuse_driver(const InstallRequest& request, const World& world) {
    if (std::ranges::count(request.parts.with, "driver") == 0) return {};
    CUDAENV_TRY(const compat::Tables tables, load_tables(world));
    CUDAENV_TRY(const probe::Machine machine, machine_of(world, {}, tables));
    base::Failure failure = fail(Code::refused, "cudaenv never installs drivers")
                                .why("the driver is your distribution's matter")
                                .try_("cudaenv install VERSION");
    if (machine.os.kind != "wsl2") return failure;
    failure.value().ce = "CE108";
    failure.value().why = "in WSL2 the driver is Windows'; one installed in here would hide it";
    return failure;
}

}  // namespace cudaenv::commands
