// SPDX-License-Identifier: MIT
// The built-in redist index, alone and with folders over it.
#include <utility>

#include "base/text.hpp"
#include "catalog/embedded_redist.hpp"
#include "catalog/redist_index.hpp"

namespace cudaenv::catalog {

namespace {

std::vector<std::string> texts(std::string_view words) {
    const auto pieces = base::words(words);
    return {pieces.begin(), pieces.end()};
}

DirectArchive make_archive(const embedded::ArchiveRow& row) {
    DirectArchive archive{std::string(row.url), std::string(row.sha256), std::string(row.md5), {}};
    if (row.size_bytes > 0) archive.size_bytes = row.size_bytes;
    return archive;
}

RedistBuild make_build(const embedded::BuildRow& row) {
    RedistBuild build;
    build.platform = row.platform;
    build.name = row.name;
    build.full_version = row.full_version;
    for (const std::string_view line : base::words(row.cuda)) {
        const auto version = base::parse_version(line);
        CUDAENV_CHECK(version.has_value());
        build.cuda.push_back(*version);
    }
    return build;
}

RedistRelease make_release(const embedded::RedistReleaseRow& row) {
    RedistRelease release;
    release.product = row.product;
    release.version = row.version;
    release.date = row.date;
    release.list_url = row.list_url;
    release.list_sha256 = row.list_sha256;
    release.components = texts(row.components);
    release.builds.reserve(row.build_count);
    return release;
}

ComponentGroup make_group(const embedded::GroupRow& row) {
    ComponentGroup group{std::string(row.name), {}, std::string(row.refused)};
    for (const std::string_view word : base::words(row.profiles)) {
        const auto profile = parse_profile(word);
        CUDAENV_CHECK(profile.has_value());
        group.profiles.push_back(*profile);
    }
    return group;
}

ComponentRule make_rule(const embedded::RuleRow& row) {
    ComponentRule rule{std::string(row.name), texts(row.aliases), std::string(row.group), {}};
    for (std::string_view need : base::words(row.needs)) {
        const bool is_optional = need.ends_with('?');
        if (is_optional) need.remove_suffix(1);
        rule.needs.push_back({std::string(need), is_optional});
    }
    return rule;
}

}  // namespace

RedistIndex builtin_redist() {
    const auto& tables = embedded::kRedistTables;
    RedistIndex index;
    index.releases.reserve(tables.releases.size());
    auto build_row = tables.builds.begin();
    auto archive_row = tables.archives.begin();
    for (const auto& row : tables.releases) {
        RedistRelease& release = index.releases.emplace_back(make_release(row));
        for (std::size_t i = 0; i < row.build_count; ++i, ++build_row) {
            RedistBuild& build = release.builds.emplace_back(make_build(*build_row));
            if (build_row->archive_count > 0) build.archive = make_archive(*archive_row++);
        }
    }
    for (const auto& row : tables.groups) index.rules.groups.push_back(make_group(row));
    for (const auto& row : tables.rules) index.rules.components.push_back(make_rule(row));
    index.rules.unlisted = tables.unlisted;
    return index;
}

Result<RedistIndex> load_redist(std::span<const std::string> folders,
                                std::span<const RedistRelease> learned) {
    RedistIndex index = builtin_redist();
    RedistIndex unknown;
    for (const RedistRelease& release : learned) {
        const auto number = base::parse_version(release.version);
        const auto* known = find_release(releases_of(index, release.product), *number);
        if (known == nullptr || known->builds.empty()) unknown.releases.push_back(release);
    }
    lay_over(index, std::move(unknown));
    for (const std::string& folder : folders) {
        CUDAENV_TRY(auto over, read_redist_folder(folder));
        lay_over(index, std::move(over));
    }
    return index;
}

}  // namespace cudaenv::catalog
