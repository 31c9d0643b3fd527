// SPDX-License-Identifier: MIT
#include "commands/install.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.hpp"
#include "commands/cache.hpp"
#include "commands/eula.hpp"
#include "commands/from_disk.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/list_known.hpp"
#include "commands/local.hpp"
#include "commands/lookup.hpp"
#include "commands/planning.hpp"
#include "commands/repair.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

base::Failure not_yet(std::string_view option) {
    return fail(Code::refused, "this release of cudaenv installs whole toolkits only: no " +
                                   std::string(option) + " yet")
        .try_("cudaenv install VERSION");
}

// What this release cannot do is said before anything is downloaded.
Result<void> check_options(const InstallRequest& request) {
    if (std::ranges::count(request.with, "driver") > 0) {
        return fail(Code::refused, "cudaenv never installs drivers")
            .why("the driver is your distribution's matter")
            .try_("cudaenv install VERSION");
    }
    const std::pair<bool, std::string_view> options[] = {
        {!request.profile.empty() && request.profile != "full", "--profile"},
        {!request.only.empty(), "--only"},
        {!request.with.empty(), "--with"},
        {!request.without.empty(), "--without"},
        {request.add, "--add"},
        {request.strict, "--strict"},
        {request.locked, "--locked"},
        {request.refresh, "--refresh"},
        {!request.target_driver.empty(), "--target-driver"},
        {!request.target_cc.empty(), "--target-cc"},
        {!request.target_arch.empty(), "--target-arch"},
        {!request.target_glibc.empty(), "--target-glibc"},
        {request.source == "redist", "--source redist"},
    };
    for (const auto& [is_given, option] : options) {
        if (is_given) return not_yet(option);
    }
    const std::string sources[] = {"", "runfile", "redist", "auto"};
    if (std::ranges::count(sources, request.source) == 0) {
        return fail(Code::usage, "unknown source")
            .values(request.source, "runfile, redist or auto");
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

Result<std::vector<plan::Wanted>> wanted_list(const InstallRequest& request,
                                              const std::vector<Target>& targets,
                                              const World& world) {
    std::vector<plan::Wanted> list;
    for (const Target& target : targets) {
        plan::Wanted wanted = wanted_of(target, world);
        wanted.force = request.force;
        wanted.build_only = request.build_only;
        wanted.use_cache = !request.no_cache;
        wanted.keep_archives = request.keep_archives || (wanted.keep_archives && !request.no_cache);
        if (!request.from.empty()) {
            CUDAENV_TRY(wanted.local, find_on_disk(request.from, *target.release, world));
        }
        list.push_back(std::move(wanted));
    }
    return list;
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
    report.json = json_of(outcome).dump(-1, ' ', false, Json::error_handler_t::replace);
    return report;
}

// --local, --global; else how to.
Result<void> select_afterwards(const InstallRequest& request, const std::vector<std::string>& texts,
                               const World& world, Report& report) {
    if (request.local) {
        LocalRequest pin;
        pin.requests = texts;
        CUDAENV_TRY(local(pin, world));
    }
    if (request.global) {
        GlobalRequest pin;
        pin.requests = texts;
        CUDAENV_TRY(global(pin, world));
    }
    if (request.local || request.global) return {};
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
    return report;
}

bool are_all_installed(const std::vector<Target>& targets, const store::Installed& installed) {
    return std::ranges::all_of(targets, [&](const Target& target) {
        return installed.find(to_string(target.release->version)) != nullptr;
    });
}

Result<Report> install_known(const InstallRequest& request, const std::vector<std::string>& texts,
                             const World& world) {
    CUDAENV_TRY(const catalog::Catalog known, load_catalog(world));
    std::vector<Target> targets;
    for (const std::string& text : texts) {
        CUDAENV_TRY(targets.emplace_back(), known_target(text, known, world));
    }
    CUDAENV_TRY(const store::Installed installed,
                store::snapshot(world.layout, world.config.hot.system_roots));
    const bool is_done =
        request.skip_existing && !request.force && are_all_installed(targets, installed);
    Report report;
    if (!is_done) {
        CUDAENV_TRY(check_root(world));
        CUDAENV_TRY(const std::vector<plan::Wanted> wanted, wanted_list(request, targets, world));
        CUDAENV_TRY(const plan::Context context, plan_context(known, world));
        CUDAENV_TRY(const plan::Plan plan, plan::make(wanted, installed, context));
        if (request.dry_run || request.dry_run_code) return dry_run(plan, request);
        CUDAENV_TRY(report, carry_out(plan, request, world));
        if (plan.is_empty()) report.json = json_of(execute::Outcome()).dump();
    }
    if (request.dry_run || request.dry_run_code) return dry_run(plan::Plan(), request);
    CUDAENV_TRY(select_afterwards(request, texts, world, report));
    return report;
}

}  // namespace

Result<Report> install(const InstallRequest& request, const World& world) {
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
