// SPDX-License-Identifier: MIT
// Rule 2 of cli.md section 14: what nvcc of the toolkit makes code for, and which GPUs a driver
// knows.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

// A chip may have been renumbered: code for either number is code for it.
std::vector<Version> numbers_of(const Tables& tables, const Version& capability) {
    std::vector<Version> numbers = {capability};
    for (const ArchitectureRow& row : tables.architectures) {
        if (row.formerly.count == 0) continue;
        if (row.cc == capability) numbers.push_back(row.formerly);
        if (row.formerly == capability) numbers.push_back(row.cc);
    }
    return numbers;
}

bool contains(const Tables& tables, const std::vector<std::string>& targets,
              const Version& capability) {
    return std::ranges::any_of(numbers_of(tables, capability), [&](const Version& number) {
        return std::ranges::find(targets, target_of(number)) != targets.end();
    });
}

// The oldest and the newest capability that a line makes code for.
Version lowest_of(const TargetsRow& row) {
    Version lowest;
    for (const std::string& target : row.real) {
        const Version each = capability_of(target);
        if (lowest.count == 0 || each < lowest) lowest = each;
    }
    return lowest;
}

// The newest target whose machine code runs on the capability: of the same major and a lower minor,
// never between Tegra parts. 0 parts = none.
Version sibling_of(const Case& given, const TargetsRow& row, const Version& capability) {
    Version newest;
    if (is_tegra(given.tables, capability)) return newest;
    for (const std::string& target : row.real) {
        const Version each = capability_of(target);
        const bool runs = each.major() == capability.major() && each < capability &&
                          !is_tegra(given.tables, each);
        if (runs && newest < each) newest = each;
    }
    return newest;
}

// The first line that makes code for the capability; 0 parts = none is known.
Version first_line_for(const Tables& tables, const Version& capability) {
    Version first;
    for (const TargetsRow& row : tables.targets) {
        if (!contains(tables, row.real, capability)) continue;
        if (first.count == 0 || row.line < first) first = row.line;
    }
    return first;
}

Version last_line_for(const Tables& tables, const Version& capability) {
    Version last;
    for (const TargetsRow& row : tables.targets) {
        if (contains(tables, row.real, capability) && last < row.line) last = row.line;
    }
    return last;
}

std::string line_words(const Case& given) {
    return to_string(base::line_of(*given.question.stack.toolkit));
}

Origin origin_of(const TargetsFound& targets) {
    Origin origin = targets.row->origin;
    if (!targets.is_exact) origin.confidence = Confidence::low;
    return origin;
}

Finding newer(const Case& given, const TargetsFound& targets, const probe::Gpu& gpu) {
    const Version sibling = sibling_of(given, *targets.row, *gpu.cc);
    const bool has_sibling = sibling.count > 0;
    Finding finding =
        make_finding(given, "CE201", has_sibling ? "GPU_NEWER_SAME_MAJOR" : "GPU_NEWER_PTX_ONLY",
                     Level::warn, origin_of(targets));
    const Version first = first_line_for(given.tables, *gpu.cc);
    finding.title = fmt::format("CUDA {} does not know this GPU", line_words(given));
    finding.found = words_of(gpu);
    finding.needs =
        first.count > 0
            ? fmt::format("CUDA {} or newer for {} code", to_string(first), target_of(*gpu.cc))
            : fmt::format("a release that makes {} code", target_of(*gpu.cc));
    finding.why =
        has_sibling
            ? fmt::format("nvcc refuses {}; code for {} runs on it", target_of(*gpu.cc),
                          target_of(sibling))
            : fmt::format(
                  "nvcc refuses {}; only PTX runs, compiled at each first start, and NVIDIA's "
                  "libraries may lack it",
                  target_of(*gpu.cc));
    return finding;
}

Finding older(const Case& given, const TargetsFound& targets, const probe::Gpu& gpu, bool is_all) {
    Finding finding = make_finding(given, "CE202", "GPU_OLDER_THAN_TOOLKIT",
                                   is_all ? Level::refuse : Level::warn, origin_of(targets));
    finding.title =
        is_all ? fmt::format("CUDA {} makes no code for this GPU", line_words(given))
               : fmt::format("CUDA {} makes no code for one of the GPUs", line_words(given));
    finding.found = words_of(gpu);
    finding.needs =
        fmt::format("compute capability {} or newer", to_string(lowest_of(*targets.row)));
    const Version last = last_line_for(given.tables, *gpu.cc);
    finding.why = last.count > 0 ? fmt::format("{} was removed; the last line with it is {}",
                                               target_of(*gpu.cc), to_string(last))
                                 : fmt::format("{} is older than every release that cudaenv knows",
                                               target_of(*gpu.cc));
    return finding;
}

Finding deprecated(const Case& given, const TargetsFound& targets, const probe::Gpu& gpu) {
    Finding finding =
        make_finding(given, "CE202", "ARCH_DEPRECATED", Level::warn, origin_of(targets));
    const Version last = last_line_for(given.tables, *gpu.cc);
    finding.title = fmt::format("CUDA {} is about to drop this GPU", line_words(given));
    finding.found = words_of(gpu);
    finding.needs = "nothing now: it works, and nvcc warns";
    finding.why = fmt::format("{} is deprecated; the last line with it is {}", target_of(*gpu.cc),
                              to_string(last));
    return finding;
}

