// SPDX-License-Identifier: MIT
#include "commands/compat.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "commands/asked_stack.hpp"
#include "commands/compat_table.hpp"
#include "commands/finding_json.hpp"
#include "commands/framework_text.hpp"
#include "commands/json.hpp"
#include "commands/judging.hpp"
#include "commands/planning.hpp"
#include "compat/advice.hpp"
#include "compat/check.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

using compat::Action;
using compat::Question;
using compat::Use;
using compat::Verdict;

// The facts' own levels: nothing is softened.
constexpr compat::Policy kFacts{Action::refuse, Action::refuse, Action::refuse,
                                Action::refuse, false,          false};

struct UseRow {
    std::string_view name;
    Use use;
    std::string_view purpose;
};
constexpr std::array<UseRow, 4> kUses{{
    {"run", Use::run, "running programs"},
    {"run-ptx", Use::run_ptx, "running programs that carry PTX only"},
    {"build", Use::build, "compiling with nvcc"},
    {"build-extension", Use::build_extension, "compiling extensions of the framework"},
}};

const UseRow& use_of(const std::string& name) {
    const auto row = std::ranges::find(kUses, std::string_view(name), &UseRow::name);
    return row == kUses.end() ? kUses.front() : *row;
}

// All that the answer rests on.
struct Basis {
    Grounds grounds;
    catalog::Catalog catalog;
    std::string platform;
    Question question;  // without its stack

    Known known() const { return {catalog, grounds.tables, platform}; }
};

Result<void> check_python(const std::string& text) {
    if (text.empty()) return {};
    const auto version =
        base::parse_version(text.ends_with('t') ? text.substr(0, text.size() - 1) : text);
    if (version && version->count >= 2) return {};
    return fail(Code::usage, "--python cannot be read").values(text, "a version: 3.12");
}

Result<Question> question_of(const CompatRequest& request) {
    Question question;
    question.use = use_of(request.use).use;
    question.python = request.python;
    CUDAENV_TRY(check_python(request.python));
    if (!request.framework.empty()) {
        CUDAENV_TRY(question.framework, parse_framework(request.framework));
    }
    if (question.use == Use::build_extension && !question.framework) {
        return fail(Code::usage, "--use build-extension needs --framework")
            .try_("cudaenv compat --use build-extension --framework torch==2.4.0+cu124 VERSION");
    }
    return question;
}

Result<Basis> basis_of(const CompatRequest& request, const World& world) {
    CUDAENV_TRY(Question question, question_of(request));
    CUDAENV_TRY(Grounds grounds, find_grounds(world, {.targets = request.targets}));
    CUDAENV_TRY(catalog::Catalog catalog, load_catalog(world));
    if (question.python.empty()) question.python = grounds.machine.python;
    if (!request.compat_package.empty()) grounds.machine.compat_package = request.compat_package;
    const std::string here = catalog::platform_of(grounds.machine.os.arch);
    return Basis{std::move(grounds), std::move(catalog), here.empty() ? platform(world) : here,
                 std::move(question)};
}

Verdict verdict_of(Question question, const AskedStack& asked, const Grounds& grounds) {
    question.stack = asked.stack;
    return compat::check(question, grounds.machine, grounds.tables);
}

std::string data_of(const AskedStack& asked, const Verdict& verdict) {
    auto findings = nlohmann::json::array();
    for (const auto& finding : verdict.findings)
        findings.push_back(finding_json(finding, level_fact(finding.level)));
    const nlohmann::json stack =
        asked.name.empty() ? nlohmann::json(nullptr) : nlohmann::json(asked.name);
    return json_text(
        {{"stack", stack}, {"verdict", verdict_fact(verdict)}, {"findings", findings}});
}

// "warn, with limits for running programs"
std::string sentence_of(const Verdict& verdict, std::string_view purpose) {
    const std::string word(verdict_word(verdict));
    const std::string how = word == "fail" ? ", not" : word == "warn" ? ", with limits" : "";
    return word + how + " for " + std::string(purpose);
}

