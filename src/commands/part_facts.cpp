// SPDX-License-Identifier: MIT
#include "commands/part_facts.hpp"

#include "base/text.hpp"
#include "commands/redist_lists.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

// Who asks what a release is does not want to wait for a network that is not there.
constexpr unsigned kTimeoutSeconds = 5;

ComponentFacts facts_of(const catalog::Component& component, const catalog::ComponentRules& rules) {
    ComponentFacts facts{component.name, component.version, {}, {}};
    const catalog::ComponentGroup& group = catalog::group_of(rules, component.name);
    for (const catalog::Profile profile : group.profiles) {
        if (group.refused.empty()) facts.profiles.emplace_back(to_string(profile));
    }
    for (const catalog::RedistArchive& archive : component.archives) {
        if (!archive.platform.starts_with("linux-")) continue;
        facts.sizes[archive.platform] += archive.size_bytes.value_or(0);
    }
    return facts;
}

void add_components(const base::Version& toolkit, const Stock& known, const World& world,
                    PartFacts& facts) {
    const catalog::RedistRelease* release = catalog::toolkit_list(known.redist, toolkit);
    if (release == nullptr) {
        facts.missing = "NVIDIA publishes no list of them";
        return;
    }
    TransferOptions transfer;
    transfer.timeout_s = kTimeoutSeconds;
    transfer.retries = 0;
    RedistLists lists(world, transfer, "");
    const auto list = lists.list_of(*release);
    if (!list.has_value()) {
        facts.missing = "not known here: " + list.error().what;
        return;
    }
    for (const catalog::Component& component : (*list)->list.components) {
        ComponentFacts one = facts_of(component, known.redist.rules);
        if (!one.sizes.empty()) facts.components.push_back(std::move(one));
    }
}

void add_companions(const base::Version& toolkit, const Stock& known, const World& world,
                    PartFacts& facts) {
    for (const std::string& name : catalog::companion_names(known.redist)) {
        const auto found = catalog::companion_for(known.redist, {name, std::nullopt, ""}, toolkit,
                                                  platform(world));
        if (!found.has_value()) continue;
        facts.companions.push_back({name, found->release->version, found->build->name});
    }
}

std::string text_of(const ComponentFacts& component, std::uint64_t bytes) {
    std::string text = component.version + ", ";
    text += component.profiles.empty() ? "never installed" : component.profiles.front();
    return bytes > 0 ? text + ", " + base::human_size(bytes) : text;
}

std::string text_of(const std::vector<CompanionFacts>& companions) {
    std::vector<std::string> texts;
    for (const CompanionFacts& companion : companions) {
        std::string text = companion.product + " " + companion.version;
        if (!companion.build.empty()) text += " (" + companion.build + ")";
        texts.push_back(std::move(text));
    }
    return texts.empty() ? "none" : base::join(texts, ", ");
}

}  // namespace

PartFacts part_facts(const base::Version& toolkit, const Stock& known, const World& world) {
    PartFacts facts;
    facts.platform = platform(world);
    add_components(toolkit, known, world, facts);
    add_companions(toolkit, known, world, facts);
    return facts;
}

void add_json(const PartFacts& facts, Json& out) {
    Json components = Json::object();
    for (const ComponentFacts& component : facts.components) {
        components[component.name] = {{"version", component.version},
                                      {"profiles", component.profiles},
                                      {"sizes", component.sizes}};
    }
    Json companions = Json::object();
    for (const CompanionFacts& companion : facts.companions) {
        companions[companion.product] = {
            {"version", companion.version},
            {"build", companion.build.empty() ? Json(nullptr) : Json(companion.build)}};
    }
    out["components"] = facts.components.empty() ? Json(nullptr) : components;
    out["companions"] = companions;
}

std::vector<FactLine> lines_of(const PartFacts& facts) {
    std::vector<FactLine> lines = {{"companions", text_of(facts.companions)}};
    if (facts.components.empty()) {
        lines.push_back({"components", facts.missing});
        return lines;
    }
    lines.push_back({"components", facts.platform + ": version, smallest profile, archive"});
    for (const ComponentFacts& component : facts.components) {
        const auto size = component.sizes.find(facts.platform);
        if (size == component.sizes.end()) continue;
        lines.push_back({"  " + component.name, text_of(component, size->second)});
    }
    return lines;
}

std::vector<FactLine> version_lines_of(const PartFacts& facts) {
    std::vector<FactLine> lines;
    for (const ComponentFacts& component : facts.components) {
        if (!component.sizes.contains(facts.platform)) continue;
        lines.push_back({"  " + component.name, component.version});
    }
    return lines;
}

}  // namespace cudaenv::commands
