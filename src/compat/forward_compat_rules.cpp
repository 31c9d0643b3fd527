// SPDX-License-Identifier: MIT
// cuda-compat packages: a newer user-space driver over an older kernel module, on data-centre GPUs.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

// 13.0 of cuda-compat-13-0; 0 parts if the name is another.
Version line_of_package(std::string_view package) {
    constexpr std::string_view kPrefix = "cuda-compat-";
    if (!package.starts_with(kPrefix)) return {};
    std::string line(package.substr(kPrefix.size()));
    std::ranges::replace(line, '-', '.');
    return base::parse_version(line).value_or(Version{});
}

bool may_have_compat(const probe::Gpu& gpu) {
    return gpu.gpu_class.empty() || gpu.gpu_class == "datacenter" || gpu.gpu_class == "jetson";
}

Origin table_origin(const Tables& tables) {
    return tables.forward_compat.empty() ? Origin{} : tables.forward_compat.front().origin;
}

Finding on_wrong_gpu(const Case& given, const probe::Gpu& gpu) {
    Finding finding = make_finding(given, "CE106", "FORWARD_COMPAT_GPU_CLASS", Level::refuse,
                                   table_origin(given.tables));
    finding.title = "forward compatibility is for data-centre GPUs";
    finding.found = fmt::format("{} on {}", given.machine.compat_package, words_of(gpu));
    finding.needs = "a newer driver instead of the package";
    finding.why =
        "programs stop with error 804, \"forward compatibility was attempted on non supported HW\"";
    finding.notes.push_back("take its folder out of LD_LIBRARY_PATH, or remove the package");
    return finding;
}

Finding by_row(const Case& given, const ForwardCompatRow& row) {
    const bool fits = row.status == "compatible";
    const bool is_known = fits && row.is_listed;
    const std::string_view reason = !fits      ? "FORWARD_COMPAT_NOT_COMPATIBLE"
                                    : is_known ? "FORWARD_COMPAT"
                                               : "FORWARD_COMPAT_UNLISTED_BRANCH";
    Finding finding =
        make_finding(given, "CE106", reason, fits ? Level::warn : Level::refuse, row.origin);
    finding.found = fmt::format("{} over {}", row.package, driver_words(given.machine));
    if (!fits) {
        finding.title =
            fmt::format("{} does not work over driver branch {}", row.package, row.branch);
        finding.needs = "no package, or one that is newer than the driver";
        finding.why = "programs stop with error 803, \"system has unsupported driver combination\"";
        finding.notes.push_back("take its folder out of LD_LIBRARY_PATH, or remove the package");
        return finding;
    }
    finding.title = fmt::format("runs by forward compatibility: {}", row.package);
    finding.needs =
        "the package's folder in LD_LIBRARY_PATH, and its removal when the driver is updated";
    finding.why = is_known ? "graphics interoperability does not work that way"
                           : fmt::format("NVIDIA no longer lists driver branch {}", row.branch);
    return finding;
}

Finding unlisted(const Case& given, unsigned branch) {
    Finding finding = make_finding(given, "CE106", "FORWARD_COMPAT_UNLISTED_BRANCH", Level::warn,
                                   table_origin(given.tables));
    finding.title =
        fmt::format("{} may not work over driver branch {}", given.machine.compat_package, branch);
    finding.found = driver_words(given.machine);
    finding.needs = "a branch that NVIDIA lists for the package";
    finding.why = "branches that have ended are no supported base";
    return finding;
}

const ForwardCompatRow* row_for(const Case& given, unsigned branch) {
    const ForwardCompatRow* nearest = nullptr;
    for (const ForwardCompatRow& row : given.tables.forward_compat) {
        if (row.package != given.machine.compat_package || row.branch != branch) continue;
        if (nearest == nullptr || row.is_listed) nearest = &row;
    }
    return nearest;
}

}  // namespace

bool judge_forward_compat(const Case& given, Findings& findings) {
    const std::string& package = given.machine.compat_package;
    const Version line = line_of_package(package);
    if (line.count == 0) return false;
    const std::vector<probe::Gpu> gpus = known_gpus(given.machine);
    const auto wrong = std::ranges::find_if_not(gpus, may_have_compat);
    if (wrong != gpus.end()) {
        findings.push_back(on_wrong_gpu(given, *wrong));
        return true;
    }
    const unsigned branch = branch_of(given.tables, given.machine.driver->version);
    const ForwardCompatRow* row = row_for(given, branch);
    if (row != nullptr && row->status == "not_applicable") return false;
    findings.push_back(row != nullptr ? by_row(given, *row) : unlisted(given, branch));
    // A package of an older line does not reach the release: the driver is judged as well.
    const Version& toolkit = *given.question.stack.toolkit;
    return base::compare_numbers(line, base::line_of(toolkit)) >= 0;
}

}  // namespace cudaenv::compat
