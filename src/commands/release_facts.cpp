// SPDX-License-Identifier: MIT
#include "commands/release_facts.hpp"

#include <algorithm>

#include "compat/lookup.hpp"

namespace cudaenv::commands {
namespace {

using base::Version;
using compat::Tables;

DriverFacts driver_facts(const Tables& tables, const Version& toolkit, bool is_windows) {
    const std::string own = compat::own_driver(tables, toolkit, is_windows).driver;
    const std::string floor = compat::driver_floor(tables, toolkit, is_windows).driver;
    // 11.0 came with an older driver than the one that runs every 11.x.
    const bool is_own_less = !own.empty() && compat::compare_texts(own, floor) < 0;
    return {is_own_less ? own : floor, own};
}

std::string bundled_driver(const catalog::Release& release) {
    for (const catalog::Runfile& file : release.runfiles) {
        if (!file.driver.empty()) return file.driver;
    }
    return "";
}

// What is in `left` and not in `right`.
std::vector<std::string> difference(const std::vector<std::string>& left,
                                    const std::vector<std::string>& right) {
    std::vector<std::string> out;
    std::ranges::copy_if(left, std::back_inserter(out), [&](const std::string& one) {
        return std::ranges::count(right, one) == 0;
    });
    return out;
}

const compat::TargetsRow* row_before(const Tables& tables, const Version& line) {
    const compat::TargetsRow* before = nullptr;
    for (const compat::TargetsRow& row : tables.targets) {
        if (row.line < line && (before == nullptr || before->line < row.line)) before = &row;
    }
    return before;
}

void add_targets(const Tables& tables, ReleaseFacts& facts) {
    const compat::TargetsFound found = compat::targets_of(tables, facts.version);
    if (!found.is_exact) return;
    const compat::TargetsRow& row = *found.row;
    facts.real = row.real;
    facts.special = row.special;
    facts.deprecated = row.deprecated;
    facts.ptx_isa = row.ptx_isa;
    for (const std::string& target : row.real) {
        const Version capability = compat::capability_of(target);
        if (facts.min_cc.count == 0 || capability < facts.min_cc) facts.min_cc = capability;
        facts.max_cc = std::max(facts.max_cc, capability);
    }
    const compat::TargetsRow* before = row_before(tables, row.line);
    if (before == nullptr) return;
    facts.line_before = before->line;
    facts.added = difference(row.real, before->real);
    facts.dropped = difference(before->real, row.real);
}

bool holds_for(const compat::GlibcRow& row, const Version& toolkit) {
    const bool is_from =
        row.toolkit_from.count == 0 || base::compare_numbers(toolkit, row.toolkit_from) >= 0;
    const bool is_below =
        row.toolkit_below.count == 0 || base::compare_numbers(toolkit, row.toolkit_below) < 0;
    return is_from && is_below;
}

void add_glibc(const Tables& tables, ReleaseFacts& facts) {
    for (const compat::GlibcRow& row : tables.glibc) {
        if (!holds_for(row, facts.version)) continue;
        facts.glibc.min = std::max(facts.glibc.min, row.min);
        if (row.warn_from.count > 0) facts.glibc.warn_from = row.warn_from;
        if (row.max_below.count == 0) continue;
        facts.glibc.max_below = row.max_below;
        facts.faults.push_back(
            {"CE303", row.reason + " (glibc " + to_string(row.max_below) + " or newer)"});
    }
}

// Builds for CUDA 11 go with every 11.x, one for 10.2 with that line alone.
void add_cudnn(const Tables& tables, ReleaseFacts& facts) {
    std::vector<const compat::CudnnBuildRow*> rows;
    for (const compat::CudnnBuildRow& row : tables.cudnn_builds) {
        if (base::is_prefix(row.cuda, facts.version)) rows.push_back(&row);
    }
    std::ranges::stable_sort(rows, {}, &compat::CudnnBuildRow::version);
    for (const compat::CudnnBuildRow* row : rows) {
        const std::string build = "cuda" + to_string(row->cuda);
        const bool is_new = facts.cudnn.empty() || facts.cudnn.back().build != build ||
                            facts.cudnn.back().versions.back().major() != row->version.major();
        if (is_new) facts.cudnn.push_back({build, {}});
        std::vector<Version>& versions = facts.cudnn.back().versions;
        if (versions.empty() || versions.back() != row->version) versions.push_back(row->version);
    }
}

}  // namespace

std::string_view kind_word(catalog::ReleaseKind kind) {
    switch (kind) {
        case catalog::ReleaseKind::release:
            return "release";
        case catalog::ReleaseKind::preview:
            return "preview";
        case catalog::ReleaseKind::patch:
            return "patch";
    }
    return "";
}

ReleaseFacts facts_of(const catalog::Release& release, const Tables& tables) {
    ReleaseFacts facts;
    facts.version = release.version;
    facts.kind = kind_word(release.kind);
    facts.label = release.label;
    facts.catalog = release.catalog;
    facts.is_reviewed = release.is_reviewed;
    facts.runfiles = release.runfiles;
    facts.linux_driver = driver_facts(tables, release.version, false);
    facts.windows_driver = driver_facts(tables, release.version, true);
    facts.bundled_driver = bundled_driver(release);
    add_targets(tables, facts);
    const compat::CompilerFound compilers = compat::compilers_of(tables, release.version);
    if (compilers.is_exact) facts.host = *compilers.row;
    add_glibc(tables, facts);
    add_cudnn(tables, facts);
    return facts;
}

}  // namespace cudaenv::commands
