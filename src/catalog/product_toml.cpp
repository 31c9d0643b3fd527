// SPDX-License-Identifier: MIT
// Reads redist/PRODUCT.toml.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "catalog/redist_index.hpp"
#include "catalog/toml_rows.hpp"

namespace cudaenv::catalog {

namespace {

constexpr std::int64_t kMaxSizeBytes = std::int64_t{1} << 40;  // 1 TiB

// What a build's name says: cuda12 is for 12.
std::vector<base::Version> cuda_of(std::string_view build) {
    constexpr std::string_view kStart = "cuda";
    if (!build.starts_with(kStart)) return {};
    return {*base::parse_version(build.substr(kStart.size()))};
}

// The keys that a build and an archive share: name, cuda, full.
Result<RedistBuild> read_build(const Row& row, const std::string& full_version) {
    RedistBuild build;
    CUDAENV_TRY(build.name, text_of(row, "name", kVariant));
    CUDAENV_TRY(const auto cuda, texts_of(row, "cuda", kVersion));
    for (const std::string& line : cuda) build.cuda.push_back(*base::parse_version(line));
    if (!row.table.contains("cuda")) build.cuda = cuda_of(build.name);
    CUDAENV_TRY(build.full_version, text_of(row, "full", kVersion));
    if (build.full_version.empty()) build.full_version = full_version;
    return build;
}

Result<DirectArchive> read_archive(const Row& row) {
    DirectArchive archive;
    CUDAENV_TRY(archive.url, required_text(row, "url", kUrl));
    CUDAENV_TRY(const auto sha256, text_of(row, "sha256", kSha256));
    CUDAENV_TRY(const auto md5, text_of(row, "md5", kMd5));
    CUDAENV_TRY(archive.size_bytes, number_of(row, "size", kMaxSizeBytes));
    archive.sha256 = base::to_lower(sha256);
    archive.md5 = base::to_lower(md5);
    return archive;
}

// A build of one platform, met once in a release.
Result<void> add_build(const Row& row, RedistBuild build, RedistRelease& release) {
    const bool is_there = std::ranges::any_of(release.builds, [&](const RedistBuild& other) {
        return other.platform == build.platform && other.name == build.name;
    });
    if (is_there) {
        return fail(Code::usage, row.path + "name stands twice for one platform")
            .at(row.file)
            .found(release.version + " " + build.platform + " " + build.name);
    }
    release.builds.push_back(std::move(build));
    return {};
}

Result<void> read_builds(const Row& row, const std::string& full_version, RedistRelease& release) {
    CUDAENV_TRY(const auto builds, rows_of(row, "builds"));
    for (const Row& entry : builds) {
        CUDAENV_TRY(auto build, read_build(entry, full_version));
        CUDAENV_TRY(const auto platforms, texts_of(entry, "platforms", kPlatform));
        for (const std::string& platform : platforms) {
            build.platform = platform;
            CUDAENV_TRY(add_build(entry, build, release));
        }
    }
    CUDAENV_TRY(const auto archives, rows_of(row, "archive"));
    for (const Row& entry : archives) {
        CUDAENV_TRY(auto build, read_build(entry, full_version));
        CUDAENV_TRY(build.platform, required_text(entry, "platform", kPlatform));
        CUDAENV_TRY(build.archive, read_archive(entry));
        CUDAENV_TRY(add_build(entry, std::move(build), release));
    }
    return {};
}

Result<RedistRelease> read_release(const Row& row, const std::string& product) {
    RedistRelease release;
    release.product = product;
    release.catalog = row.file;
    CUDAENV_TRY(release.version, required_text(row, "version", kVersion));
    CUDAENV_TRY(release.date, text_of(row, "date", kDate));
    CUDAENV_TRY(release.is_reviewed, is_reviewed(row));
    CUDAENV_TRY(release.list_url, text_of(row, "url", kUrl));
    CUDAENV_TRY(const auto sha256, text_of(row, "sha256", kSha256));
    release.list_sha256 = base::to_lower(sha256);
    CUDAENV_TRY(release.components, texts_of(row, "components", kName));
    CUDAENV_TRY(std::string full_version, text_of(row, "full", kVersion));
    if (full_version.empty()) full_version = release.version;
    CUDAENV_TRY(read_builds(row, full_version, release));
    if (!release.list_url.empty() || !release.builds.empty()) return release;
    return missing(row, "url", kUrl.needs);
}

}  // namespace

Result<std::vector<RedistRelease>> parse_product(std::string_view toml, const std::string& name) {
    CUDAENV_TRY(const auto document, read_document(toml, name));
    const Row top{name, document, ""};
    CUDAENV_TRY(const auto product, required_text(top, "product", kName));
    CUDAENV_TRY(const auto rows, rows_of(top, "release"));
    std::vector<RedistRelease> releases;
    for (const Row& row : rows) {
        CUDAENV_TRY(auto release, read_release(row, product));
        if (std::ranges::find(releases, release.version, &RedistRelease::version) !=
            releases.end()) {
            return repeated(row, "version", release.version);
        }
        releases.push_back(std::move(release));
    }
    return releases;
}

}  // namespace cudaenv::catalog
