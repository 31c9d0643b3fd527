// SPDX-License-Identifier: MIT
#include "commands/judging.hpp"

#include <algorithm>
#include <utility>

#include "compat/advice.hpp"
#include "compat/check.hpp"
#include "compat/policy.hpp"
#include "hot/installed.hpp"

namespace cudaenv::commands {

namespace {

using compat::Finding;
using compat::Level;
using compat::Verdict;

std::vector<base::Version> known_releases(const catalog::Catalog& catalog,
                                          const std::string& platform) {
    std::vector<base::Version> known;
    for (const catalog::Release& release : catalog.releases()) {
        const bool is_plain = release.kind == catalog::ReleaseKind::release;
        if (is_plain && catalog::is_published(release, platform)) known.push_back(release.version);
    }
    return known;
}

// What cannot be listed is not offered.
std::vector<compat::Stack> installed_stacks(const World& world) {
    std::vector<compat::Stack> stacks;
    const auto installed = hot::list_installed(world.layout, world.config.hot);
    if (!installed.has_value()) return stacks;
    for (const hot::Found& found : *installed) {
        const auto name = base::parse_stack_name(found.name);
        if (name && found.kind == hot::Found::Kind::stack) stacks.push_back(stack_of(*name));
    }
    return stacks;
}

compat::Action action_of(std::string_view setting) {
    if (setting == "off") return compat::Action::off;
    return setting == "warn" ? compat::Action::warn : compat::Action::refuse;
}

compat::Policy policy_of(const JudgeRequest& request, const Config::Check& check) {
    compat::Policy policy;
    policy.driver = action_of(check.driver);
    policy.gpu = action_of(check.gpu);
    policy.compiler = action_of(check.compiler);
    policy.glibc = action_of(check.glibc);
    policy.is_strict = request.is_strict;
    policy.is_build_only = request.is_build_only;
    return policy;
}

// The questions that having a stack raises; the one that asks for most comes first, so that what is
// advised meets it.
std::vector<compat::Question> questions_of(const JudgeRequest& request) {
    compat::Question run;
    run.stack = request.stack;
    if (!request.has_compiler) return {run};
    compat::Question build = run;
    build.use = compat::Use::build;
    return {build, run};
}

}  // namespace

Result<Grounds> find_grounds(const World& world, const Inquiry& inquiry) {
    Grounds grounds;
    CUDAENV_TRY(grounds.tables, load_tables(world));
    CUDAENV_TRY(grounds.machine, machine_of(world, inquiry, grounds.tables));
    CUDAENV_TRY(const catalog::Catalog catalog, load_catalog(world));
    grounds.known = known_releases(catalog, platform(world));
    grounds.installed = installed_stacks(world);
    return grounds;
}

Verdict judge(const JudgeRequest& request, const Grounds& grounds, const Config::Check& check) {
    const compat::Policy policy = policy_of(request, check);
    const compat::Choices choices{grounds.known, grounds.installed, request.verb, request.request};
    Verdict verdict;
    for (const compat::Question& question : questions_of(request)) {
        Verdict answer = apply(policy, compat::check(question, grounds.machine, grounds.tables));
        advise(answer, question, grounds.machine, grounds.tables, policy, choices);
        merge(std::move(answer), verdict);
    }
    return verdict;
}

std::string refusal_code(const JudgeRequest& request, const Grounds& grounds,
                         const Config::Check& check) {
    const compat::Policy policy = policy_of(request, check);
    for (const compat::Question& question : questions_of(request)) {
        const Verdict answer =
            apply(policy, compat::check(question, grounds.machine, grounds.tables));
        const auto refusal = std::ranges::find(answer.findings, Level::refuse, &Finding::level);
        if (refusal != answer.findings.end()) return refusal->code;
    }
    return "";
}

void merge(Verdict more, Verdict& verdict) {
    for (Finding& finding : more.findings) {
        const auto same = std::ranges::find_if(verdict.findings, [&](const Finding& other) {
            return other.code == finding.code && other.reason == finding.reason &&
                   other.found == finding.found;
        });
        if (same == verdict.findings.end()) {
            verdict.findings.push_back(std::move(finding));
        } else if (same->level < finding.level) {
            *same = std::move(finding);
        }
    }
    std::ranges::stable_sort(verdict.findings, std::ranges::greater{}, &Finding::level);
}

Verdict forced(Verdict verdict) {
    for (Finding& finding : verdict.findings) finding.level = std::min(finding.level, Level::warn);
    return verdict;
}

Error refusal_of(const Verdict& verdict) {
    const auto refusal = std::ranges::find(verdict.findings, Level::refuse, &Finding::level);
    CUDAENV_CHECK(refusal != verdict.findings.end());
    Error error;
    error.code = Code::refused;
    error.what = refusal->title;
    error.found = refusal->found;
    error.needs = refusal->needs;
    error.why = refusal->why;
    error.try_ = refusal->try_;
    error.notes = refusal->notes;
    error.ce = refusal->code;
    return error;
}

compat::Stack stack_of(const base::StackName& name) {
    compat::Stack stack;
    stack.toolkit = name.toolkit;
    for (const base::Companion& companion : name.companions) {
        const auto version = base::parse_version(companion.version);
        if (version) stack.companions.push_back({companion.name, *version, ""});
    }
    return stack;
}

}  // namespace cudaenv::commands
