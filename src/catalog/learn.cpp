// SPDX-License-Identifier: MIT
#include "catalog/learn.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "catalog/rules.hpp"

namespace cudaenv::catalog {

namespace {

using base::Version;

// A build's platform and variant.
using BuildKey = std::pair<std::string, std::string>;

bool is_linux(std::string_view platform) {
    return platform.starts_with("linux-") && platform != "linux-all";
}

std::set<BuildKey> builds_of(const Component& component) {
    std::set<BuildKey> keys;
    for (const RedistArchive& archive : component.archives) {
        if (is_linux(archive.platform)) keys.emplace(archive.platform, archive.variant);
    }
    return keys;
}

// Those that known releases install, of those that this one has; else all of them.
std::vector<const Component*> installed_of(const Redistrib& list,
                                           std::span<const RedistRelease> known) {
    std::vector<const Component*> all, seen;
    for (const Component& component : list.components) {
        if (builds_of(component).empty()) continue;
        all.push_back(&component);
        const bool is_seen = std::ranges::any_of(known, [&](const RedistRelease& release) {
            return std::ranges::count(release.components, component.name) > 0;
        });
        if (is_seen) seen.push_back(&component);
    }
    return seen.empty() ? all : seen;
}

// That of the component that the product is called by; empty if it is no plain number.
std::string full_version(const std::string& product,
                         const std::vector<const Component*>& components) {
    for (const Component* component : components) {
        const bool is_named = components.size() == 1 || component->name.ends_with(product);
        if (is_named && is_version(component->version)) return component->version;
    }
    return {};
}

// What a build without a name was for in the newest release that had one.
std::vector<Version> cuda_of_unnamed(std::span<const RedistRelease> known) {
    for (auto release = known.rbegin(); release != known.rend(); ++release) {
        const auto build = std::ranges::find(release->builds, "", &RedistBuild::name);
        if (build != release->builds.end()) return build->cuda;
    }
    return {};
}

std::vector<Version> cuda_of(const std::string& variant, std::span<const RedistRelease> known) {
    constexpr std::string_view kStart = "cuda";
    if (!variant.starts_with(kStart)) return cuda_of_unnamed(known);
    return {*base::parse_version(std::string_view(variant).substr(kStart.size()))};
}

// The builds that every one of these components has.
std::set<BuildKey> shared_builds(const std::vector<const Component*>& components) {
    std::set<BuildKey> shared = builds_of(*components.front());
    for (const Component* component : components) {
        const std::set<BuildKey> own = builds_of(*component);
        std::erase_if(shared, [&](const BuildKey& key) { return !own.contains(key); });
    }
    return shared;
}

// Of a toolkit release the platforms: its components are chosen later.
std::set<BuildKey> platforms_of(const Redistrib& list) {
    std::set<BuildKey> platforms;
    for (const Component& component : list.components) {
        for (const auto& [platform, variant] : builds_of(component)) {
            platforms.emplace(platform, "");
        }
    }
    return platforms;
}

Result<void> check_origin(const Redistrib& list, const ListOrigin& origin) {
    const bool is_product = list.product.empty() || list.product.starts_with(origin.product);
    const bool is_release = list.label.empty() || list.label == origin.version;
    if (is_product && is_release) return {};
    return fail(Code::integrity, "this is the list of another release")
        .at(origin.url)
        .values(list.product + " " + list.label, origin.product + " " + origin.version);
}

// What the words of an installer's name say.
struct InstallerName {
    bool is_installer = false;  // cuda, the version and linux are there, and nothing strange
    std::string platform, driver;
};

void read_word(std::string_view word, InstallerName& name) {
    constexpr std::string_view kPlain[] = {"cuda", "linux", "local", "run"};
    if (std::ranges::find(kPlain, word) != std::end(kPlain)) return;
    const std::string_view machine = word == "x86" || word == "64" ? "x86_64" : word;
    if (std::string platform = platform_of(machine); !platform.empty()) {
        name.platform = std::move(platform);
    } else if (const auto number = base::parse_version(word); number && number->count > 1) {
        name.driver = word;
    } else {
        name.is_installer = false;
    }
}

InstallerName read_name(std::string_view file, const Version& version) {
    if (file.ends_with(".run")) file.remove_suffix(4);
    std::string text(file);
    std::ranges::replace(text, '-', '_');
    std::vector<std::string_view> words = base::split(text, '_');
    InstallerName name;
    const auto own = std::ranges::find(words, to_string(version));
    const bool has_linux = std::ranges::find(words, "linux") != words.end();
    name.is_installer = words.front() == "cuda" && own != words.end() && has_linux;
    if (!name.is_installer) return name;
    words.erase(own);
    name.platform = platform_of("x86_64");
    for (const std::string_view word : words) read_word(word, name);
    return name;
}

}  // namespace

Result<RedistRelease> learned_release(const Redistrib& list, const ListOrigin& origin,
                                      std::span<const RedistRelease> known) {
    CUDAENV_TRY(check_origin(list, origin));
    RedistRelease release;
    release.product = origin.product;
    release.version = origin.version;
    release.list_url = origin.url;
    release.list_sha256 = origin.sha256;
    release.is_reviewed = false;
    if (is_date(list.date)) release.date = list.date;
    const bool is_toolkit = origin.product == kToolkit;
    const auto components = installed_of(list, known);
    if (components.empty()) {
        return fail(Code::integrity, "the list has nothing for Linux").at(origin.url);
    }
    std::string full = is_toolkit ? "" : full_version(origin.product, components);
    if (full.empty()) full = origin.version;
    for (const auto& [platform, variant] :
         is_toolkit ? platforms_of(list) : shared_builds(components)) {
        const auto cuda = is_toolkit ? std::vector<Version>() : cuda_of(variant, known);
        release.builds.push_back({platform, variant, cuda, full, std::nullopt});
    }
    if (is_toolkit) return release;
    for (const Component* component : components) release.components.push_back(component->name);
    return release;
}

std::vector<Runfile> runfiles_in(std::string_view md5sums, const Version& version,
                                 std::string_view folder_url) {
    std::vector<Runfile> runfiles;
    for (const std::string_view line : base::split(md5sums, '\n')) {
        const auto words = base::words(base::trim(line));
        if (words.size() != 2 || !is_md5(words.front())) continue;
        std::string_view file = words.back();
        if (file.starts_with('*')) file.remove_prefix(1);  // md5sum's mark of a binary file
        if (file.find('/') != std::string_view::npos || !is_rel_path(file)) continue;
        InstallerName name = read_name(file, version);
        if (!name.is_installer) continue;
        if (std::ranges::count(runfiles, name.platform, &Runfile::platform) > 0) continue;
        Runfile& runfile = runfiles.emplace_back();
        runfile.platform = std::move(name.platform);
        runfile.driver = std::move(name.driver);
        runfile.file_name = file;
        runfile.urls = {std::string(folder_url) + std::string(file)};
        runfile.md5 = base::to_lower(words.front());
    }
    return runfiles;
}

}  // namespace cudaenv::catalog
