// SPDX-License-Identifier: MIT
// Which components of a CUDA release are installed: profiles, what is never installed and why, and
// what one component needs of others. The rules are data (manifests/redist/components.toml). Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "catalog/redistrib.hpp"

namespace cudaenv::catalog {

enum class Profile { minimal, runtime, devel, full };

// Null for a word that names none.
std::optional<Profile> parse_profile(std::string_view word);
std::string_view to_string(Profile profile);

// Components that are treated alike.
struct ComponentGroup {
    std::string name;
    std::vector<Profile> profiles;  // which take it
    std::string refused;            // why none of it is ever installed, or empty

    friend bool operator==(const ComponentGroup&, const ComponentGroup&) = default;
};

// A component that another one needs; an optional one only of a release that has it.
struct Need {
    std::string name;
    bool is_optional = false;

    friend bool operator==(const Need&, const Need&) = default;
};

struct ComponentRule {
    std::string name;
    std::vector<std::string> aliases;  // what other releases call it
    std::string group;
    std::vector<Need> needs;

    friend bool operator==(const ComponentRule&, const ComponentRule&) = default;
};

struct ComponentRules {
    std::vector<ComponentGroup> groups;
    std::vector<ComponentRule> components;
    std::string unlisted;  // the group of a component without a rule

    friend bool operator==(const ComponentRules&, const ComponentRules&) = default;
};

// Parses components.toml; `name` (its path) is for messages. Errors: usage (also a group or a need
// that is not there), damaged.
Result<ComponentRules> parse_component_rules(std::string_view toml, const std::string& name);

// The group of the component of this name, or of one that it has in other releases.
const ComponentGroup& group_of(const ComponentRules& rules, std::string_view name);

// What a person asks for. Names as in the release, as other releases call the component, or without
// their cuda_ or lib: nvcc, cublas.
struct Choice {
    Profile profile = Profile::devel;
    std::vector<std::string> only{};  // these instead of the profile's
    std::vector<std::string> with{}, without{};
};

// What there is to choose from.
struct Offer {
    std::string title;               // for messages: "CUDA 12.4.1 for linux-sbsa"
    std::vector<std::string> names;  // in any order
};

// The chosen components and all that they need, by name. Errors: usage for a name that nobody knows
// (with near ones), for one that is asked for and left out, or left out and needed; refused for
// what is never installed; unknown_release for a component that this offer does not have.
Result<std::vector<std::string>> choose(const ComponentRules& rules, const Offer& offer,
                                        const Choice& choice);

// The same of a list: its components that have an archive for the platform, pointing into the list.
// Errors: as above; unknown_release for a platform that it has nothing for.
Result<std::vector<const Component*>> choose(const ComponentRules& rules,
                                             const Redistrib& redistrib, std::string_view platform,
                                             const Choice& choice);

}  // namespace cudaenv::catalog
