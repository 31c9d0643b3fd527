// SPDX-License-Identifier: MIT
#include "catalog/listing.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/version.hpp"

namespace cudaenv::catalog {

namespace {

// No product has a tenth of this.
constexpr std::size_t kMostLists = 2000;
constexpr std::size_t kLongestLink = 1024;
constexpr std::size_t kLongestVersion = 40;

// The 12.4.1 of redistrib_12.4.1.json; empty for every other name.
std::string_view version_in(std::string_view name) {
    constexpr std::string_view kStart = "redistrib_", kEnd = ".json";
    if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return {};
    name.remove_prefix(kStart.size());
    name.remove_suffix(std::min(kEnd.size(), name.size()));
    const auto version = base::parse_version(name);
    return version && version->count > 1 && name.size() <= kLongestVersion ? name
                                                                           : std::string_view();
}

// The path of a URL, with its leading slash.
std::string_view path_of(std::string_view url) {
    const std::size_t host = url.find("://");
    if (host == std::string_view::npos) return url;
    return url.substr(std::min(url.find('/', host + 3), url.size()));
}

// What the link names right in the folder; anything with a slash in it lies elsewhere.
std::string_view within(std::string_view folder_url, std::string_view link) {
    link = link.substr(0, link.find_first_of("?#"));
    const std::string_view path = path_of(folder_url);
    if (link.starts_with(folder_url)) return link.substr(folder_url.size());
    if (link.starts_with(path) && !path.empty()) return link.substr(path.size());
    if (link.starts_with("./")) return link.substr(2);
    return link;
}

// The value of an attribute: what stands behind its name.
std::string_view value_of(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    text = text.substr(0, kLongestLink);
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (!text.starts_with('=')) return {};
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return {};
    const char quote = text.front();
    if (quote != '"' && quote != '\'') return text.substr(0, text.find_first_of(" \t\r\n>"));
    text.remove_prefix(1);
    const std::size_t end = text.find(quote);
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end);
}

void add_link(std::string_view folder_url, std::string_view link, Listing& listing) {
    const std::string_view name = within(folder_url, link);
    const std::string_view last = name.substr(name.rfind('/') + 1);
    const std::string_view version = version_in(last);
    if (version.empty()) return;
    if (last != name) {
        ++listing.elsewhere;
    } else {
        listing.versions.emplace_back(version);
    }
}

base::Version number_of(const std::string& version) {
    return *base::parse_version(version);
}

// In order, each once, and no more of them than can be right.
Result<Listing> settled(Listing listing, const std::string& place) {
    if (listing.versions.empty()) {
        return fail(Code::integrity, "this is no index of redist archives")
            .at(place)
            .values(listing.elsewhere == 0 ? "no list in it" : "only lists that lie elsewhere",
                    "names such as redistrib_12.4.1.json");
    }
    auto& versions = listing.versions;
    std::ranges::sort(versions, {}, number_of);
    const auto repeated = std::ranges::unique(versions, {}, number_of);
    versions.erase(repeated.begin(), repeated.end());
    if (versions.size() <= kMostLists) return listing;
    return fail(Code::integrity, "this index lists more releases than there can be")
        .at(place)
        .values(std::to_string(versions.size()), "at most " + std::to_string(kMostLists));
}

}  // namespace

Result<Listing> parse_listing(std::string_view page, const std::string& url) {
    constexpr std::string_view kAttribute = "href";
    const std::string lower = base::to_lower(page);
    Listing listing;
    for (std::size_t at = lower.find(kAttribute); at != std::string::npos;
         at = lower.find(kAttribute, at + kAttribute.size())) {
        add_link(url, value_of(page.substr(at + kAttribute.size())), listing);
    }
    return settled(std::move(listing), url);
}

Result<Listing> listing_of(std::span<const std::string> names, const std::string& folder) {
    Listing listing;
    for (const std::string& name : names) {
        const std::string_view version = version_in(name);
        if (!version.empty()) listing.versions.emplace_back(version);
    }
    return settled(std::move(listing), folder);
}

}  // namespace cudaenv::catalog
