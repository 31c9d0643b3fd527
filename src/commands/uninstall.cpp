// SPDX-License-Identifier: MIT
#include "commands/uninstall.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "commands/named_by.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;
using Kind = base::Request::Kind;

base::Failure not_ours(const std::string& text) {
    return fail(Code::usage, text + " was not made by cudaenv")
        .why("cudaenv removes only what it installed");
}

std::string names_of(const std::vector<hot::Found>& stacks) {
    std::vector<std::string> names;
    for (const hot::Found& stack : stacks) names.push_back(stack.name);
    return base::join(names, ", ");
}

// The one stack of the person's own root that a version means; its own name comes before others
// that begin with it.
Result<hot::Found> exact_stack(const base::Request& request, const Lookup& lookup,
                               const World& world) {
    CUDAENV_TRY(const std::vector<hot::Found> all, hot::list_installed(world.layout));
    std::vector<hot::Found> matching;
    for (const hot::Found& stack : all) {
        const std::optional<base::StackName> name = base::parse_stack_name(stack.name);
        // A stack with other companions is another one: nobody asked for that to go.
        const bool has_same = name && name->companions.size() == request.companions.size();
        if (has_same && base::matches(request, *name)) matching.push_back(stack);
    }
    const auto exact = std::ranges::find(matching, base::to_string(request), &hot::Found::name);
    if (exact != matching.end()) return *exact;
    if (matching.size() == 1) return matching.front();
    if (matching.size() > 1) {
        return fail(Code::usage, request.raw + " matches several installed versions")
            .values(names_of(matching), "one exact version");
    }
    // Not in our own root: the error says what is there; a shared stack is not ours to remove.
    CUDAENV_TRY(const hot::Found elsewhere, lookup.resolve(request));
    if (!elsewhere.is_shared) {
        return fail(Code::not_installed, "no installed version is called " + to_string(request))
            .found(elsewhere.name)
            .try_("cudaenv uninstall " + elsewhere.name);
    }
    return fail(Code::permission, elsewhere.name + " belongs to a shared root")
        .at(elsewhere.prefix);
}

Result<hot::Found> find_victim(const std::string& text, const Lookup& lookup, const World& world) {
    CUDAENV_TRY(const base::Request request, base::parse_request(text));
    if (request.kind == Kind::system || request.kind == Kind::path) return not_ours(text);
    if (request.kind == Kind::version) return exact_stack(request, lookup, world);
    if (request.kind != Kind::name) {
        return fail(Code::usage, "uninstall takes exact versions, aliases and adopted names")
            .found(text);
    }
    if (auto dangling = hot::find_dangling(world.layout, text)) return *std::move(dangling);
    CUDAENV_TRY(hot::Found found, lookup.resolve(request));
    const bool is_removable =
        found.kind == hot::Found::Kind::stack || found.kind == hot::Found::Kind::adopted;
    if (!is_removable || found.is_shared) return not_ours(text);
    return found;
}

// What is absent is no error with -f.
Result<std::vector<hot::Found>> find_victims(const UninstallRequest& request, const Lookup& lookup,
                                             const World& world) {
    std::vector<hot::Found> victims;
    for (const std::string& text : request.requests) {
        Result<hot::Found> victim = find_victim(text, lookup, world);
        if (victim.has_value()) {
            const bool is_new = std::ranges::count(victims, victim->name, &hot::Found::name) == 0;
            if (is_new) victims.push_back(*std::move(victim));
        } else if (!request.force || victim.error().code != Code::not_installed) {
            return tl::unexpected(std::move(victim).error());
        }
    }
    return victims;
}

Result<void> check_unused(const hot::Found& victim) {
    if (victim.kind != hot::Found::Kind::stack) return {};
    std::vector<std::string> pids;
    for (const int pid : sys::processes_below(victim.prefix)) pids.push_back(std::to_string(pid));
    if (pids.empty()) return {};
    return fail(Code::in_use, victim.name + " is in use")
        .values("running: pid " + base::join(pids, ", "), "no running program of it")
        .try_("cudaenv uninstall --force " + victim.name);
}

plan::Plan plan_of(const std::vector<hot::Found>& victims, const World& world) {
    plan::Plan plan;
    plan.root = world.layout.root();
    for (const hot::Found& victim : victims) {
        if (victim.kind == hot::Found::Kind::adopted) {
            plan.steps.emplace_back(plan::DropAdopted{victim.name});
        } else {
            plan.steps.emplace_back(plan::Uninstall{victim.name});
        }
    }
    if (plan.is_empty()) return plan;
    plan.steps.emplace_back(plan::Rehash{});
    plan.steps.emplace_back(plan::CollectGarbage{0, 0, false});
    return plan;
}

bool is_agreed(const std::vector<hot::Found>& victims, const UninstallRequest& request,
               const World& world) {
    const bool asks = !request.force && !world.options.yes && world.terminal.in_is_tty;
    if (!asks || !world.confirm) return true;
    return world.confirm("Remove " + names_of(victims) + "?");
}

Report report_of(const execute::Outcome& outcome) {
    Report report;
    const Json json = {{"removed", outcome.removed}, {"freed_bytes", outcome.freed_bytes}};
    report.json = json_text(json);
    std::string text = "removed " + base::join(outcome.removed, ", ");
    if (outcome.freed_bytes > 0) text += ", freed " + base::human_size(outcome.freed_bytes);
    report.messages.push_back(Message::info(text));
    return report;
}

}  // namespace

Result<Report> uninstall(const UninstallRequest& request, const World& world) {
    if (request.requests.empty()) return fail(Code::usage, "say what to uninstall");
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    CUDAENV_TRY(const std::vector<hot::Found> victims, find_victims(request, lookup, world));
    const plan::Plan plan = plan_of(victims, world);
    Report report;
    if (request.dry_run) {
        report.out = plan::to_text(plan);
        report.json = plan::to_json(plan);
        return report;
    }
    if (plan.is_empty()) return report;
    std::vector<Message> left_behind;
    for (const hot::Found& victim : victims) {
        if (!request.force) CUDAENV_TRY(check_unused(victim));
        for (const std::string& place : named_by(victim.name, lookup, world)) {
            left_behind.push_back(Message::note(place + " still names " + victim.name));
        }
    }
    if (!is_agreed(victims, request, world)) {
        report.messages.push_back(Message::info("nothing was removed"));
        report.exit = 1;
        return report;
    }
    CUDAENV_TRY(const execute::Settings all, settings(world));
    for (const hot::Found& victim : victims)
        CUDAENV_TRY(run_hooks(world, HookTime::before, {"uninstall", victim.name, victim.prefix}));
    CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, all, *world.observer));
    for (const hot::Found& victim : victims)
        CUDAENV_TRY(run_hooks(world, HookTime::after, {"uninstall", victim.name, victim.prefix}));
    CUDAENV_TRY(raise_generation(world));
    report = report_of(outcome);
    report.messages.insert(report.messages.end(), left_behind.begin(), left_behind.end());
    return report;
}

}  // namespace cudaenv::commands
