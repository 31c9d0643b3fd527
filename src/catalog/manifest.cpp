// SPDX-License-Identifier: MIT
// Manifests of toolkits.
#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "catalog/toml_rows.hpp"

namespace cudaenv::catalog {

namespace {

constexpr std::int64_t kMaxSizeBytes = std::int64_t{1} << 40;  // 1 TiB

// How many sources gave the value of each key of `confirmed`.
Result<void> read_confirmations(const Row& row, Runfile& runfile) {
    const toml::node* node = row.table.get("confirmed");
    if (node == nullptr) return {};
    const auto* table = node->as_table();
    if (table == nullptr) return malformed(row, "confirmed", *node, "a table of lists");
    const Row confirmed{row.file, *table, row.path + "confirmed."};
    CUDAENV_TRY(const auto sha256, texts_of(confirmed, "sha256", kPlain));
    CUDAENV_TRY(const auto md5, texts_of(confirmed, "md5", kPlain));
    CUDAENV_TRY(const auto size, texts_of(confirmed, "size", kPlain));
    runfile.sha256_sources = static_cast<unsigned>(sha256.size());
    runfile.md5_sources = static_cast<unsigned>(md5.size());
    runfile.size_sources = static_cast<unsigned>(size.size());
    return {};
}

Result<Runfile> read_runfile(const Row& row) {
    Runfile runfile;
    CUDAENV_TRY(runfile.platform, required_text(row, "platform", kPlatform));
    CUDAENV_TRY(std::string url, required_text(row, "url", kUrl));
    CUDAENV_TRY(runfile.file_name, text_of(row, "file", kFileName));
    if (!row.table.contains("file")) runfile.file_name = file_name_of(url);
    CUDAENV_TRY(runfile.urls, texts_of(row, "alt_urls", kUrl));
    runfile.urls.insert(runfile.urls.begin(), std::move(url));
    CUDAENV_TRY(runfile.driver, text_of(row, "driver", kDriver));
    CUDAENV_TRY(runfile.size_bytes, number_of(row, "size", kMaxSizeBytes));
    CUDAENV_TRY(const auto sha256, text_of(row, "sha256", kSha256));
    CUDAENV_TRY(const auto md5, text_of(row, "md5", kMd5));
    runfile.sha256 = base::to_lower(sha256);
    runfile.md5 = base::to_lower(md5);
    CUDAENV_TRY(read_confirmations(row, runfile));
    return runfile;
}

Result<void> read_runfiles(const Row& row, Release& release) {
    CUDAENV_TRY(const auto rows, rows_of(row, "runfile"));
    for (const Row& file : rows) {
        CUDAENV_TRY(auto runfile, read_runfile(file));
        if (runfile_for(release, runfile.platform) != nullptr) {
            return repeated(file, "platform", runfile.platform);
        }
        release.runfiles.push_back(std::move(runfile));
    }
    return {};
}

Result<Release> read_release(const Row& row) {
    Release release;
    release.catalog = row.file;
    CUDAENV_TRY(const auto version, required_text(row, "version", kReleaseNumber));
    release.version = *base::parse_version(version);
    CUDAENV_TRY(const auto kind, text_of(row, "kind", kKind));
    if (kind == "preview") release.kind = ReleaseKind::preview;
    if (kind == "patch") release.kind = ReleaseKind::patch;
    CUDAENV_TRY(release.label, text_of(row, "label", kPlain));
    CUDAENV_TRY(release.is_reviewed, is_reviewed(row));
    CUDAENV_TRY(read_runfiles(row, release));
    return release;
}

}  // namespace

Result<std::vector<Release>> parse_manifest(std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto document, read_document(toml, name));
    CUDAENV_TRY(const auto rows, rows_of(Row{name, document, ""}, "release"));
    std::vector<Release> releases;
    for (const Row& row : rows) {
        CUDAENV_TRY(auto release, read_release(row));
        if (std::ranges::find(releases, release.version, &Release::version) != releases.end()) {
            return repeated(row, "version", to_string(release.version));
        }
        releases.push_back(std::move(release));
    }
    return releases;
}

Result<std::uint64_t> parse_serial(std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto document, read_document(toml, name));
    const Row row{name, document, ""};
    CUDAENV_TRY(const auto serial,
                number_of(row, "serial", std::numeric_limits<std::int64_t>::max()));
    if (!serial) return missing(row, "serial", "a number from 1");
    return *serial;
}

}  // namespace cudaenv::catalog
