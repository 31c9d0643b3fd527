// SPDX-License-Identifier: MIT
// The built-in redist index as plain tables; like those of embedded.hpp. Lists of words are texts
// with blanks between.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cudaenv::catalog::embedded {

struct RedistReleaseRow {
    std::string_view product, version, date, list_url, list_sha256;
    std::string_view components;  // words
    std::size_t build_count;
};

struct BuildRow {
    std::string_view platform, name;
    std::string_view cuda;  // words
    std::string_view full_version;
    std::size_t archive_count;  // 0 or 1
};

struct ArchiveRow {
    std::string_view url, sha256, md5;
    std::uint64_t size_bytes;  // 0 = not known
};

struct GroupRow {
    std::string_view name;
    std::string_view profiles;  // words
    std::string_view refused;
};

struct RuleRow {
    std::string_view name, group;
    std::string_view aliases, needs;  // words; an optional need with ? behind it
};

struct RedistTables {
    std::span<const RedistReleaseRow> releases;
    std::span<const BuildRow> builds;
    std::span<const ArchiveRow> archives;
    std::span<const GroupRow> groups;
    std::span<const RuleRow> rules;
    std::string_view unlisted;
};

extern const RedistTables kRedistTables;

}  // namespace cudaenv::catalog::embedded
