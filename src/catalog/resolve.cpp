// SPDX-License-Identifier: MIT
// From a request to the one release that it means. Releases are looked at newest first.
#include <algorithm>

#include "base/text.hpp"
#include "catalog/catalog.hpp"

namespace cudaenv::catalog {

namespace {

using base::Failure;
using base::Request;
using base::Version;

bool names_release(const Request& request) {
    using enum Request::Kind;
    return request.kind == version || request.kind == latest || request.kind == range;
}

bool is_exactly(const Request& request, const Release& release) {
    return request.kind == Request::Kind::version && request.version == release.version;
}

// Previews and patches must be written in full.
bool is_meant(const Request& request, const Release& release) {
    return is_exactly(request, release) ||
           (release.kind == ReleaseKind::release && base::matches(request, release.version));
}

template <typename Condition>
const Release* newest(const Catalog& catalog, Condition holds) {
    const Release* best = nullptr;
    for (const Release& release : catalog.releases()) {
        if (holds(release)) best = &release;
    }
    return best;
}

// The longest part of the asked version that is known on the platform: 12.10 -> 12.
struct Nearest {
    Version prefix;  // count 0: only the newest of all could be named
    const Release* release = nullptr;
};

Nearest nearest(const Catalog& catalog, const Request& request, std::string_view platform) {
    const Version asked = request.kind == Request::Kind::version ? request.version : Version{};
    for (std::uint8_t parts = std::min<std::uint8_t>(asked.count, 2);; --parts) {
        const Version prefix = first_parts(asked, parts);
        const Release* found = newest(catalog, [&](const Release& release) {
            return release.kind == ReleaseKind::release && is_prefix(prefix, release.version) &&
                   is_published(release, platform);
        });
        if (found != nullptr || parts == 0) return {prefix, found};
    }
}

// Adds what would have been found instead.
Failure with_nearest(Failure failure, const Nearest& near) {
    std::string prefix = to_string(near.prefix);
    if (!prefix.empty()) prefix.insert(0, " ");
    if (near.release != nullptr) {
        failure.value().notes.push_back("newest known" + prefix + " is " +
                                        to_string(near.release->version));
    }
    return std::move(failure).try_("cudaenv install --list" + prefix);
}

std::string platforms_of(const Release& release) {
    std::vector<std::string> platforms = release.archive_platforms;
    for (const Runfile& runfile : release.runfiles) {
        if (std::ranges::find(platforms, runfile.platform) == platforms.end()) {
            platforms.push_back(runfile.platform);
        }
    }
    std::ranges::sort(platforms);
    return base::join(platforms, ", ");
}

// Why nothing was found: published for other platforms only, not finished, or not known at all.
Failure failure_of(const Catalog& catalog, const Request& request, std::string_view platform) {
    Request toolkit = request;
    toolkit.companions.clear();
    const std::string asked = "CUDA " + to_string(toolkit);
    const Release* elsewhere = newest(catalog, [&](const Release& release) {
        return is_meant(request, release) &&
               !(release.runfiles.empty() && release.archive_platforms.empty());
    });
    if (elsewhere != nullptr) {
        const std::string here = platform.empty() ? "this machine" : std::string(platform);
        return fail(Code::unknown_release, asked + " is not published for " + here)
            .values(to_string(elsewhere->version) + " for " + platforms_of(*elsewhere), here);
    }
    const Release* unfinished = newest(catalog, [&](const Release& release) {
        return base::matches(request, release.version) && is_published(release, platform);
    });
    if (unfinished != nullptr) {
        const std::string version = to_string(unfinished->version);
        const std::string label = unfinished->label.empty() ? "" : " (" + unfinished->label + ")";
        return fail(Code::unknown_release, asked + " is not a finished release")
            .found(version + label)
            .why("previews and patches are taken only when they are written in full")
            .try_("cudaenv install " + version);
    }
    return fail(Code::unknown_release, asked + " is not known");
}

}  // namespace

Result<const Release*> resolve(const Catalog& catalog, const base::Request& request,
                               std::string_view platform) {
    if (!names_release(request)) {
        return fail(Code::usage, request.raw + " does not name a CUDA release")
            .needs("a number, a range or latest");
    }
    const auto fits = [&](const Release& release) {
        return is_meant(request, release) && is_published(release, platform);
    };
    const Release* exact = newest(catalog, [&](const Release& release) {
        return is_exactly(request, release) && fits(release);
    });
    if (exact != nullptr) return exact;
    if (const Release* found = newest(catalog, fits); found != nullptr) return found;
    return with_nearest(failure_of(catalog, request, platform),
                        nearest(catalog, request, platform));
}

}  // namespace cudaenv::catalog
