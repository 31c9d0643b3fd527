// SPDX-License-Identifier: MIT
#include "compat/policy.hpp"

#include <algorithm>
#include <optional>

namespace cudaenv::compat {

namespace {

bool is_of(const Finding& finding, std::string_view hundred) {
    return finding.code.size() == 5 && finding.code.substr(0, 3) == hundred;
}

std::optional<Action> action_for(const Policy& policy, const Finding& finding) {
    if (is_of(finding, "CE1")) return policy.driver;
    if (is_of(finding, "CE2")) return policy.gpu;
    if (finding.code == "CE301" || finding.code == "CE302") return policy.compiler;
    if (finding.code == "CE303" || finding.code == "CE304") return policy.glibc;
    return std::nullopt;
}

Level highest(Action action) {
    switch (action) {
        case Action::refuse:
            return Level::refuse;
        case Action::warn:
            return Level::warn;
        case Action::off:
            break;
    }
    return Level::note;
}

}  // namespace

Verdict apply(const Policy& policy, Verdict verdict) {
    for (Finding& finding : verdict.findings) {
        const std::optional<Action> action = action_for(policy, finding);
        if (action) finding.level = std::min(finding.level, highest(*action));
        const bool is_of_running = is_of(finding, "CE1") || is_of(finding, "CE2");
        if (policy.is_build_only && is_of_running) {
            finding.level = std::min(finding.level, Level::note);
        }
        if (policy.is_strict && finding.level == Level::warn) finding.level = Level::refuse;
    }
    std::ranges::stable_sort(verdict.findings, std::ranges::greater{}, &Finding::level);
    return verdict;
}

}  // namespace cudaenv::compat
