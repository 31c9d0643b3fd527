// SPDX-License-Identifier: MIT
// cuDNN: built for one CUDA major (before 8.5 for one line), for GPUs from some capability on.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

namespace {

using base::Version;

// What is judged: a release of cuDNN and what it was built for (0 parts = not settled).
struct Build {
    Version version;
    Version cuda;
    Origin origin;
};

// 12 of cuda12, 10.2 of cuda10.2.
Version cuda_of(std::string_view build) {
    if (build.starts_with("cuda")) build.remove_prefix(4);
    return base::parse_version(build).value_or(Version{});
}

std::string name_of(const Build& build) {
    return fmt::format("cuDNN {} for CUDA {}", to_string(build.version), to_string(build.cuda));
}

bool is_of(const CudnnBuildRow& row, const Version& version) {
    return base::is_prefix(row.version, version) || base::is_prefix(version, row.version);
}

bool is_promised(const Tables& tables, std::string_view rule, const Version& toolkit) {
    return std::ranges::any_of(tables.cudnn_rules, [&](const CudnnRuleRow& row) {
        return row.rule == rule && row.cuda_major.major() == toolkit.major();
    });
}

bool covers(const CudnnMatrixRow& row, const Version& version) {
    const Version release = base::first_parts(version, 3);
    return base::compare_numbers(row.from, release) <= 0 &&
           base::compare_numbers(release, row.to) <= 0;
}

// Whether a matrix from `candidate` is nearer to the release than one from `best`: the newest that
// is not behind it, else the oldest behind it.
bool is_nearer(const Version& candidate, const Version& best, const Version& release) {
    const bool is_before = base::compare_numbers(candidate, release) <= 0;
    const bool was_before = base::compare_numbers(best, release) <= 0;
    if (is_before != was_before) return is_before;
    return is_before ? best < candidate : candidate < best;
}

// NVIDIA's matrix for this build, or the nearest of those that were read.
std::vector<const CudnnMatrixRow*> nearest_matrix(const Tables& tables, const Build& build) {
    std::vector<const CudnnMatrixRow*> rows;
    for (const CudnnMatrixRow& row : tables.cudnn_matrix) {
        if (row.cuda_build != build.cuda) continue;
        if (!rows.empty() && is_nearer(row.from, rows.front()->from, build.version)) rows.clear();
        if (rows.empty() || rows.front()->from == row.from) rows.push_back(&row);
    }
    return rows;
}

bool lists_line(const std::vector<const CudnnMatrixRow*>& rows, const Version& toolkit) {
    return std::ranges::any_of(rows, [&](const CudnnMatrixRow* row) {
        return std::ranges::find(row->cuda, base::line_of(toolkit)) != row->cuda.end();
    });
}

// Whether a build was made for the release: its major, or before 8.5 its line.
bool is_made_for(const Version& cuda, const Version& toolkit) {
    return base::is_prefix(cuda, toolkit);
}

// The build that a stack gets if none was named: the one for the toolkit.
std::optional<Build> pick(const Tables& tables, const Version& version, const Version& toolkit) {
    std::optional<Build> same_major;
    for (const CudnnBuildRow& row : tables.cudnn_builds) {
        if (!is_of(row, version)) continue;
        const Build build{row.version, row.cuda, row.origin};
        if (is_made_for(row.cuda, toolkit)) return build;
        if (row.cuda.major() == toolkit.major()) same_major = build;
    }
    return same_major;
}

std::string builds_there_are(const Tables& tables, const Version& version) {
    std::vector<std::string> names;
    for (const CudnnBuildRow& row : tables.cudnn_builds) {
        const std::string name = "cuda" + to_string(row.cuda);
        if (is_of(row, version) && std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return base::join(names, ", ");
}

const CudnnBuildRow* newest_for(const Tables& tables, const Version& toolkit) {
    const CudnnBuildRow* newest = nullptr;
    for (const CudnnBuildRow& row : tables.cudnn_builds) {
        if (!is_made_for(row.cuda, toolkit)) continue;
        if (newest == nullptr || newest->version < row.version) newest = &row;
    }
    return newest;
}

Origin builds_origin(const Tables& tables) {
    return tables.cudnn_builds.empty() ? Origin{} : tables.cudnn_builds.front().origin;
}

// A release that no table has, under a build that says what it is for: nothing speaks against it.
Finding unknown_release(const Case& given, const Companion& cudnn) {
    Finding finding = make_finding(given, "CE504", "", Level::note, builds_origin(given.tables));
    finding.title = fmt::format("cudaenv does not know cuDNN {}", to_string(cudnn.version));
    finding.found =
        cudnn.build.empty() ? "a build that is not named" : "its build for " + cudnn.build;
    finding.needs = "nothing; whether it fits the GPU is not known";
    finding.why = "it is in no table";
    return finding;
}

Finding no_build(const Case& given, const Companion& cudnn, const Version& toolkit) {
    Finding finding = make_finding(given, "CE504", "CUDNN_NO_BUILD_FOR_CUDA", Level::refuse,
                                   builds_origin(given.tables));
    finding.title = fmt::format("there is no cuDNN {} for CUDA {}", to_string(cudnn.version),
                                to_string(base::line_of(toolkit)));
    const std::string there = builds_there_are(given.tables, cudnn.version);
    finding.found = there.empty() ? fmt::format("no cuDNN {}", to_string(cudnn.version))
                                  : fmt::format("cuDNN {} for {}", to_string(cudnn.version), there);
    const CudnnBuildRow* newest = newest_for(given.tables, toolkit);
    finding.needs = newest == nullptr ? "another toolkit"
                                      : fmt::format("a release with such a build; the newest is {}",
                                                    to_string(newest->version));
    finding.why = "cuDNN works only with the CUDA major that it was built for";
    return finding;
}

Finding mismatch(const Case& given, const Build& build, const Version& toolkit) {
    Finding finding =
        make_finding(given, "CE504", "CUDNN_CUDA_MAJOR_MISMATCH", Level::refuse, build.origin);
    finding.title = fmt::format("this cuDNN was not built for CUDA {}", toolkit.major());
    finding.found = name_of(build);
    finding.needs = fmt::format("a build for CUDA {}", toolkit.major());
    finding.why = "it loads the libraries of the CUDA major that it was built for";
    return finding;
}

Finding unlisted_minor(const Case& given, const Build& build, const Version& toolkit) {
    Finding finding =
        make_finding(given, "CE504", "CUDNN_UNLISTED_MINOR", Level::warn, build.origin);
    finding.title = fmt::format("NVIDIA does not list this cuDNN for CUDA {}",
                                to_string(base::line_of(toolkit)));
    finding.found = name_of(build);
    finding.needs = "a line that the release's support matrix names";
    finding.why = "builds of one major mostly work with its other lines; here nobody promises it";
    return finding;
}

void judge_toolkit(const Case& given, const Build& build, Findings& findings) {
    const Version& toolkit = *given.question.stack.toolkit;
    if (build.cuda.major() != toolkit.major()) {
        findings.push_back(mismatch(given, build, toolkit));
        return;
    }
    const bool is_major_build = build.cuda.count == 1;
    if (is_major_build && is_promised(given.tables, "same_major_ok", toolkit)) return;
    if (!is_major_build && is_made_for(build.cuda, toolkit)) return;
    if (!lists_line(nearest_matrix(given.tables, build), toolkit)) {
        findings.push_back(unlisted_minor(given, build, toolkit));
    }
}

const CudnnRuleRow* gpu_rule(const Tables& tables, const Version& version) {
    for (const CudnnRuleRow& row : tables.cudnn_rules) {
        if (row.rule != "min_cc") continue;
        const Version release = base::first_parts(version, 3);
        const bool is_from = row.from.count == 0 || base::compare_numbers(release, row.from) >= 0;
        const bool is_to = row.to.count == 0 || base::compare_numbers(release, row.to) <= 0;
        if (is_from && is_to) return &row;
    }
    return nullptr;
}

Finding gpu_too_old(const Case& given, const Build& build, const CudnnRuleRow& rule,
                    const probe::Gpu& gpu) {
    Finding finding = make_finding(given, "CE504", "CUDNN_GPU_TOO_OLD", Level::refuse, rule.origin);
    finding.title = fmt::format("cuDNN {} no longer supports this GPU", to_string(build.version));
    finding.found = words_of(gpu);
    finding.needs = fmt::format("compute capability {} or newer, or cuDNN before {}",
                                to_string(rule.min_cc), to_string(rule.from));
    finding.why =
        "programs stop at their first operation with CUDNN_STATUS_EXECUTION_FAILED_CUDART "
        "or ARCH_MISMATCH";
    return finding;
}

Finding gpu_unlisted(const Case& given, const Build& build, const Origin& origin,
                     const probe::Gpu& gpu) {
    Finding finding = make_finding(given, "CE504", "CUDNN_GPU_NOT_LISTED", Level::warn, origin);
    finding.title =
        fmt::format("NVIDIA does not list this GPU for cuDNN {}", to_string(build.version));
    finding.found = words_of(gpu);
    finding.needs = "a release whose support matrix names the GPU for this toolkit";
    finding.why = "it may lack code for the GPU";
    return finding;
}

// A major entry stands for its family: 5.0 covers 5.2.
bool lists_gpu(const CudnnMatrixRow& row, const Version& capability) {
    if (row.min_cc.count > 0) return base::compare_numbers(capability, row.min_cc) >= 0;
    return std::ranges::any_of(row.cc, [&](const Version& entry) {
        return entry == capability || (entry.minor() == 0 && entry.major() == capability.major());
    });
}

// Of a matrix that was read for exactly this release: whether it lists the GPU with the toolkit.
bool is_outside_matrix(const Case& given, const Build& build, const Version& capability,
                       Origin& origin) {
    bool has_rows = false;
    for (const CudnnMatrixRow* row : nearest_matrix(given.tables, build)) {
        const bool has_line =
            std::ranges::find(row->cuda, base::line_of(*given.question.stack.toolkit)) !=
            row->cuda.end();
        if (!covers(*row, build.version) || !has_line) continue;
        if (lists_gpu(*row, capability)) return false;
        has_rows = true;
        origin = row->origin;
    }
    return has_rows;
}

// Blackwell is younger than many releases that no matrix was read for.
const CudnnRuleRow* newer_gpu_rule(const Tables& tables, const Build& build,
                                   const Version& capability) {
    for (const CudnnRuleRow& row : tables.cudnn_rules) {
        if (row.rule == "min_cc_blackwell" && base::compare_numbers(capability, row.min_cc) >= 0 &&
            base::compare_numbers(build.version, row.from) < 0) {
            return &row;
        }
    }
    return nullptr;
}

void judge_gpus(const Case& given, const Build& build, Findings& findings) {
    const std::vector<probe::Gpu> gpus = known_gpus(given.machine);
    const CudnnRuleRow* rule = gpu_rule(given.tables, build.version);
    const auto is_too_old = [&](const probe::Gpu& gpu) {
        return rule != nullptr && base::compare_numbers(*gpu.cc, rule->min_cc) < 0;
    };
    const bool are_all_too_old = std::ranges::all_of(gpus, is_too_old);
    for (const probe::Gpu& gpu : gpus) {
        if (is_too_old(gpu)) {
            Finding finding = gpu_too_old(given, build, *rule, gpu);
            if (!are_all_too_old) finding.level = std::min(finding.level, Level::warn);
            findings.push_back(std::move(finding));
            continue;
        }
        Origin origin;
        if (const CudnnRuleRow* newer = newer_gpu_rule(given.tables, build, *gpu.cc)) {
            findings.push_back(gpu_unlisted(given, build, newer->origin, gpu));
        } else if (is_outside_matrix(given, build, *gpu.cc, origin)) {
            findings.push_back(gpu_unlisted(given, build, origin, gpu));
        }
    }
}

bool is_known_build(const Tables& tables, const Version& version, const Version& cuda) {
    return std::ranges::any_of(tables.cudnn_builds, [&](const CudnnBuildRow& row) {
        return is_of(row, version) && row.cuda == cuda;
    });
}

void judge(const Case& given, const Companion& cudnn, Findings& findings) {
    const Version& toolkit = *given.question.stack.toolkit;
    Build build{cudnn.version, cuda_of(cudnn.build), builds_origin(given.tables)};
    if (build.cuda.count == 0) {
        const std::optional<Build> picked = pick(given.tables, cudnn.version, toolkit);
        if (!picked) {
            const bool is_known = !builds_there_are(given.tables, cudnn.version).empty();
            findings.push_back(is_known ? no_build(given, cudnn, toolkit)
                                        : unknown_release(given, cudnn));
            return;
        }
        build.cuda = picked->cuda;
        build.origin = picked->origin;
        if (build.version.count < 3) build.version = picked->version;
    } else if (build.cuda.major() == toolkit.major() &&
               !is_known_build(given.tables, cudnn.version, build.cuda)) {
        if (builds_there_are(given.tables, cudnn.version).empty()) {
            findings.push_back(unknown_release(given, cudnn));
            return;
        }
        findings.push_back(no_build(given, cudnn, toolkit));
        return;
    }
    judge_toolkit(given, build, findings);
    judge_gpus(given, build, findings);
}

}  // namespace

void judge_cudnn(const Case& given, Findings& findings) {
    if (!given.question.stack.toolkit) return;
    for (const Companion& companion : given.question.stack.companions) {
        if (companion.name == "cudnn" && companion.version.count > 0)
            judge(given, companion, findings);
    }
}

}  // namespace cudaenv::compat
