// SPDX-License-Identifier: MIT
#include "commands/install.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "commands/cache.hpp"
#include "commands/eula.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/install_checks.hpp"
#include "commands/install_wishes.hpp"
#include "commands/json.hpp"
#include "commands/judging.hpp"
#include "commands/list_known.hpp"
#include "commands/local.hpp"
#include "commands/lookup.hpp"
#include "commands/planning.hpp"
#include "commands/redist_lists.hpp"
#include "commands/repair.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

// What this release cannot do is said before anything is downloaded.
Result<void> check_options(const InstallRequest& request) {
    const std::pair<bool, std::string_view> options[] = {{request.locked, "--locked"},
                                                         {request.refresh, "--refresh"}};
    for (const auto& [is_given, option] : options) {
        if (!is_given) continue;
        return fail(Code::refused, "this release of cudaenv has no " + std::string(option) + " yet")
            .try_("cudaenv install VERSION");
    }
    const std::string sources[] = {"", "runfile", "redist", "auto"};
    if (std::ranges::count(sources, request.parts.source) == 0) {
        return fail(Code::usage, "unknown source")
            .values(request.parts.source, "runfile, redist or auto");
    }
    if (!request.shell) return {};
    return fail(Code::usage, "install cannot change the shell that called it")
        .try_("cudaenv install VERSION && cudaenv shell VERSION");
}

// The requests of the nearest version file, each as one text.
Result<std::vector<std::string>> project_requests(const World& world) {
    World without_variable = world;  // CUDAENV_VERSION and the global choice are no project's file
    without_variable.env.unset("CUDAENV_VERSION");
    CUDAENV_TRY(const Lookup lookup, Lookup::of(without_variable));
    CUDAENV_TRY(const hot::Selection selection, hot::select(lookup.select_input()));
    if (selection.origin.kind != hot::Origin::Kind::file) {
        return fail(Code::nothing_selected, "no version given, and no version file here")
            .try_("cudaenv install VERSION")
            .try_("cudaenv install --list");
    }
    std::vector<std::string> texts;
    for (const base::Request& request : selection.file.requests) {
        texts.push_back(to_string(request));
    }
    world.observer->said(fmt::format("{} (asked for by {})", base::join(texts, " "),
                                     shown(world, selection.origin.path)));
    return texts;
}

// Roots where nothing could be installed, or nothing installed could run.
Result<void> check_root(const World& world) {
    const std::string& root = world.layout.root();
    CUDAENV_TRY(const sys::FileSystem disk, sys::file_system(root));
    if (disk.is_read_only) {
        return fail(Code::read_only, "the root is on a read-only file system")
            .at(root)
            .try_("cudaenv --root DIR install …");
    }
    if (!disk.is_noexec) return {};
    return fail(Code::noexec, "programs cannot be run from the root's file system")
        .at(root)
        .found("mounted noexec")
        .try_("cudaenv --root DIR install …   on another file system");
}

Json json_of(const execute::Outcome& outcome) {
    Json installed = Json::array();
    for (const execute::InstalledStackReport& stack : outcome.installed) {
        installed.push_back(
            {{"stack", stack.stack},
             {"prefix", stack.prefix},
             {"nvcc", stack.nvcc_version.empty() ? Json(nullptr) : Json(stack.nvcc_version)},
             {"verified_by", stack.verified_by},
             {"bytes", stack.bytes},
             {"was_there", stack.was_there}});
    }
    return {{"installed", installed}, {"fetched_bytes", outcome.fetched_bytes}};
}

std::string sentence_of(const execute::InstalledStackReport& stack, std::chrono::seconds took,
                        const World& world) {
    const std::string place = shown(world, stack.prefix);
    if (stack.was_there)
        return fmt::format("{} is in {}, installed by another", stack.stack, place);
    std::string text = fmt::format("installed {} in {} ({} s)", stack.stack, place, took.count());
    if (!stack.nvcc_version.empty()) text += ", nvcc reports " + stack.nvcc_version;
    return text;
}

// The scripts of hooks/install, once for each stack of the plan.
Result<void> run_install_hooks(const plan::Plan& plan, HookTime time, const World& world) {
    for (const plan::Step& step : plan.steps) {
        const auto* install = std::get_if<plan::Install>(&step);
        if (install == nullptr) continue;
        const std::string& stack = install->receipt.stack;
        CUDAENV_TRY(run_hooks(world, time, {"install", stack, world.layout.prefix(stack)}));
    }
    return {};
}

// Does what the plan says, and makes a report of the outcome.
Result<Report> carry_out(const plan::Plan& plan, const InstallRequest& request,
                         const World& world) {
    for (const std::string& note : plan.notes) world.observer->said(note);
    Report report;
    report.findings = plan.verdict.findings;
    report.are_findings_told = true;
    for (const compat::Finding& finding : report.findings) world.observer->found(finding);
    if (plan.is_empty()) return report;
    if (plan.archives > 0) {
        world.observer->said(plan::summary(plan, shown(world, plan.root)));
        CUDAENV_TRY(require_eula(world, request.accept_eula));
        CUDAENV_TRY(mark_cache(world));
    }
    CUDAENV_TRY(const execute::Settings settings, settings_for(request.transfer, world));
    const auto begin = world.now();
    CUDAENV_TRY(run_install_hooks(plan, HookTime::before, world));
    CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, settings, *world.observer));
    CUDAENV_TRY(raise_generation(world));
    CUDAENV_TRY(run_install_hooks(plan, HookTime::after, world));
    const auto took = std::chrono::duration_cast<std::chrono::seconds>(world.now() - begin);
    for (const execute::InstalledStackReport& stack : outcome.installed) {
        report.messages.push_back(Message::info(sentence_of(stack, took, world)));
    }
    report.json = json_text(json_of(outcome));
    return report;
}