enum class Fit { known, deprecated, newer, older };

Fit fit_of(const Tables& tables, const TargetsRow& row, const Version& capability) {
    if (contains(tables, row.deprecated, capability)) return Fit::deprecated;
    if (contains(tables, row.real, capability)) return Fit::known;
    return capability < lowest_of(row) ? Fit::older : Fit::newer;
}

// Two boards of one capability are told of once.
void add_once(Findings& findings, Finding finding) {
    const bool is_there = std::ranges::any_of(findings, [&](const Finding& each) {
        return each.reason == finding.reason && each.found == finding.found;
    });
    if (!is_there) findings.push_back(std::move(finding));
}

}  // namespace

void judge_gpu(const Case& given, Findings& findings) {
    if (!given.question.stack.toolkit) return;
    const TargetsFound targets = targets_of(given.tables, *given.question.stack.toolkit);
    if (targets.row == nullptr) return;
    const std::vector<probe::Gpu> gpus = known_gpus(given.machine);
    const bool are_all_older = std::ranges::all_of(gpus, [&](const probe::Gpu& gpu) {
        return fit_of(given.tables, *targets.row, *gpu.cc) == Fit::older;
    });
    for (const probe::Gpu& gpu : gpus) {
        switch (fit_of(given.tables, *targets.row, *gpu.cc)) {
            case Fit::known:
                break;
            case Fit::deprecated:
                add_once(findings, deprecated(given, targets, gpu));
                break;
            case Fit::newer:
                add_once(findings, newer(given, targets, gpu));
                break;
            case Fit::older:
                add_once(findings, older(given, targets, gpu, are_all_older));
                break;
        }
    }
}

namespace {

const LastDriverRow* last_driver(const Tables& tables, const Version& capability) {
    const auto row = std::ranges::find_if(tables.last_drivers, [&](const LastDriverRow& each) {
        return std::ranges::find(each.cc, capability) != each.cc.end();
    });
    return row == tables.last_drivers.end() || row->branch == 0 ? nullptr : &*row;
}

const FirstDriverRow* first_driver(const Tables& tables, const Version& capability) {
    const auto row = std::ranges::find(tables.first_drivers, capability, &FirstDriverRow::cc);
    return row == tables.first_drivers.end() ? nullptr : &*row;
}

std::string advice_on_driver(const Case& given, const std::string& needed) {
    if (has_windows_driver(given.machine))
        return fmt::format("the driver is Windows'; install branch {} there", needed);
    return fmt::format("cudaenv never changes drivers; ask your distribution for a {} package",
                       needed);
}

Finding dropped(const Case& given, const probe::Gpu& gpu, const LastDriverRow& row) {
    Finding finding =
        make_finding(given, "CE111", "GPU_DROPPED_BY_DRIVER", Level::refuse, row.origin);
    finding.title = "this machine's driver no longer supports its GPU";
    finding.found = fmt::format("{}, {}", driver_words(given.machine), words_of(gpu));
    finding.needs = fmt::format("a driver of branch {} or older", row.branch);
    finding.why = fmt::format("branch {} is the last one for {}", row.branch, row.architecture);
    finding.notes.push_back(advice_on_driver(given, fmt::format("{}", row.branch)));
    return finding;
}

Finding predates(const Case& given, const probe::Gpu& gpu, const FirstDriverRow& row) {
    Finding finding =
        make_finding(given, "CE111", "DRIVER_PREDATES_GPU", Level::refuse, row.origin);
    finding.title = "this machine's driver is older than its GPU";
    finding.found = fmt::format("{}, {}", driver_words(given.machine), words_of(gpu));
    finding.needs = fmt::format("a driver of branch {} or newer", row.branch);
    finding.why = fmt::format("compute capability {} is known from branch {} on",
                              to_string(*gpu.cc), row.branch);
    finding.notes.push_back(advice_on_driver(given, fmt::format("{} or newer", row.branch)));
    return finding;
}

}  // namespace

void judge_gpu_driver(const Case& given, Findings& findings) {
    const probe::Machine& machine = given.machine;
    if (!machine.driver || !machine.tegra.empty()) return;
    const unsigned branch = branch_of(given.tables, machine.driver->version);
    const std::vector<probe::Gpu> gpus = known_gpus(machine);
    if (branch == 0) return;
    Findings found;
    for (const probe::Gpu& gpu : gpus) {
        const LastDriverRow* last = last_driver(given.tables, *gpu.cc);
        const FirstDriverRow* first = first_driver(given.tables, *gpu.cc);
        if (last != nullptr && branch > last->branch) add_once(found, dropped(given, gpu, *last));
        if (first != nullptr && branch < first->branch)
            add_once(found, predates(given, gpu, *first));
    }
    const bool is_one_usable = std::ranges::any_of(gpus, [&](const probe::Gpu& gpu) {
        const LastDriverRow* last = last_driver(given.tables, *gpu.cc);
        const FirstDriverRow* first = first_driver(given.tables, *gpu.cc);
        return (last == nullptr || branch <= last->branch) &&
               (first == nullptr || branch >= first->branch);
    });
    for (Finding& finding : found) {
        if (is_one_usable) finding.level = std::min(finding.level, Level::warn);
        findings.push_back(std::move(finding));
    }
}

}  // namespace cudaenv::compat
