// SPDX-License-Identifier: MIT
// From requests to what plan::make needs: releases of the catalog for this platform, and what the
// disk says of cache and space. Reads only.
#pragma once

#include <string>
#include <vector>

#include "base/request.hpp"
#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "catalog/companions.hpp"
#include "commands/world.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::commands {

// All that can be installed.
struct Stock {
    catalog::Catalog catalog;
    catalog::RedistIndex redist;
};
// With what `update` learned and the overlays of CUDAENV_CATALOG or the config. Errors: those of
// catalog::load.
Result<Stock> load_stock(const World& world);

// A request and what of `Stock` it means.
struct Target {
    std::string requested;
    const catalog::Release* release = nullptr;
    std::vector<catalog::Companion> companions;  // by name
};
// What its stack is called: 12.4.1+cudnn8.9.7.
std::string stack_name(const Target& target);

// A request that no alias stands in for: names are replaced by what they mean. Errors: usage (not
// the grammar, an alias that leads back to itself), unknown_release (no such alias).
Result<base::Request> without_aliases(const std::string& text, const World& world);

// Resolves among known releases; an alias stands for its request. Errors: usage (not the grammar,
// `system`, `path:`, no such companion), unknown_release, refused (no build of the companion for
// the toolkit).
Result<Target> known_target(const std::string& text, const Stock& known, const World& world);

// Mirrors, cache and free space as they are now.
Result<plan::Context> plan_context(const catalog::Catalog& catalog, const World& world);

// The wanted release with the defaults of the config.
plan::Wanted wanted_of(const Target& target, const World& world);

}  // namespace cudaenv::commands