// What a selection had to say, and whether it was refused.
void add_selection(Report selection, Report& report) {
    if (!report.error) report.error = std::move(selection.error);
    std::ranges::move(selection.findings, std::back_inserter(report.findings));
}

// --local, --global; else how to. What was installed just now is not judged again.
Result<void> select_afterwards(const InstallRequest& request, const std::vector<std::string>& texts,
                               const World& world, Report& report) {
    const bool is_judged = report.are_findings_told;
    if (request.local) {
        LocalRequest pin;
        pin.requests = texts;
        pin.is_judged = is_judged;
        CUDAENV_TRY(Report selection, local(pin, world));
        add_selection(std::move(selection), report);
    }
    if (request.global) {
        GlobalRequest pin;
        pin.requests = texts;
        pin.is_judged = is_judged;
        CUDAENV_TRY(Report selection, global(pin, world));
        add_selection(std::move(selection), report);
    }
    if (request.local || request.global || request.is_upgrade) return {};
    report.messages.push_back(Message::info(fmt::format(
        "use it: `cudaenv local {0}` here, or `cudaenv global {0}`", base::join(texts, " "))));
    return {};
}

Result<Report> dry_run(const plan::Plan& plan, const InstallRequest& request) {
    Report report;
    report.out = plan::to_text(plan);
    report.json = plan::to_json(plan);
    report.findings = plan.verdict.findings;
    if (request.dry_run_code && !plan.is_empty()) report.exit = 1;
    if (plan.verdict.level() == compat::Level::refuse) report.error = refusal_of(plan.verdict);
    return report;
}

Report refused(const compat::Verdict& verdict) {
    Report report;
    report.findings = verdict.findings;
    report.error = refusal_of(verdict);
    return report;
}

std::vector<Target> missing_of(const std::vector<Target>& targets,
                               const store::Installed& installed) {
    std::vector<Target> missing;
    std::ranges::copy_if(targets, std::back_inserter(missing), [&](const Target& target) {
        return installed.find(stack_name(target)) == nullptr;
    });
    return missing;
}

// Judge, plan, do.
Result<Report> install_targets(const InstallRequest& request, const std::vector<Target>& targets,
                               const Stock& known, const World& world) {
    CUDAENV_TRY(const store::Installed installed,
                store::snapshot(world.layout, world.config.hot.system_roots));
    const bool is_dry = request.dry_run || request.dry_run_code;
    const std::vector<Target> missing = request.force ? targets : missing_of(targets, installed);
    if (request.skip_existing && missing.empty()) {
        return is_dry ? dry_run(plan::Plan(), request) : Report();
    }
    CUDAENV_TRY(check_root(world));
    CUDAENV_TRY(const InstallChecks checks, check_targets(request, missing, world));
    if (checks.is_refused() && !is_dry) return refused(checks.verdict);
    // What is refused is planned from what is at hand, or not at all: nobody is asked for it.
    World asked = world;
    asked.options.offline |= checks.is_refused();
    RedistLists lists(asked, request.transfer, request.from);
    auto planned = wishes_for(request, targets, {known, installed, lists}, world);
    if (!planned && checks.is_refused()) return refused(checks.verdict);
    CUDAENV_TRY(const std::vector<plan::Wanted> wanted, std::move(planned));
    CUDAENV_TRY(const plan::Context context, plan_context(known.catalog, world));
    CUDAENV_TRY(plan::Plan plan, plan::make(wanted, installed, context));
    note_unused_choice(request, wanted, installed, plan);
    add_checks(checks, plan);
    if (is_dry) return dry_run(plan, request);
    CUDAENV_TRY(Report report, carry_out(plan, request, world));
    report.are_findings_told = !missing.empty();
    if (plan.is_empty()) report.json = json_text(json_of(execute::Outcome()));
    return report;
}

Result<Report> install_known(const InstallRequest& request, const std::vector<std::string>& texts,
                             const World& world) {
    CUDAENV_TRY(Stock known, load_stock(world));
    CUDAENV_TRY(const std::vector<Target> targets, find_targets(request, texts, known, world));
    CUDAENV_TRY(Report report, install_targets(request, targets, known, world));
    if (report.error || request.dry_run || request.dry_run_code) return report;
    std::vector<std::string> selected;  // with the companions of --with
    for (const Target& target : targets) selected.push_back(target.requested);
    CUDAENV_TRY(select_afterwards(request, selected, world, report));
    return report;
}

}  // namespace

Result<Report> install(const InstallRequest& request, const World& here) {
    World world = here;
    world.target_arch = request.target_arch;
    CUDAENV_TRY(refuse_driver(request, world));
    CUDAENV_TRY(check_options(request));
    if (request.list) return list_known(request, world);
    std::vector<std::string> texts = request.requests;
    if (texts.empty()) {
        CUDAENV_TRY(texts, project_requests(world));
    }
    if (!request.repair) return install_known(request, texts, world);
    RepairRequest repair_request{{}, request.transfer, request.dry_run};
    CUDAENV_TRY(repair_request.stacks, own_stacks(texts, world));
    return repair(repair_request, world);
}

}  // namespace cudaenv::commands
