// SPDX-License-Identifier: MIT
#include "catalog/components.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/text.hpp"

namespace cudaenv::catalog {

namespace {

using base::Failure;
using Names = std::set<std::string>;

struct ProfileWord {
    std::string_view word;
    Profile profile;
};

constexpr ProfileWord kProfileWords[] = {{"minimal", Profile::minimal},
                                         {"runtime", Profile::runtime},
                                         {"devel", Profile::devel},
                                         {"full", Profile::full}};

const ComponentRule* find_rule(const ComponentRules& rules, std::string_view name) {
    const auto has_name = [&](const ComponentRule& rule) {
        return rule.name == name || std::ranges::find(rule.aliases, name) != rule.aliases.end();
    };
    const auto rule = std::ranges::find_if(rules.components, has_name);
    return rule != rules.components.end() ? &*rule : nullptr;
}

const ComponentGroup& group_in(const ComponentRules& rules, const ComponentRule* rule) {
    const std::string& name = rule != nullptr ? rule->group : rules.unlisted;
    const auto group = std::ranges::find(rules.groups, name, &ComponentGroup::name);
    CUDAENV_CHECK(group != rules.groups.end());
    return *group;
}

// One choice under way.
struct Chooser {
    const ComponentRules& rules;
    const Offer& offer;
    Names left_out;

