// SPDX-License-Identifier: MIT
#include "catalog/catalog.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cudaenv::catalog {

std::string platform_of(std::string_view machine) {
    if (machine == "x86_64" || machine == "amd64") return "linux-x86_64";
    if (machine == "aarch64" || machine == "arm64" || machine == "sbsa") return "linux-sbsa";
    if (machine == "ppc64le") return "linux-ppc64le";
    return {};
}

Catalog::Catalog(std::vector<Release> releases, std::uint64_t serial)
    : releases_(std::move(releases)), serial_(serial) {
    std::ranges::stable_sort(releases_, {}, &Release::version);
    // Of equal versions the last one stays: unique keeps the first, so it walks from the back.
    const auto same = [](const Release& a, const Release& b) { return a.version == b.version; };
    const auto kept = std::unique(releases_.rbegin(), releases_.rend(), same);
    releases_.erase(releases_.begin(), kept.base());
}

const Release* Catalog::find(const base::Version& version) const {
    const auto found = std::ranges::lower_bound(releases_, version, {}, &Release::version);
    return found != releases_.end() && found->version == version ? &*found : nullptr;
}

bool is_published(const Release& release, std::string_view platform) {
    return runfile_for(release, platform) != nullptr ||
           std::ranges::find(release.archive_platforms, platform) !=
               release.archive_platforms.end();
}

const Runfile* runfile_for(const Release& release, std::string_view platform) {
    const auto found = std::ranges::find(release.runfiles, platform, &Runfile::platform);
    return found != release.runfiles.end() ? &*found : nullptr;
}

}  // namespace cudaenv::catalog
