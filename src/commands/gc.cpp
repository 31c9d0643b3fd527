// SPDX-License-Identifier: MIT
#include "commands/gc.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "plan/recipe.hpp"
#include "store/object_store.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

Result<Report> gc(const GcRequest& request, const World& world) {
    plan::Plan plan;
    plan.root = world.layout.root();
    store::GcOutcome garbage;
    if (sys::is_folder(world.layout.objects())) {
        CUDAENV_TRY(garbage, store::collect_garbage(world.layout, false));
        plan.steps.emplace_back(plan::CollectGarbage{garbage.objects, garbage.bytes, true});
    }
    Report report;
    if (request.dry_run) {
        report.out = plan::to_text(plan);
        report.json = plan::to_json(plan);
        return report;
    }
    CUDAENV_TRY(const execute::Settings all, settings(world));
    CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, all, *world.observer));
    report.json = nlohmann::ordered_json{{"freed_bytes", outcome.freed_bytes}}.dump();
    report.messages.push_back(Message::info("freed " + base::human_size(outcome.freed_bytes)));
    return report;
}

}  // namespace cudaenv::commands
