// SPDX-License-Identifier: MIT
#include "commands/prune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "commands/cache.hpp"
#include "commands/hook_scripts.hpp"
#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "commands/prune_items.hpp"
#include "plan/plan.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;
using Kind = PruneItem::Kind;

bool has_kind(const PruneRequest& request) {
    return request.partial || request.cache || request.superseded ||
           request.unused_days.has_value();
}

Result<Prunable> find_items(PruneRequest request, const World& world) {
    if (!has_kind(request)) request.partial = request.cache = request.superseded = true;
    Prunable found;
    if (request.superseded || request.unused_days) {
        CUDAENV_TRY(found, prunable_stacks(request, world));
    }
    if (request.partial) {
        CUDAENV_TRY(auto leftovers, prunable_leftovers(world));
        std::ranges::move(leftovers, std::back_inserter(found.items));
    }
    if (request.cache) {
        CUDAENV_TRY(auto archives, prunable_archives(world));
        std::ranges::move(archives, std::back_inserter(found.items));
    }
    return found;
}

std::uint64_t total_of(const Prunable& found) {
    std::uint64_t bytes = 0;
    for (const PruneItem& item : found.items) bytes += item.bytes;
    return bytes;
}

std::string line_of(const PruneItem& item, const World& world) {
    return fmt::format("remove {} ({}): {}", shown(world, item.path), base::human_size(item.bytes),
                       item.reason);
}

Json json_of(const Prunable& found) {
    Json items = Json::array();
    for (const PruneItem& item : found.items) {
        items.push_back({{"kind", to_string(item.kind)},
                         {"name", item.name},
                         {"path", item.path},
                         {"bytes", item.bytes},
                         {"reason", item.reason}});
    }
    return {{"items", items}, {"bytes", total_of(found)}};
}

// What concerns the root; files of the cache are no matter of a plan.
plan::Plan plan_of(const Prunable& found, const World& world) {
    plan::Plan plan;
    plan.root = world.layout.root();
    const auto has = [&](Kind kind) {
        return std::ranges::find(found.items, kind, &PruneItem::kind) != found.items.end();
    };
    if (has(Kind::leftover)) plan.steps.emplace_back(plan::Heal{});
    for (const PruneItem& item : found.items) {
        if (item.kind == Kind::stack) plan.steps.emplace_back(plan::Uninstall{item.name});
    }
    if (plan.is_empty()) return plan;
    plan.steps.emplace_back(plan::Rehash{});
    plan.steps.emplace_back(plan::CollectGarbage{0, 0, false});
    return plan;
}

Result<std::uint64_t> remove_files(const Prunable& found) {
    std::uint64_t bytes = 0;
    for (const PruneItem& item : found.items) {
        if (item.kind != Kind::partial && item.kind != Kind::archive) continue;
        if (is_being_downloaded(item.path)) continue;
        CUDAENV_TRY(sys::remove_file(item.path));
        bytes += item.bytes;
    }
    return bytes;
}

// The scripts of hooks/uninstall, once for each stack.
Result<void> run_uninstall_hooks(const Prunable& found, HookTime time, const World& world) {
    for (const PruneItem& item : found.items) {
        if (item.kind != Kind::stack) continue;
        CUDAENV_TRY(run_hooks(world, time, {"uninstall", item.name, item.path}));
    }
    return {};
}

Result<std::uint64_t> carry_out(const Prunable& found, const World& world) {
    CUDAENV_TRY(std::uint64_t bytes, remove_files(found));
    const plan::Plan plan = plan_of(found, world);
    if (plan.is_empty()) return bytes;
    CUDAENV_TRY(const execute::Settings all, settings(world));
    CUDAENV_TRY(run_uninstall_hooks(found, HookTime::before, world));
    CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, all, *world.observer));
    CUDAENV_TRY(run_uninstall_hooks(found, HookTime::after, world));
    CUDAENV_TRY(raise_generation(world));
    return bytes + outcome.freed_bytes;
}

bool is_agreed(const Prunable& found, const World& world) {
    if (world.options.yes || !world.terminal.in_is_tty || !world.confirm) return true;
    return world.confirm(fmt::format("Remove these ({})?", base::human_size(total_of(found))));
}

}  // namespace

Result<Report> prune(const PruneRequest& request, const World& world) {
    CUDAENV_TRY(const Prunable found, find_items(request, world));
    Report report;
    Json data = json_of(found);
    for (const std::string& kept : found.kept) report.messages.push_back(Message::note(kept));
    if (found.items.empty()) report.messages.push_back(Message::info("nothing to remove"));
    if (request.dry_run || found.items.empty()) {
        for (const PruneItem& item : found.items) report.out += line_of(item, world) + "\n";
        report.json = json_text(data);
        return report;
    }
    for (const PruneItem& item : found.items) world.observer->said(line_of(item, world));
    if (!is_agreed(found, world)) {
        report.messages.push_back(Message::info("nothing was removed"));
        report.exit = 1;
        return report;
    }
    CUDAENV_TRY(const std::uint64_t freed, carry_out(found, world));
    data["freed_bytes"] = freed;
    report.json = json_text(data);
    report.messages.push_back(Message::info("freed " + base::human_size(freed)));
    return report;
}

}  // namespace cudaenv::commands
