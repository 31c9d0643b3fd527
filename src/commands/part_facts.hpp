// SPDX-License-Identifier: MIT
// What a toolkit release is made of, and what goes with it: the components of its list of redist
// archives, and the newest build of each companion that fits.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands/fact_line.hpp"
#include "commands/planning.hpp"

namespace cudaenv::commands {

struct ComponentFacts {
    std::string name, version;
    std::vector<std::string> profiles;           // which take it; none = it is never installed
    std::map<std::string, std::uint64_t> sizes;  // bytes of its archive, by Linux platform
};

struct CompanionFacts {
    std::string product, version;
    std::string build;  // cuda12; empty = one for every CUDA
};

struct PartFacts {
    std::string platform;                    // that people are told of; JSON has all of Linux
    std::vector<ComponentFacts> components;  // by name
    std::string missing;                     // why there are no components
    std::vector<CompanionFacts> companions;  // by product
};

// The list comes from the cache, or is fetched with little patience; one that is not to be had is
// no failure.
PartFacts part_facts(const base::Version& toolkit, const Stock& known, const World& world);

// The keys `components` (by name; null if they are not known) and `companions`.
void add_json(const PartFacts& facts, nlohmann::ordered_json& out);

// One line for each component, with sizes; and one of the companions.
std::vector<FactLine> lines_of(const PartFacts& facts);
// One line for each component, with its version alone: for comparing.
std::vector<FactLine> version_lines_of(const PartFacts& facts);

}  // namespace cudaenv::commands
