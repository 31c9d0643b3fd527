// SPDX-License-Identifier: MIT
#include "commands/lookup.hpp"

#include "catalog/catalog.hpp"

namespace cudaenv::commands {

namespace {

// `cudaenv install 12.10` is no advice where nobody published a 12.10.
void correct_advice(Error& error, const base::Request& request, const World& world) {
    const Result<catalog::Catalog> known = load_catalog(world);
    if (!known.has_value()) return;
    const auto release = catalog::resolve(*known, request, platform(world));
    if (release.has_value() || release.error().code != Code::unknown_release) return;
    std::string note = base::to_string(request) + " is not known either";
    for (const std::string& nearest : release.error().notes) note += "; " + nearest;
    error.notes.push_back(std::move(note));
    error.try_ = release.error().try_;
}

}  // namespace

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
    Result<hot::Found> found = hot::resolve_installed(request, resolve_input());
    if (!found.has_value() && found.error().code == Code::not_installed)
        correct_advice(found.error(), request, *world_);
    return found;
}

std::string shown(const World& world, const std::string& path) {
    const std::string home = world.env.value_or("HOME", "");
    if (home.size() < 2 || !path.starts_with(home)) return path;
    const bool is_below = path.size() == home.size() || path[home.size()] == '/';
    return is_below ? "~" + path.substr(home.size()) : path;
}

}  // namespace cudaenv::commands
