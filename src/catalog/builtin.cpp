// SPDX-License-Identifier: MIT
// The built-in catalog, alone and with folders over it.
#include <algorithm>
#include <utility>

#include "catalog/catalog.hpp"
#include "catalog/embedded.hpp"

namespace cudaenv::catalog {

namespace {

// Takes the first `count` rows off the front.
template <typename T>
std::span<const T> take(std::span<const T>& rows, std::size_t count) {
    const auto head = rows.first(count);
    rows = rows.subspan(count);
    return head;
}

Runfile make_runfile(const embedded::RunfileRow& row, std::span<const std::string_view> urls) {
    Runfile runfile;
    runfile.platform = row.platform;
    runfile.file_name = row.file_name;
    runfile.urls.assign(urls.begin(), urls.end());
    runfile.driver = row.driver;
    if (row.size_bytes > 0) runfile.size_bytes = row.size_bytes;
    runfile.sha256 = row.sha256;
    runfile.md5 = row.md5;
    runfile.sha256_sources = row.sha256_sources;
    runfile.md5_sources = row.md5_sources;
    runfile.size_sources = row.size_sources;
    return runfile;
}

void add_learned(const Release& learned, std::vector<Release>& all) {
    const auto known = std::ranges::find(all, learned.version, &Release::version);
    if (known == all.end()) {
        all.push_back(learned);
        return;
    }
    for (const Runfile& runfile : learned.runfiles) {
        if (runfile_for(*known, runfile.platform) == nullptr) known->runfiles.push_back(runfile);
    }
}

}  // namespace

Catalog builtin() {
    auto runfiles = embedded::kTables.runfiles;
    auto urls = embedded::kTables.urls;
    std::vector<Release> releases;
    releases.reserve(embedded::kTables.releases.size());
    for (const auto& row : embedded::kTables.releases) {
        Release& release = releases.emplace_back();
        const auto version = base::parse_version(row.version);
        CUDAENV_CHECK(version.has_value());
        release.version = *version;
        release.kind = row.kind;
        release.label = row.label;
        release.is_reviewed = row.is_reviewed;
        release.runfiles.reserve(row.runfile_count);
        for (const auto& file : take(runfiles, row.runfile_count)) {
            release.runfiles.push_back(make_runfile(file, take(urls, file.url_count)));
        }
    }
    return Catalog(std::move(releases), embedded::kTables.serial);
}

Result<Catalog> load(std::span<const std::string> folders, std::span<const Release> learned) {
    Catalog catalog = builtin();
    if (folders.empty() && learned.empty()) return catalog;
    std::vector<Release> all(catalog.releases().begin(), catalog.releases().end());
    for (const Release& release : learned) add_learned(release, all);
    for (const std::string& folder : folders) {
        CUDAENV_TRY(const auto overlay, read_folder(folder));
        all.insert(all.end(), overlay.releases().begin(), overlay.releases().end());
    }
    return Catalog(std::move(all), catalog.serial());
}

}  // namespace cudaenv::catalog
