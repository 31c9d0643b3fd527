// SPDX-License-Identifier: MIT
#include "commands/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "commands/receipt_parts.hpp"

namespace cudaenv::commands {

namespace {

// The stack's own platform, which --target-arch may have chosen.
World for_platform_of(const store::Receipt& receipt, const World& here) {
    World world = here;
    if (receipt.platform.starts_with("linux-")) world.target_arch = receipt.platform.substr(6);
    return world;
}

// How the stack would be installed anew; nullopt if the catalog does not have it (any more).
std::optional<plan::Wanted> wanted_for(const hot::Found& stack, const Stock& known,
                                       RedistLists& lists, const World& here) {
    const Result<store::Receipt> receipt = store::read_receipt(stack.prefix);
    const World world = receipt.has_value() ? for_platform_of(*receipt, here) : here;
    const std::string text = receipt.has_value() ? request_of(stack.name, *receipt) : stack.name;
    const Result<Target> target = known_target(text, known, world);
    if (!target.has_value()) return std::nullopt;
    const PartOptions parts = receipt.has_value() ? parts_of(*receipt) : PartOptions();
    Result<plan::Wanted> wanted = wanted_parts(*target, parts, known, lists, world);
    if (!wanted.has_value()) return std::nullopt;
    return *std::move(wanted);
}

Result<plan::Plan> plan_for(const hot::Found& stack, const Stock& known, RedistLists& lists,
                            const World& world) {
    if (stack.is_shared) {
        return fail(Code::permission, stack.name + " belongs to a shared root")
            .at(stack.prefix)
            .try_("cudaenv --root DIR verify --repair " + stack.name + "   as its owner");
    }
    CUDAENV_TRY(const plan::Context context, plan_context(known.catalog, world));
    return plan::make_repair(stack.name, wanted_for(stack, known, lists, world), context);
}

}  // namespace

Result<Report> repair(const RepairRequest& request, const World& world) {
    CUDAENV_TRY(const Stock known, load_stock(world));
    RedistLists lists(world, request.transfer, "");
    Report report;
    std::vector<std::string> repaired;
    for (const hot::Found& stack : request.stacks) {
        CUDAENV_TRY(const plan::Plan plan, plan_for(stack, known, lists, world));
        if (request.dry_run) {
            report.out += plan::to_text(plan);
            continue;
        }
        CUDAENV_TRY(execute::Settings settings, settings_for(request.transfer, world));
        CUDAENV_TRY(const execute::Outcome outcome, execute::run(plan, settings, *world.observer));
        repaired.insert(repaired.end(), outcome.repaired.begin(), outcome.repaired.end());
        report.messages.push_back(Message::info(
            outcome.repaired.empty()
                ? stack.name + " is whole: nothing to repair"
                : fmt::format("repaired {} ({} {})", stack.name, outcome.repaired.size(),
                              outcome.repaired.size() == 1 ? "entry" : "entries")));
    }
    if (!repaired.empty()) CUDAENV_TRY(raise_generation(world));
    const nlohmann::ordered_json json = {{"repaired", repaired}};
    report.json = json_text(json);
    return report;
}

Result<std::vector<hot::Found>> own_stacks(const std::vector<std::string>& requests,
                                           const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    std::vector<hot::Found> stacks;
    for (const std::string& text : requests) {
        CUDAENV_TRY(const base::Request request, base::parse_request(text));
        CUDAENV_TRY(hot::Found found, lookup.resolve(request));
        if (found.kind != hot::Found::Kind::stack) {
            return fail(Code::usage, text + " was not made by cudaenv")
                .at(found.prefix)
                .why("there is no list of its files to compare with");
        }
        stacks.push_back(std::move(found));
    }
    return stacks;
}

}  // namespace cudaenv::commands