// `asked` is without name and toolkit where only a framework is asked about.
Report answer(const CompatRequest& request, const AskedStack& asked, const Basis& basis) {
    Verdict verdict = verdict_of(basis.question, asked, basis.grounds);
    Question question = basis.question;
    question.stack = asked.stack;
    const compat::Choices choices{basis.grounds.known, basis.grounds.installed, "install",
                                  request.requests.empty() ? "" : request.requests.front()};
    compat::advise(verdict, question, basis.grounds.machine, basis.grounds.tables, kFacts, choices);
    Report report;
    report.json = data_of(asked, verdict);
    report.out = (asked.name.empty() ? request.framework : asked.name) + ": " +
                 sentence_of(verdict, use_of(request.use).purpose) + "\n";
    report.messages = asked.notes;
    const bool is_refused = verdict.level() == compat::Level::refuse;
    report.exit = is_refused ? 4 : 0;
    report.findings = std::move(verdict.findings);
    return report;
}

CompatRow row_of(const CompatRequest& request, const AskedStack& asked, const Basis& basis) {
    CompatRow row{asked.name, verdict_of(basis.question, asked, basis.grounds)};
    if (request.use.empty()) {
        Question build = basis.question;
        build.use = Use::build;
        merge(verdict_of(build, asked, basis.grounds), row.verdict);
    }
    return row;
}

bool is_listed(const catalog::Release& release, const Known& known) {
    return release.kind == catalog::ReleaseKind::release &&
           catalog::is_published(release, known.platform);
}

// The newest patch of each line, oldest line first.
std::vector<AskedStack> newest_of_lines(const Known& known) {
    std::vector<AskedStack> stacks;
    for (const catalog::Release& release : known.catalog.releases()) {
        if (!is_listed(release, known)) continue;
        const bool is_same_line =
            !stacks.empty() &&
            base::line_of(stacks.back().release->version) == base::line_of(release.version);
        if (is_same_line) stacks.pop_back();
        stacks.push_back(plain_stack(release));
    }
    return stacks;
}

// A request that leaves companions and patch open means every release that it matches.
Result<std::vector<AskedStack>> stacks_of(const std::string& text, const Known& known,
                                          const World& world) {
    CUDAENV_TRY(const AskedStack asked, asked_stack(text, known, world));
    CUDAENV_TRY(const base::Request request, without_aliases(text, world));
    std::vector<AskedStack> stacks;
    if (request.companions.empty()) {
        for (const catalog::Release& release : known.catalog.releases()) {
            if (is_listed(release, known) && base::matches(request, release.version))
                stacks.push_back(plain_stack(release));
        }
    }
    if (stacks.empty()) stacks.push_back(asked);
    return stacks;
}

Result<std::vector<AskedStack>> asked_stacks(const CompatRequest& request, const Known& known,
                                             const World& world) {
    if (request.requests.empty()) return newest_of_lines(known);
    std::vector<AskedStack> all;
    for (const std::string& text : request.requests) {
        CUDAENV_TRY(const auto stacks, stacks_of(text, known, world));
        for (const AskedStack& stack : stacks) {
            if (std::ranges::count(all, stack.name, &AskedStack::name) == 0) all.push_back(stack);
        }
    }
    return all;
}

Result<Report> tabulate(const CompatRequest& request, const Basis& basis, const World& world) {
    CUDAENV_TRY(const auto stacks, asked_stacks(request, basis.known(), world));
    CompatTable table{basis.grounds.machine, {}};
    Report report;
    for (const AskedStack& asked : stacks) {
        table.rows.push_back(row_of(request, asked, basis));
        report.messages.insert(report.messages.end(), asked.notes.begin(), asked.notes.end());
    }
    report.json = to_json(table);
    if (request.html.empty()) {
        report.out = to_text(table);
        report.messages.push_back(
            Message::info("`cudaenv compat VERSION` (with `--use build` also of compilers) tells "
                          "what is behind a code, and what helps"));
        return report;
    }
    CUDAENV_TRY(sys::write_file(request.html, to_html(table)));
    report.messages.push_back(Message::info("wrote " + request.html));
    return report;
}

}  // namespace

Result<Report> compat(const CompatRequest& request, const World& world) {
    CUDAENV_TRY(const Basis basis, basis_of(request, world));
    const bool is_one =
        request.requests.size() == 1 || (request.requests.empty() && !request.framework.empty());
    if (!is_one || !request.html.empty()) return tabulate(request, basis, world);
    AskedStack asked;
    if (!request.requests.empty()) {
        CUDAENV_TRY(asked, asked_stack(request.requests.front(), basis.known(), world));
    }
    return answer(request, asked, basis);
}

}  // namespace cudaenv::commands
