// SPDX-License-Identifier: MIT
#include "commands/indexes.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/version.hpp"
#include "catalog/mirror.hpp"
#include "commands/transfer.hpp"
#include "fetch/url.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {

namespace {

constexpr std::size_t kLongestPage = 4U << 20U;  // NVIDIA's have some 100 KB
constexpr std::size_t kLongestText = 1U << 20U;

bool is_loopback(std::string_view host) {
    const auto address = base::parse_version(host);  // of a name like 127.example there is none
    return host == "localhost" || host == "[::1]" ||
           (address && address->count == 4 && address->major() == 127);
}

bool may_be_asked(const std::string& address) {
    const auto url = fetch::parse_url(address);
    if (!url.has_value()) return false;
    return url->scheme == "https" || url->is_file() || is_loopback(url->host);
}

Result<std::vector<std::string>> addresses_of(const std::string& url, const World& world) {
    const std::vector<std::string> published = {url};
    std::vector<std::string> all = catalog::addresses(published, world.config.mirrors);
    const auto refused = std::ranges::find_if_not(all, may_be_asked);
    if (refused == all.end()) return all;
    const std::string first = fetch::without_secrets(*refused);
    std::erase_if(all, [](const std::string& address) { return !may_be_asked(address); });
    if (!all.empty()) return all;
    return fail(Code::refused, "no mirror may tell of new releases")
        .values(first, "https, file, or http on this machine")
        .why("whoever is on the way could make up releases")
        .try_("cudaenv config mirrors " + std::string(catalog::kNvidiaHost));
}

bool is_stopped(const Error& error) {
    return error.code == Code::interrupted || error.code == Code::terminated;
}

}  // namespace

Result<Indexes> Indexes::open(const World& world) {
    CUDAENV_TRY(const execute::Settings settings, settings_for({}, world));
    CUDAENV_TRY(fetch::Session session, fetch::Session::open(settings.fetch));
    return Indexes(world, std::move(session));
}

Result<catalog::Listing> Indexes::listing(const std::string& folder_url) {
    // An address is that of a file: of any in the folder, without its name.
    CUDAENV_TRY(const auto addresses, addresses_of(folder_url + "index", *world_));
    std::optional<Error> first;
    for (const std::string& address : addresses) {
        const std::string folder = address.substr(0, address.rfind('/') + 1);
        Result<catalog::Listing> listing = listing_at(folder);
        if (listing.has_value() || is_stopped(listing.error())) return listing;
        if (!first) first = std::move(listing).error();
    }
    return tl::unexpected(*std::move(first));
}

Result<catalog::Listing> Indexes::listing_at(const std::string& folder_url) {
    CUDAENV_TRY(const fetch::Url url, fetch::parse_url(folder_url));
    if (url.is_file()) {
        CUDAENV_TRY(const auto names, sys::list_folder(url.path));
        return catalog::listing_of(names, url.path);
    }
    CUDAENV_TRY(const std::string page, session_.fetch_text({folder_url}, kLongestPage));
    return catalog::parse_listing(page, fetch::without_secrets(folder_url));
}

Result<std::string> Indexes::text(const std::string& url) {
    CUDAENV_TRY(const auto addresses, addresses_of(url, *world_));
    return session_.fetch_text(addresses, kLongestText);
}

}  // namespace cudaenv::commands
