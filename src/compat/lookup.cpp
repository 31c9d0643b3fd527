// SPDX-License-Identifier: MIT
#include "compat/lookup.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace cudaenv::compat {

using base::Version;

std::strong_ordering compare_texts(std::string_view left, std::string_view right) {
    const Version none;
    return base::compare_numbers(base::parse_version(left).value_or(none),
                                 base::parse_version(right).value_or(none));
}

bool has_windows_driver(const probe::Machine& machine) {
    return machine.os.kind == "wsl2" || machine.os.kind == "windows";
}

unsigned branch_of(const Tables& tables, std::string_view driver) {
    const auto number = base::parse_version(driver);
    if (!number) return 0;
    unsigned nearest = 0;
    for (const BranchRow& row : tables.branches) {
        if (row.branch <= number->major()) nearest = std::max(nearest, row.branch);
    }
    // Beyond the table, and before it, the number itself is the best there is.
    const bool is_inside = !tables.branches.empty() && nearest != 0 &&
                           std::ranges::any_of(tables.branches, [&](const BranchRow& row) {
                               return row.branch > number->major();
                           });
    return is_inside ? nearest : number->major();
}

namespace {

const std::string& column(const ToolkitDriverRow& row, bool is_windows) {
    return is_windows ? row.windows_driver : row.linux_driver;
}

}  // namespace

DriverNeed own_driver(const Tables& tables, const Version& toolkit, bool is_windows) {
    const ToolkitDriverRow* nearest = nullptr;
    const ToolkitDriverRow* oldest = nullptr;
    for (const ToolkitDriverRow& row : tables.toolkit_drivers) {
        if (base::line_of(row.toolkit) != base::line_of(toolkit)) continue;
        if (oldest == nullptr || row.toolkit < oldest->toolkit) oldest = &row;
        if (base::compare_numbers(row.toolkit, toolkit) > 0) continue;
        if (nearest == nullptr || nearest->toolkit < row.toolkit) nearest = &row;
    }
    if (nearest == nullptr) nearest = oldest;  // 10.2.2, a patch, is numbered before 10.2.89
    if (nearest == nullptr) return {};
    return {column(*nearest, is_windows), nearest->origin};
}

DriverNeed driver_floor(const Tables& tables, const Version& toolkit, bool is_windows) {
    const auto row = std::ranges::find_if(tables.minor_versions, [&](const MinorVersionRow& each) {
        return each.toolkit_major.major() == toolkit.major();
    });
    if (row == tables.minor_versions.end()) return own_driver(tables, toolkit, is_windows);
    return {is_windows ? row->windows_floor : row->linux_floor, row->origin};
}

Version ceiling_of(const Tables& tables, const probe::Driver& driver) {
    if (const auto told = base::parse_version(driver.cuda)) return *told;
    const unsigned branch = branch_of(tables, driver.version);
    const auto row = std::ranges::find(tables.branches, branch, &BranchRow::branch);
    return row == tables.branches.end() ? Version{} : row->max_cuda;
}

TargetsFound targets_of(const Tables& tables, const Version& toolkit) {
    TargetsFound found;
    for (const TargetsRow& row : tables.targets) {
        if (base::compare_numbers(row.line, base::line_of(toolkit)) > 0) continue;
        if (found.row == nullptr || found.row->line < row.line) found.row = &row;
    }
    found.is_exact = found.row != nullptr && found.row->line == base::line_of(toolkit);
    return found;
}

CompilerFound compilers_of(const Tables& tables, const Version& toolkit) {
    const CompilerRow *longest = nullptr, *before = nullptr;
    for (const CompilerRow& row : tables.compilers) {
        if (base::is_prefix(row.toolkit, toolkit)) {
            if (longest == nullptr || longest->toolkit.count < row.toolkit.count) longest = &row;
        } else if (base::compare_numbers(row.toolkit, toolkit) < 0) {
            if (before == nullptr || before->toolkit < row.toolkit) before = &row;
        }
    }
    return {longest != nullptr ? longest : before, longest != nullptr};
}

Version capability_of(std::string_view target) {
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (!target.starts_with(prefix)) continue;
        target.remove_prefix(prefix.size());
        while (!target.empty() && !base::is_digit(target.back())) target.remove_suffix(1);
        if (target.size() < 2) return {};
        const std::string text(target.substr(0, target.size() - 1));
        return base::parse_version(text + "." + target.back()).value_or(Version{});
    }
    return {};
}

std::string target_of(const Version& capability) {
    return "sm_" + std::to_string(capability.major()) + std::to_string(capability.minor());
}

bool is_tegra(const Tables& tables, const Version& capability) {
    const auto row = std::ranges::find(tables.architectures, capability, &ArchitectureRow::cc);
    return row != tables.architectures.end() && row->is_tegra;
}

std::string source_text(const Tables& tables, std::string_view keys) {
    std::vector<std::string> texts;
    for (const std::string_view part : base::split(keys, ',')) {
        const std::string_view key = base::trim(part);
        const auto row = std::ranges::find(tables.sources, key, &SourceRow::key);
        texts.emplace_back(row == tables.sources.end() ? key : row->text);
    }
    return base::join(texts, "; ");
}

}  // namespace cudaenv::compat
