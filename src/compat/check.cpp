// SPDX-License-Identifier: MIT
#include "compat/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "compat/lookup.hpp"
#include "compat/rules.hpp"

namespace cudaenv::compat {

Finding make_finding(const Case& given, std::string_view code, std::string_view reason, Level level,
                     const Origin& origin) {
    Finding finding;
    finding.code = code;
    finding.reason = reason;
    finding.level = origin.confidence == Confidence::low ? std::min(level, Level::warn) : level;
    finding.source = source_text(given.tables, origin.source);
    return finding;
}

std::string words_of(const probe::Gpu& gpu) {
    const std::string capability = gpu.cc ? to_string(*gpu.cc) : "unknown";
    if (gpu.name.empty()) return fmt::format("a GPU of compute capability {}", capability);
    return fmt::format("{} ({})", gpu.name, capability);
}

std::vector<probe::Gpu> known_gpus(const probe::Machine& machine) {
    std::vector<probe::Gpu> known;
    if (!machine.gpus) return known;
    std::ranges::copy_if(*machine.gpus, std::back_inserter(known),
                         [](const probe::Gpu& gpu) { return gpu.cc.has_value(); });
    return known;
}

std::string driver_words(const probe::Machine& machine) {
    const std::string_view maker = has_windows_driver(machine) ? "Windows driver" : "driver";
    return fmt::format("{} {}", maker, machine.driver ? machine.driver->version : "unknown");
}

Verdict check(const Question& question, const probe::Machine& machine, const Tables& tables) {
    const Case given{question, machine, tables};
    Verdict verdict;
    Findings& findings = verdict.findings;
    judge_platform(given, findings);
    judge_gpu_driver(given, findings);
    judge_driver(given, findings);
    judge_gpu(given, findings);
    judge_cudnn(given, findings);
    judge_compiler(given, findings);
    judge_glibc(given, findings);
    judge_framework(given, findings);
    std::ranges::stable_sort(findings, std::ranges::greater{}, &Finding::level);
    return verdict;
}

}  // namespace cudaenv::compat
