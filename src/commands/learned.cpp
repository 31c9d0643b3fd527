// SPDX-License-Identifier: MIT
#include "commands/learned.hpp"

#include <algorithm>
#include <map>

#include "catalog/manifest_text.hpp"
#include "commands/cache.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

using base::Layout;

Result<Learned> read_folder(const std::string& folder) {
    Learned learned;
    CUDAENV_TRY(const catalog::Catalog catalog, catalog::read_folder(folder));
    learned.releases.assign(catalog.releases().begin(), catalog.releases().end());
    CUDAENV_TRY(catalog::RedistIndex index, catalog::read_redist_folder(folder));
    learned.redist = std::move(index.releases);
    return learned;
}

// The files of the overlay: toolkits/13.toml, redist/cudnn.toml.
std::map<std::string, std::string> files_of(const Learned& learned) {
    std::map<std::string, std::vector<catalog::Release>> majors;
    for (const catalog::Release& release : learned.releases) {
        majors[std::to_string(release.version.major())].push_back(release);
    }
    std::map<std::string, std::vector<catalog::RedistRelease>> products;
    for (const catalog::RedistRelease& release : learned.redist) {
        products[release.product].push_back(release);
    }
    std::map<std::string, std::string> files;
    for (const auto& [major, releases] : majors) {
        files["toolkits/" + major + ".toml"] = catalog::manifest_text(releases);
    }
    for (const auto& [product, releases] : products) {
        files["redist/" + product + ".toml"] = catalog::product_text(product, releases);
    }
    return files;
}

Result<void> write_folder(const Learned& learned, const std::string& folder) {
    for (const char* below : {"toolkits", "redist"}) {
        CUDAENV_TRY(sys::make_folders(Layout::join(folder, below)));
    }
    for (const auto& [name, text] : files_of(learned)) {
        CUDAENV_TRY(sys::write_file(Layout::join(folder, name), text, {.sync = true}));
    }
    const Result<Learned> read = read_folder(folder);
    if (read.has_value()) return {};
    return base::context(read.error(), "what was learned cannot be read back");
}

// Of the folder that a run left behind when it was killed.
bool is_leftover(const std::string& name) {
    return name.starts_with(".learned");
}

Result<void> put_in_place(const std::string& made, const std::string& folder) {
    if (!sys::exists(folder)) return sys::rename(made, folder);
    const Result<void> swapped = sys::exchange(made, folder);
    if (swapped.has_value() || swapped.error().code != Code::files) return swapped;
    CUDAENV_TRY(sys::rename(folder, sys::temporary_name(folder)));
    return sys::rename(made, folder);
}

}  // namespace

std::string learned_folder(const World& world) {
    return Layout::join(Layout::join(world.cache_dir, kCatalogsFolder), "learned");
}

Result<Learned> read_learned(const World& world) {
    const std::string folder = learned_folder(world);
    if (!sys::is_folder(folder)) return Learned();
    Result<Learned> learned = read_folder(folder);
    if (learned.has_value()) return learned;
    Error error = learned.error();
    error.code = Code::damaged;
    error.try_ = {"cudaenv update"};
    return base::context(std::move(error), "what was learned of new releases cannot be read");
}

Result<void> write_learned(const Learned& learned, const World& world) {
    const std::string folder = learned_folder(world);
    const std::string catalogs = sys::parent_folder(folder);
    CUDAENV_TRY(mark_cache(world));
    CUDAENV_TRY(sys::make_folders(catalogs));
    const std::string made = sys::temporary_name(folder);
    Result<void> done = write_folder(learned, made);
    if (done.has_value()) done = put_in_place(made, folder);
    CUDAENV_TRY(const auto names, sys::list_folder(catalogs));
    for (const std::string& name : names) {
        if (is_leftover(name)) CUDAENV_TRY(sys::remove_tree(Layout::join(catalogs, name)));
    }
    return done;
}

void forget_built_in(Learned& learned) {
    const catalog::Catalog catalog = catalog::builtin();
    const catalog::RedistIndex index = catalog::builtin_redist();
    std::erase_if(learned.releases, [&](const catalog::Release& release) {
        return catalog.find(release.version) != nullptr;
    });
    std::erase_if(learned.redist, [&](const catalog::RedistRelease& release) {
        const auto* known = catalog::find_release(catalog::releases_of(index, release.product),
                                                  *base::parse_version(release.version));
        return known != nullptr && !known->builds.empty();
    });
}

bool may_use_unreviewed(const World& world) {
    return world.config.data.unreviewed != "deny";
}

std::vector<catalog::Release> usable_releases(const World& world) {
    if (!may_use_unreviewed(world)) return {};
    Result<Learned> learned = read_learned(world);
    if (learned.has_value()) return std::move(learned->releases);
    world.observer->warned(learned.error().what + "; `cudaenv update` writes it anew");
    return {};
}

Result<catalog::RedistIndex> load_redist(const World& world) {
    const bool may_use = may_use_unreviewed(world);
    const Result<Learned> learned = may_use ? read_learned(world) : Learned();
    const std::vector<catalog::RedistRelease> none;
    CUDAENV_TRY(
        catalog::RedistIndex index,
        catalog::load_redist(world.config.catalogs, learned.has_value() ? learned->redist : none));
    if (!may_use) {
        std::erase_if(index.releases,
                      [](const catalog::RedistRelease& release) { return !release.is_reviewed; });
    }
    return index;
}

}  // namespace cudaenv::commands
