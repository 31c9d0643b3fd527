// SPDX-License-Identifier: MIT
#include "catalog/companions.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"

namespace cudaenv::catalog {

namespace {

using base::CompanionRequest;
using base::Failure;
using base::Version;

// What is asked for, and where.
struct Search {
    const RedistIndex& index;
    const CompanionRequest& request;
    const Version& toolkit;
    std::string_view platform;
};

bool has_version(const Version& asked, std::string_view text) {
    const auto version = base::parse_version(text);
    return version && is_prefix(asked, *version);
}

// The catalog's version or the full one; both may be written.
bool is_meant(const CompanionRequest& request, const RedistRelease& release,
              const RedistBuild& build) {
    return !request.version || has_version(*request.version, release.version) ||
           has_version(*request.version, build.full_version);
}

bool is_meant(const CompanionRequest& request, const RedistRelease& release) {
    if (release.product != request.name || release.product == kToolkit) return false;
    if (!request.version || has_version(*request.version, release.version)) return true;
    return std::ranges::any_of(release.builds, [&](const RedistBuild& build) {
        return is_meant(request, release, build);
    });
}

// How well a build fits: 0 = not, else the more the closer it names the toolkit.
std::size_t fitness(const Search& search, const RedistRelease& release, const RedistBuild& build) {
    if (build.platform != search.platform) return 0;
    if (!is_meant(search.request, release, build)) return 0;
    if (!search.request.build.empty()) return build.name == search.request.build ? 1 : 0;
    if (build.cuda.empty()) return 1;
    std::size_t best = 0;
    for (const Version& line : build.cuda) {
        if (is_prefix(line, search.toolkit)) best = std::max(best, std::size_t{1} + line.count);
    }
    return best;
}

const RedistBuild* best_build(const Search& search, const RedistRelease& release) {
    const RedistBuild* best = nullptr;
    std::size_t best_fitness = 0;
    for (const RedistBuild& build : release.builds) {
        const std::size_t found = fitness(search, release, build);
        if (found > best_fitness) best = &build;
        best_fitness = std::max(best_fitness, found);
    }
    return best;
}

// Whether the request names just this release: 2.0.2, where there is a 2.0.2.1 as well.
bool is_exact(const CompanionRequest& request, const RedistRelease& release) {
    return request.version && base::parse_version(release.version) == request.version;
}

// The newest release, of those that `search` means, with a build that fits.
Companion newest(const Search& search) {
    Companion best;
    for (const RedistRelease& release : search.index.releases) {
        if (!is_meant(search.request, release)) continue;
        const RedistBuild* build = best_build(search, release);
        if (build != nullptr) best = {&release, build};
        if (build != nullptr && is_exact(search.request, release)) break;
    }
    return best;
}

std::string joined(const std::set<std::string>& words) {
    return base::join(std::vector<std::string>(words.begin(), words.end()), ", ");
}

// What all releases that are meant have: their platforms, and the builds for this one.
struct Published {
    std::set<std::string> versions, platforms, builds;
};

Published published(const Search& search) {
    Published all;
    for (const RedistRelease& release : search.index.releases) {
        if (!is_meant(search.request, release)) continue;
        all.versions.insert(release.version);
        for (const RedistBuild& build : release.builds) {
            all.platforms.insert(build.platform);
            if (build.platform != search.platform) continue;
            all.builds.insert(build.name.empty() ? "one build for all" : build.name);
        }
    }
    return all;
}

// Adds what a request without version and build would have found.
Failure with_newest(Failure failure, const Search& search) {
    const CompanionRequest any{search.request.name, std::nullopt, ""};
    const Companion found = newest({search.index, any, search.toolkit, search.platform});
    if (found.release != nullptr) {
        failure.value().notes.push_back("newest " + any.name + " for CUDA " +
                                        to_string(search.toolkit) + " is " +
                                        found.release->version);
    }
    return failure;
}

Failure not_a_companion(const Search& search) {
    const auto names = companion_names(search.index);
    Failure failure = fail(Code::usage, "no companion " + search.request.name);
    for (const std::string& near : base::near_names(search.request.name, names)) {
        failure.value().notes.push_back("did you mean " + near + "?");
    }
    if (failure.value().notes.empty()) failure.value().needs = base::join(names, ", ");
    return failure;
}

Failure failure_of(const Search& search) {
    const Published all = published(search);
    const std::string asked = to_string(search.request);
    if (all.versions.empty()) {
        const auto names = companion_names(search.index);
        if (!std::ranges::binary_search(names, search.request.name)) return not_a_companion(search);
        return with_newest(fail(Code::unknown_release, asked + " is not known"), search);
    }
    if (all.platforms.empty()) {
        return with_newest(fail(Code::unknown_release, "the builds of " + asked + " are not known"),
                           search);
    }
    if (all.builds.empty()) {
        return fail(Code::unknown_release, asked + " is not published for this platform")
            .values(joined(all.platforms), search.platform);
    }
    if (!search.request.build.empty()) {
        return fail(Code::unknown_release, asked + " is not published")
            .values(joined(all.builds), search.request.build);
    }
    const std::string cuda = "CUDA " + to_string(base::line_of(search.toolkit));
    Failure failure = fail(Code::refused, asked + " has no build for " + cuda)
                          .values(joined(all.builds), "a build for " + cuda);
    if (search.request.name == "cudnn") failure.value().ce = "CE504";
    return with_newest(std::move(failure), search);
}

}  // namespace

std::vector<std::string> companion_names(const RedistIndex& index) {
    std::set<std::string> names;
    for (const RedistRelease& release : index.releases) {
        if (release.product != kToolkit) names.insert(release.product);
    }
    return {names.begin(), names.end()};
}

Result<Companion> companion_for(const RedistIndex& index, const CompanionRequest& request,
                                const Version& toolkit, std::string_view platform) {
    const Search search{index, request, toolkit, platform};
    const Companion found = newest(search);
    if (found.release == nullptr) return failure_of(search);
    return found;
}

}  // namespace cudaenv::catalog
