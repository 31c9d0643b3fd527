// SPDX-License-Identifier: MIT
#include "commands/fetch.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "commands/cache.hpp"
#include "commands/json.hpp"
#include "commands/parts.hpp"

namespace cudaenv::commands {

Result<Report> fetch(const FetchRequest& request, const World& world) {
    if (request.requests.empty()) return fail(Code::usage, "say what to fetch");
    CUDAENV_TRY(const Stock known, load_stock(world));
    RedistLists lists(world, request.transfer, "");
    std::vector<plan::Wanted> wanted;
    for (const std::string& text : request.requests) {
        CUDAENV_TRY(const std::string whole, with_companions(text, request.parts, known));
        CUDAENV_TRY(const Target target, known_target(whole, known, world));
        CUDAENV_TRY(wanted.emplace_back(),
                    wanted_parts(target, request.parts, known, lists, world));
    }
    CUDAENV_TRY(const plan::Context context, plan_context(known.catalog, world));
    CUDAENV_TRY(const plan::Plan plan, plan::make_fetch(wanted, context));
    for (const std::string& note : plan.notes) world.observer->said(note);
    CUDAENV_TRY(mark_cache(world));
    CUDAENV_TRY(const execute::Settings all, settings_for(request.transfer, world));
    CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, all, *world.observer));
    Report report;
    nlohmann::ordered_json archives = nlohmann::ordered_json::array();
    for (const plan::Step& step : plan.steps) {
        const auto* fetched = std::get_if<plan::Fetch>(&step);
        if (fetched == nullptr) continue;
        report.out += fetched->artifact.cache_path + "\n";
        archives.push_back(fetched->artifact.cache_path);
    }
    const nlohmann::ordered_json json = {{"archives", archives},
                                         {"fetched_bytes", outcome.fetched_bytes}};
    report.json = json_text(json);
    return report;
}

}  // namespace cudaenv::commands
