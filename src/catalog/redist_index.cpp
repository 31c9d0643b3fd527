// SPDX-License-Identifier: MIT
#include "catalog/redist_index.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cudaenv::catalog {

namespace {

base::Version number_of(const RedistRelease& release) {
    return base::parse_version(release.version).value_or(base::Version{});
}

bool is_before(const RedistRelease& left, const RedistRelease& right) {
    if (left.product != right.product) return left.product < right.product;
    return number_of(left) < number_of(right);
}

}  // namespace

void lay_over(RedistIndex& index, RedistIndex over) {
    if (!over.rules.components.empty()) index.rules = std::move(over.rules);
    if (over.releases.empty()) return;
    auto& releases = index.releases;
    std::ranges::move(over.releases, std::back_inserter(releases));
    std::ranges::stable_sort(releases, is_before);
    // Of equal ones the last stays: unique keeps the first, so it walks from the back.
    const auto same = [](const RedistRelease& a, const RedistRelease& b) {
        return a.product == b.product && number_of(a) == number_of(b);
    };
    const auto kept = std::unique(releases.rbegin(), releases.rend(), same);
    releases.erase(releases.begin(), kept.base());
}

std::span<const RedistRelease> releases_of(const RedistIndex& index, std::string_view product) {
    const auto found =
        std::ranges::equal_range(index.releases, product, {}, &RedistRelease::product);
    return {found.begin(), found.end()};
}

const RedistRelease* find_release(std::span<const RedistRelease> releases,
                                  const base::Version& version) {
    const auto found = std::ranges::find_if(releases, [&](const RedistRelease& release) {
        return base::compare_numbers(number_of(release), version) == 0;
    });
    return found != releases.end() ? &*found : nullptr;
}

namespace {

std::vector<std::string> platforms_of(const RedistRelease& list) {
    std::vector<std::string> platforms;
    for (const RedistBuild& build : list.builds) platforms.push_back(build.platform);
    return platforms;
}

}  // namespace

Catalog with_archives(const Catalog& catalog, const RedistIndex& index) {
    std::vector<Release> releases(catalog.releases().begin(), catalog.releases().end());
    for (const RedistRelease& list : index.releases) {
        const auto version = base::parse_version(list.version);
        if (list.product != kToolkit || !version) continue;
        auto release = std::ranges::find(releases, *version, &Release::version);
        if (release == releases.end()) {
            Release& added = releases.emplace_back();
            added.version = *version;
            added.catalog = list.catalog;
            added.is_reviewed = list.is_reviewed;
            release = releases.end() - 1;
        }
        release->archive_platforms = platforms_of(list);
    }
    return Catalog(std::move(releases), catalog.serial());
}

const RedistRelease* toolkit_list(const RedistIndex& index, const base::Version& toolkit) {
    const auto found = std::ranges::find_if(index.releases, [&](const RedistRelease& release) {
        return release.product == kToolkit && number_of(release) == toolkit;
    });
    return found != index.releases.end() ? &*found : nullptr;
}

}  // namespace cudaenv::catalog
