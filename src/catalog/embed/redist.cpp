// SPDX-License-Identifier: MIT
#include "catalog/embed/redist.hpp"

#include <span>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "catalog/embed/literal.hpp"

namespace cudaenv::catalog::embed {

namespace {

// A row of the table: `{"a", "b", 3},`.
std::string row(std::initializer_list<std::string> cells) {
    return "    {" + base::join(std::vector<std::string>(cells), ", ") + "},\n";
}

// A list as one literal of words.
template <typename T, typename ToWord>
std::string words(const std::vector<T>& items, ToWord to_word) {
    std::vector<std::string> list;
    for (const T& item : items) list.emplace_back(to_word(item));
    return quoted(base::join(list, " "));
}

std::string words(const std::vector<std::string>& items) {
    return quoted(base::join(items, " "));
}

struct Rows {
    std::string releases, builds, archives, groups, rules;
};

void add_build(const RedistBuild& build, Rows& rows) {
    const auto cuda = words(build.cuda, [](const base::Version& line) { return to_string(line); });
    rows.builds += row({quoted(build.platform), quoted(build.name), cuda,
                        quoted(build.full_version), build.archive ? "1" : "0"});
    if (!build.archive) return;
    rows.archives +=
        row({quoted(build.archive->url), quoted(build.archive->sha256), quoted(build.archive->md5),
             std::to_string(build.archive->size_bytes.value_or(0)) + "U"});
}

void add_release(const RedistRelease& release, Rows& rows) {
    rows.releases += row({quoted(release.product), quoted(release.version), quoted(release.date),
                          quoted(release.list_url), quoted(release.list_sha256),
                          words(release.components), std::to_string(release.builds.size())});
    for (const RedistBuild& build : release.builds) add_build(build, rows);
}

void add_rules(const ComponentRules& rules, Rows& rows) {
    for (const ComponentGroup& group : rules.groups) {
        const auto profiles =
            words(group.profiles, [](Profile profile) { return to_string(profile); });
        rows.groups += row({quoted(group.name), profiles, quoted(group.refused)});
    }
    for (const ComponentRule& rule : rules.components) {
        const auto needs = words(
            rule.needs, [](const Need& need) { return need.name + (need.is_optional ? "?" : ""); });
        rows.rules += row({quoted(rule.name), quoted(rule.group), words(rule.aliases), needs});
    }
}

std::string table(std::string_view type, std::string_view name, const std::string& rows) {
    return "constexpr " + std::string(type) + " " + std::string(name) + "[] = {\n" + rows +
           "};\n\n";
}

}  // namespace

std::string redist_source(const RedistIndex& index) {
    Rows rows;
    for (const RedistRelease& release : index.releases) add_release(release, rows);
    add_rules(index.rules, rows);
    return "// Made from manifests/redist/ by cudaenv-embed-catalog; edit those.\n"
           "#include \"catalog/embedded_redist.hpp\"\n\n"
           "namespace cudaenv::catalog::embedded {\n\nnamespace {\n\n" +
           table("RedistReleaseRow", "kReleases", rows.releases) +
           table("BuildRow", "kBuilds", rows.builds) +
           table("ArchiveRow", "kArchives", rows.archives) +
           table("GroupRow", "kGroups", rows.groups) + table("RuleRow", "kRules", rows.rules) +
           "}  // namespace\n\nconst RedistTables kRedistTables{kReleases, kBuilds, kArchives, "
           "kGroups, kRules, " +
           quoted(index.rules.unlisted) + "};\n\n}  // namespace cudaenv::catalog::embedded\n";
}

}  // namespace cudaenv::catalog::embed
