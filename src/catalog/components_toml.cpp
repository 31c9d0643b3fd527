// SPDX-License-Identifier: MIT
// Reads redist/components.toml.
#include <algorithm>
#include <utility>

#include "catalog/components.hpp"
#include "catalog/toml_rows.hpp"

namespace cudaenv::catalog {

namespace {

bool is_profile(std::string_view text) {
    return parse_profile(text).has_value();
}

// A component that others may lack: libnvvm?
std::string_view without_mark(std::string_view text) {
    return text.ends_with('?') ? text.substr(0, text.size() - 1) : text;
}

bool is_need(std::string_view text) {
    return is_name(without_mark(text));
}

constexpr Rule kProfile{is_profile, "minimal, runtime, devel or full"};
constexpr Rule kNeed{is_need, "the name of a component, with ? behind it where it is optional"};

template <typename T>
bool has(const std::vector<T>& rows, std::string_view name) {
    return std::ranges::find(rows, name, &T::name) != rows.end();
}

// The group that `key` names, which must have been met.
Result<std::string> known_group(const Row& row, std::string_view key, const ComponentRules& rules) {
    CUDAENV_TRY(auto name, required_text(row, key, kName));
    if (has(rules.groups, name)) return name;
    return malformed(row, key, *row.table.get(key), "the name of a group");
}

Result<ComponentGroup> read_group(const Row& row) {
    ComponentGroup group;
    CUDAENV_TRY(group.name, required_text(row, "name", kName));
    CUDAENV_TRY(group.refused, text_of(row, "refused", kPlain));
    CUDAENV_TRY(const auto words, texts_of(row, "profiles", kProfile));
    for (const std::string& word : words) group.profiles.push_back(*parse_profile(word));
    const bool is_refused = !group.refused.empty();
    if (group.profiles.empty() == is_refused) return group;
    return malformed(row, "name", *row.table.get("name"), "either profiles or a reason to refuse");
}

Result<ComponentRule> read_rule(const Row& row, const ComponentRules& rules) {
    ComponentRule rule;
    CUDAENV_TRY(rule.name, required_text(row, "name", kName));
    CUDAENV_TRY(rule.aliases, texts_of(row, "aliases", kName));
    CUDAENV_TRY(rule.group, known_group(row, "group", rules));
    CUDAENV_TRY(const auto needs, texts_of(row, "needs", kNeed));
    for (const std::string& need : needs) {
        const std::string_view name = without_mark(need);
        rule.needs.push_back({std::string(name), name.size() < need.size()});
    }
    return rule;
}

// Once all are read: what they need is there.
Result<void> check_needs(const Row& row, const ComponentRule& rule, const ComponentRules& rules) {
    for (const Need& need : rule.needs) {
        if (has(rules.components, need.name)) continue;
        return malformed(row, "needs", *row.table.get("needs"), "components of this file");
    }
    return {};
}

}  // namespace

Result<ComponentRules> parse_component_rules(std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto document, read_document(toml, name));
    const Row top{name, document, ""};
    ComponentRules rules;
    CUDAENV_TRY(const auto groups, rows_of(top, "group"));
    for (const Row& row : groups) {
        CUDAENV_TRY(auto group, read_group(row));
        if (has(rules.groups, group.name)) return repeated(row, "name", group.name);
        rules.groups.push_back(std::move(group));
    }
    CUDAENV_TRY(rules.unlisted, known_group(top, "unlisted", rules));
    CUDAENV_TRY(const auto components, rows_of(top, "component"));
    for (const Row& row : components) {
        CUDAENV_TRY(auto rule, read_rule(row, rules));
        if (has(rules.components, rule.name)) return repeated(row, "name", rule.name);
        rules.components.push_back(std::move(rule));
    }
    for (std::size_t i = 0; i < components.size(); ++i) {
        CUDAENV_TRY(check_needs(components[i], rules.components[i], rules));
    }
    return rules;
}

}  // namespace cudaenv::catalog