    // The rule of a component, by any of its names; null if it has none.
    const ComponentRule* rule_of(std::string_view name) const;
    const ComponentGroup& group_of(const ComponentRule* rule) const;
    bool offers(std::string_view name) const;
    std::vector<std::string> spellings(std::string_view text) const;
    std::string offered_name(std::string_view text) const;
    Failure unknown(std::string_view text) const;
    Result<std::string> named(std::string_view text) const;
    Result<Names> start(const Choice& choice) const;
    Result<void> leave_out(const Choice& choice, Names& chosen);
    Result<void> add_needs_of(const std::string& name, Names& chosen) const;
};

const ComponentRule* Chooser::rule_of(std::string_view name) const {
    return find_rule(rules, name);
}

const ComponentGroup& Chooser::group_of(const ComponentRule* rule) const {
    return group_in(rules, rule);
}

bool Chooser::offers(std::string_view name) const {
    return std::ranges::find(offer.names, name) != offer.names.end();
}

// The names that a text may stand for, best first.
std::vector<std::string> Chooser::spellings(std::string_view text) const {
    std::vector<std::string> names;
    for (const std::string_view start : {"", "cuda_", "lib"}) {
        const std::string& name = names.emplace_back(std::string(start).append(text));
        if (const ComponentRule* rule = rule_of(name); rule != nullptr) {
            names.push_back(rule->name);
            std::ranges::copy(rule->aliases, std::back_inserter(names));
        }
    }
    return names;
}

// What the offer calls it; empty if it is not there.
std::string Chooser::offered_name(std::string_view text) const {
    const auto names = spellings(text);
    const auto found = std::ranges::find_if(names, [&](const auto& name) { return offers(name); });
    return found != names.end() ? *found : std::string();
}

// Why there is no such component: not in this offer, or in none.
Failure Chooser::unknown(std::string_view text) const {
    const auto names = spellings(text);
    const auto known = std::ranges::find_if(
        names, [&](const std::string& name) { return rule_of(name) != nullptr; });
    if (known != names.end()) {
        return fail(Code::unknown_release, *known + " is not part of " + offer.title);
    }
    std::vector<std::string> all = offer.names;
    for (const ComponentRule& rule : rules.components) {
        if (!offers(rule.name)) all.push_back(rule.name);
    }
    Failure failure = fail(Code::usage, "no component " + base::clip(text, 100));
    for (const std::string& near : base::near_names(text, all)) {
        failure.value().notes.push_back("did you mean " + near + "?");
    }
    return failure;
}

// The component that a person names, if it may be installed.
Result<std::string> Chooser::named(std::string_view text) const {
    for (const std::string& name : spellings(text)) {
        const ComponentRule* rule = rule_of(name);
        const std::string& why = group_of(rule).refused;
        if (rule == nullptr || why.empty()) continue;
        return fail(Code::refused, name + " is never installed by cudaenv").why(why);
    }
    std::string name = offered_name(text);
    if (name.empty()) return unknown(text);
    return name;
}

Result<Names> Chooser::start(const Choice& choice) const {
    Names chosen;
    for (const std::string& name : offer.names) {
        const auto& profiles = group_of(rule_of(name)).profiles;
        const bool is_taken = std::ranges::find(profiles, choice.profile) != profiles.end();
        if (choice.only.empty() && is_taken) chosen.insert(name);
    }
    for (const auto* list : {&choice.only, &choice.with}) {
        for (const std::string& text : *list) {
            CUDAENV_TRY(auto name, named(text));
            chosen.insert(std::move(name));
        }
    }
    return chosen;
}

Result<void> Chooser::leave_out(const Choice& choice, Names& chosen) {
    Names asked_for;
    for (const auto* list : {&choice.only, &choice.with}) {
        for (const std::string& text : *list) asked_for.insert(offered_name(text));
    }
    for (const std::string& text : choice.without) {
        const std::string name = offered_name(text);
        if (asked_for.contains(name)) {
            return fail(Code::usage, name + " is both asked for and left out");
        }
        if (name.empty()) {
            auto failure = unknown(text);
            if (failure.value().code == Code::usage) return failure;
            continue;  // some other release has it
        }
        chosen.erase(name);
        left_out.insert(name);
    }
    return {};
}

std::string needs_text(const std::string& name, const std::string& needed) {
    return name + " needs " + needed + ", which is ";
}

Result<void> Chooser::add_needs_of(const std::string& name, Names& chosen) const {
    const ComponentRule* rule = rule_of(name);
    if (rule == nullptr) return {};
    for (const Need& need : rule->needs) {
        const std::string needed = offered_name(need.name);
        if (left_out.contains(needed)) {
            return fail(Code::usage, needs_text(name, needed) + "left out")
                .note("leave out " + name + " too, or keep " + needed);
        }
        if (!needed.empty()) {
            if (chosen.insert(needed).second) CUDAENV_TRY(add_needs_of(needed, chosen));
        } else if (!need.is_optional) {
            return fail(Code::unknown_release,
                        needs_text(name, need.name) + "not part of " + offer.title);
        }
    }
    return {};
}

std::string platforms_of(const Redistrib& redistrib) {
    Names platforms;
    for (const Component& component : redistrib.components) {
        for (const RedistArchive& archive : component.archives) platforms.insert(archive.platform);
    }
    return base::join(std::vector<std::string>(platforms.begin(), platforms.end()), ", ");
}

}  // namespace

std::optional<Profile> parse_profile(std::string_view word) {
    const auto found = std::ranges::find(kProfileWords, word, &ProfileWord::word);
    if (found == std::end(kProfileWords)) return std::nullopt;
    return found->profile;
}

const ComponentGroup& group_of(const ComponentRules& rules, std::string_view name) {
    return group_in(rules, find_rule(rules, name));
}

std::string_view to_string(Profile profile) {
    const auto found = std::ranges::find(kProfileWords, profile, &ProfileWord::profile);
    return found->word;
}

Result<std::vector<std::string>> choose(const ComponentRules& rules, const Offer& offer,
                                        const Choice& choice) {
    Chooser chooser{rules, offer, {}};
    CUDAENV_TRY(Names chosen, chooser.start(choice));
    CUDAENV_TRY(chooser.leave_out(choice, chosen));
    const Names wanted = chosen;
    for (const std::string& name : wanted) CUDAENV_TRY(chooser.add_needs_of(name, chosen));
    return std::vector<std::string>(chosen.begin(), chosen.end());
}

Result<std::vector<const Component*>> choose(const ComponentRules& rules,
                                             const Redistrib& redistrib, std::string_view platform,
                                             const Choice& choice) {
    const std::string release =
        redistrib.label.empty() ? "this release" : "CUDA " + redistrib.label;
    Offer offer{release + " for " + std::string(platform), {}};
    for (const Component& component : redistrib.components) {
        if (archive_for(component, platform) != nullptr) offer.names.push_back(component.name);
    }
    if (offer.names.empty()) {
        return fail(Code::unknown_release, release + " has no archives for this platform")
            .values(platforms_of(redistrib), platform);
    }
    CUDAENV_TRY(const auto names, choose(rules, offer, choice));
    std::vector<const Component*> components;
    components.reserve(names.size());
    for (const std::string& name : names) {
        components.push_back(find_component(redistrib, name));
    }
    return components;
}

}  // namespace cudaenv::catalog
