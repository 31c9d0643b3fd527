// SPDX-License-Identifier: MIT
#include "commands/lookup.hpp"

namespace cudaenv::commands {

Result<Lookup> Lookup::of(const World& world) {
    Lookup lookup(world);
    lookup.strings_ = world.env.to_strings();
    for (const std::string& entry : lookup.strings_) lookup.entries_.push_back(entry.c_str());
    lookup.entries_.push_back(nullptr);
    CUDAENV_TRY(lookup.aliases_, hot::read_aliases(world.layout.aliases()));
    return lookup;
}

hot::ResolveInput Lookup::resolve_input() const {
    return {env(), world_->layout, world_->config.hot, aliases_};
}

hot::SelectInput Lookup::select_input() const {
    return {env(), world_->layout, world_->config.hot};
}

Result<hot::Found> Lookup::resolve(const base::Request& request) const {
    return hot::resolve_installed(request, resolve_input());
}

std::string shown(const World& world, const std::string& path) {
    const std::string home = world.env.value_or("HOME", "");
    if (home.size() < 2 || !path.starts_with(home)) return path;
    const bool is_below = path.size() == home.size() || path[home.size()] == '/';
    return is_below ? "~" + path.substr(home.size()) : path;
}

}  // namespace cudaenv::commands
