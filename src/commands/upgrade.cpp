// SPDX-License-Identifier: MIT
#include "commands/upgrade.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ranges>

#include "base/stack_name.hpp"
#include "commands/install.hpp"
#include "commands/json.hpp"
#include "commands/lookup.hpp"
#include "commands/newer.hpp"
#include "commands/planning.hpp"
#include "commands/receipt_parts.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

bool is_meant(const Standing& standing, const std::vector<base::Request>& requests) {
    const auto name = base::parse_stack_name(standing.stack.name);
    return requests.empty() || std::ranges::any_of(requests, [&](const base::Request& request) {
               return name && base::matches(request, *name);
           });
}

// The requests, each of which must mean something that is installed.
Result<std::vector<base::Request>> requests_of(const std::vector<std::string>& texts,
                                               const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    std::vector<base::Request> requests;
    for (const std::string& text : texts) {
        CUDAENV_TRY(base::Request request, without_aliases(text, world));
        CUDAENV_TRY(const hot::Found found, lookup.resolve(request));
        if (found.kind != hot::Found::Kind::stack) {
            return fail(Code::usage, text + " was not made by cudaenv").at(found.prefix);
        }
        requests.push_back(std::move(request));
    }
    return requests;
}

// The newest patch with the same companions; one whose version is not to be had for it, in the
// newest that fits.
Result<std::string> wanted_text(const Standing& standing, const Stock& known, const World& world) {
    std::string text = to_string(standing.newest_patch);
    const auto name = base::parse_stack_name(standing.stack.name);
    if (!name) return text;
    for (const base::Companion& companion : name->companions) {
        const std::string same = request_of(companion, standing.stack.receipt);
        if (known_target(text + same, known, world).has_value()) {
            text += same;
            continue;
        }
        CUDAENV_TRY(known_target(text + "+" + companion.name, known, world));
        world.observer->said(companion.name + " " + companion.version + " is not to be had for " +
                             to_string(standing.newest_patch) + ": its newest that fits is taken");
        text += "+" + companion.name;
    }
    return text;
}

// Of two patches that would become the same the newer one tells how.
std::vector<const Standing*> chosen(const std::vector<Standing>& all,
                                    const std::vector<base::Request>& requests) {
    std::vector<const Standing*> list;
    for (const Standing& standing : all | std::views::reverse) {
        const bool is_there = std::ranges::any_of(list, [&](const Standing* other) {
            return newest_name(*other) == newest_name(standing);
        });
        const bool is_wanted = standing.is_outdated && !standing.stack.is_shared && !is_there;
        if (is_wanted && is_meant(standing, requests)) list.push_back(&standing);
    }
    std::ranges::reverse(list);
    return list;
}

Result<Report> upgrade_one(const Standing& standing, const std::string& text,
                           const UpgradeRequest& request, const World& world) {
    const store::Receipt& receipt = standing.stack.receipt;
    InstallRequest wish;
    wish.requests = {text};
    wish.parts = parts_of(receipt);
    wish.build_only = receipt.build_only;
    wish.dry_run = request.dry_run;
    wish.accept_eula = request.accept_eula;
    wish.transfer = request.transfer;
    wish.is_upgrade = true;
    if (receipt.platform.starts_with("linux-")) wish.target_arch = receipt.platform.substr(6);
    world.observer->said(standing.stack.name + " -> " + newest_name(standing));
    return install(wish, world);
}

// Adds what one upgrade said.
void add(Report one, Report& all) {
    all.out += one.out;
    std::ranges::move(one.messages, std::back_inserter(all.messages));
    if (!one.are_findings_told) std::ranges::move(one.findings, std::back_inserter(all.findings));
    if (!all.error) all.error = std::move(one.error);
}

}  // namespace

Result<Report> upgrade(const UpgradeRequest& request, const World& world) {
    CUDAENV_TRY(const auto requests, requests_of(request.requests, world));
    CUDAENV_TRY(const std::vector<Standing> all, standings(world));
    CUDAENV_TRY(const Stock known, load_stock(world));
    Report report;
    Json upgraded = Json::array();
    for (const Standing* standing : chosen(all, requests)) {
        CUDAENV_TRY(const std::string text, wanted_text(*standing, known, world));
        CUDAENV_TRY(Report one, upgrade_one(*standing, text, request, world));
        upgraded.push_back({{"from", standing->stack.name},
                            {"to", newest_name(*standing)},
                            {"refused", one.error.has_value()},
                            {"result", Json::parse(one.json, nullptr, false)}});
        if (upgraded.back()["result"].is_discarded()) upgraded.back()["result"] = nullptr;
        add(std::move(one), report);
    }
    if (upgraded.empty()) report.messages.push_back(Message::info("nothing to upgrade"));
    report.json = json_text(Json{{"upgraded", upgraded}});
    return report;
}

}  // namespace cudaenv::commands
