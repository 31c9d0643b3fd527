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
    auto& releases = index.releases;
    std::ranges::move(over.releases, std::back_inserter(releases));
    std::ranges::stable_sort(releases, is_before);
    // Of equal ones the last stays: unique keeps the first, so it walks from the back.
    const auto same = [](const RedistRelease& a, const RedistRelease& b) {
        return a.product == b.product && number_of(a) == number_of(b);
    };
    const auto kept = std::unique(releases.rbegin(), releases.rend(), same);
    releases.erase(releases.begin(), kept.base());
    if (!over.rules.components.empty()) index.rules = std::move(over.rules);
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

const RedistRelease* toolkit_list(const RedistIndex& index, const base::Version& toolkit) {
    const auto found = std::ranges::find_if(index.releases, [&](const RedistRelease& release) {
        return release.product == kToolkit && number_of(release) == toolkit;
    });
    return found != index.releases.end() ? &*found : nullptr;
}

}  // namespace cudaenv::catalog
