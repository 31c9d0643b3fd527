// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "execute/arrival.hpp"

namespace cudaenv::execute {

namespace {

// Failures of the reader that say something about the bytes: whether they are the published ones
// must be known before anybody is told that the archive is bad.
bool is_about_content(const Error& error) {
    return error.code == Code::integrity || error.code == Code::checksum;
}

// The artifacts with the addresses that lied at the end, and nothing trusted in the cache.
void ask_others_first(std::vector<plan::Artifact>& artifacts,
                      const std::vector<std::string>& liars) {
    for (plan::Artifact& artifact : artifacts) {
        std::ranges::stable_partition(artifact.urls, [&](const std::string& url) {
            return std::ranges::count(liars, url) == 0;
        });
    }
}

}  // namespace

Result<std::vector<Verified>> bring(std::vector<plan::Artifact> artifacts, const Settings& settings,
                                    Observer& observer,
                                    const std::function<Result<void>(const Arrival&)>& use,
                                    std::uint64_t& fetched_bytes) {
    std::size_t tries = 2;
    for (const plan::Artifact& artifact : artifacts) tries = std::max(tries, artifact.urls.size());
    std::vector<std::string> liars;
    while (true) {
        CUDAENV_TRY(Arrival arrival, Arrival::start(artifacts, settings, observer));
        Result<void> used = use(arrival);
        const bool is_over = !used.has_value() && !is_about_content(used.error());
        if (is_over) arrival.stop();
        Result<std::vector<Verified>> verified = arrival.finish();
        fetched_bytes += arrival.fetched_bytes();
        if (is_over) return tl::unexpected(std::move(used).error());
        if (verified.has_value() && used.has_value()) return verified;
        if (verified.has_value()) return tl::unexpected(std::move(used).error());
        if (arrival.liars().empty() || --tries == 0) return verified;
        observer.warned(verified.error().what + ": fetching it again from the start");
        liars.insert(liars.end(), arrival.liars().begin(), arrival.liars().end());
        ask_others_first(artifacts, liars);
    }
}

}  // namespace cudaenv::execute
