// SPDX-License-Identifier: MIT
// What hot/ needs to find things, made from the World and kept alive: the environment as entries,
// hot.conf's values and the aliases. Reads the aliases file, nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/world.hpp"
#include "hot/installed.hpp"
#include "hot/select.hpp"

namespace cudaenv::commands {

class Lookup {
  public:
    // The values that config and environment give; hot.conf is neither read nor written. `world`
    // outlives the object. Errors: damaged (aliases).
    static Result<Lookup> of(const World& world);

    hot::EnvView env() const { return hot::EnvView(entries_.data()); }
    const hot::Aliases& aliases() const { return aliases_; }
    hot::ResolveInput resolve_input() const;
    hot::SelectInput select_input() const;
    Result<hot::Found> resolve(const base::Request& request) const;

  private:
    explicit Lookup(const World& world) : world_(&world) {}

    const World* world_;
    std::vector<std::string> strings_;
    std::vector<const char*> entries_;  // into strings_, null at the end
    hot::Aliases aliases_;
};

// `path` with the home folder as `~`, for messages.
std::string shown(const World& world, const std::string& path);

}  // namespace cudaenv::commands
