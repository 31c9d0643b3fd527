// SPDX-License-Identifier: MIT
#include "commands/redist_lists.hpp"

#include <optional>
#include <utility>

#include "catalog/mirror.hpp"
#include "commands/cache.hpp"
#include "fetch/session.hpp"
#include "sys/digest.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

constexpr std::size_t kLimitBytes = 1U << 20U;  // the longest one published is a third of that

bool is_right(const catalog::RedistRelease& release, const std::string& text) {
    return release.list_sha256.empty() || sys::sha256_of(text) == release.list_sha256;
}

std::optional<std::string> on_disk(const std::string& folder, const std::string& below) {
    if (folder.empty() || !sys::is_folder(folder)) return std::nullopt;
    const std::string name = below.substr(below.rfind('/') + 1);
    for (const std::string& place : {folder + "/" + below, folder + "/" + name}) {
        const Result<std::string> text = sys::read_file(place, kLimitBytes);
        if (text.has_value()) return *text;
    }
    return std::nullopt;
}

}  // namespace

// The text of the release's list, kept in the cache.
Result<std::string> RedistLists::text_of(const catalog::RedistRelease& release) const {
    const std::string below = catalog::path_below_host(release.list_url);
    if (below.empty()) {
        return fail(Code::unknown_release, "the catalog has no usable address of the list of " +
                                               release.product + " " + release.version)
            .found(release.list_url);
    }
    for (const std::string& folder : {from_, world_->cache_dir}) {
        std::optional<std::string> text = on_disk(folder, below);
        if (text && is_right(release, *text)) return *std::move(text);
    }
    CUDAENV_TRY(const execute::Settings settings, settings_for(transfer_, *world_));
    CUDAENV_TRY(fetch::Session session, fetch::Session::open(settings.fetch));
    const std::vector<std::string> published = {release.list_url};
    CUDAENV_TRY(
        std::string text,
        session.fetch_text(catalog::addresses(published, world_->config.mirrors), kLimitBytes));
    if (!is_right(release, text)) {
        return fail(Code::checksum, "the list of " + release.product + " " + release.version +
                                        " is not the published one")
            .at(release.list_url)
            .values(sys::sha256_of(text), release.list_sha256)
            .why("it pins every archive, so nothing in it can be trusted");
    }
    CUDAENV_TRY(mark_cache(*world_));
    const std::string path = world_->cache_dir + "/" + below;
    CUDAENV_TRY(sys::make_folders(sys::parent_folder(path)));
    CUDAENV_TRY(sys::write_file(path, text));
    return text;
}

Result<const plan::FetchedList*> RedistLists::list_of(const catalog::RedistRelease& release) {
    const auto known = lists_.find(release.list_url);
    if (known != lists_.end()) return known->second.get();
    CUDAENV_TRY(const std::string text, text_of(release));
    auto fetched = std::make_unique<plan::FetchedList>();
    fetched->release = &release;
    fetched->sha256 = sys::sha256_of(text);
    fetched->verified_by = release.list_sha256.empty() ? "none" : "sha256";
    CUDAENV_TRY(fetched->list, catalog::parse_redistrib(text, release.list_url));
    return lists_.emplace(release.list_url, std::move(fetched)).first->second.get();
}

}  // namespace cudaenv::commands
