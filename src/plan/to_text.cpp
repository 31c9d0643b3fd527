// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "base/layout.hpp"
#include "base/text.hpp"
#include "fetch/session.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::plan {

namespace {

using base::human_size;

std::string check_of(const Artifact& artifact) {
    if (!artifact.sha256.empty()) return "sha256 " + artifact.sha256;
    if (!artifact.md5.empty()) return "md5 " + artifact.md5;
    return "none";
}

std::string source_of(const Artifact& artifact) {
    if (artifact.is_cached) return artifact.cache_path;
    if (artifact.urls.empty()) return "nowhere";
    return fetch::without_secrets(artifact.urls.front());
}

std::string text_of(const Artifact& artifact) {
    const std::string size =
        artifact.size_bytes ? human_size(*artifact.size_bytes) : std::string("size unknown");
    std::string text =
        fmt::format("  archive {}  {}  {}\n", artifact.name, size, source_of(artifact));
    if (artifact.partial_bytes > 0) {
        text += fmt::format("    resume after {}\n", human_size(artifact.partial_bytes));
    }
    text += fmt::format("    check {}\n", check_of(artifact));
    return text;
}

// One text for each kind of step.
struct StepText {
    const base::Layout layout;

    std::string operator()(const Fetch& step) const {
        return "fetch " + step.artifact.cache_path + "\n" + text_of(step.artifact);
    }
    std::string operator()(const Install& step) const {
        std::string text = fmt::format("{} {} in {}\n", step.replace ? "install again" : "install",
                                       step.receipt.stack, layout.prefix(step.receipt.stack));
        if (!step.base.empty()) text += "  with the files of " + step.base + "\n";
        for (const Artifact& artifact : step.artifacts) text += text_of(artifact);
        if (!step.left_out.empty()) {
            text += fmt::format("  profile {}: {} names of components are passed over\n",
                                step.receipt.profile, step.left_out.size());
        }
        text += step.keep_archives ? "" : "  archives are not kept\n";
        return text;
    }
    std::string operator()(const Uninstall& step) const {
        return "remove " + layout.prefix(step.stack) + "\n";
    }
    std::string operator()(const Adopt& step) const {
        return fmt::format("link {} to {}\n", layout.prefix(step.name), step.target);
    }
    std::string operator()(const DropAdopted& step) const {
        return "remove the link " + layout.prefix(step.name) + "\n";
    }
    std::string operator()(const CollectGarbage& step) const {
        if (!step.wait) return "remove objects of the store that no stack uses any more\n";
        return fmt::format("remove {} objects of the store ({})\n", step.objects,
                           human_size(step.bytes));
    }
    std::string operator()(const Repair& step) const {
        std::string text = "repair " + layout.prefix(step.stack) + " from the store\n";
        if (!step.reinstall) return text;
        text += "  what is not there:\n";
        for (const Artifact& artifact : step.reinstall->artifacts) text += text_of(artifact);
        return text;
    }
    std::string operator()(const Heal& /*step*/) const {
        return "finish or clear what a killed run left\n";
    }
    std::string operator()(const Rehash& /*step*/) const { return "renew shims and links\n"; }
};

}  // namespace

std::string counted(const std::vector<Artifact>& artifacts) {
    const std::pair<ArtifactKind, std::string_view> kinds[] = {
        {ArtifactKind::runfile, "runfile"},
        {ArtifactKind::redist, "redist archive"},
        {ArtifactKind::companion, "companion archive"},
        {ArtifactKind::local, "local archive"},
    };
    std::vector<std::string> words;
    for (const auto& [kind, word] : kinds) {
        const auto count = std::ranges::count(artifacts, kind, &Artifact::kind);
        if (count > 0) words.push_back(fmt::format("{} {}{}", count, word, count == 1 ? "" : "s"));
    }
    return words.empty() ? "no archive" : base::join(words, " and ");
}

std::string summary(const Plan& plan, std::string_view root) {
    std::vector<Artifact> artifacts;
    for (const Step& step : plan.steps) {
        const auto* install = std::get_if<Install>(&step);
        if (install == nullptr) continue;
        artifacts.insert(artifacts.end(), install->artifacts.begin(), install->artifacts.end());
    }
    return fmt::format("{}, {} to fetch, about {} on disk, {} free in {}", counted(artifacts),
                       human_size(plan.fetch_bytes), human_size(plan.unpacked_bytes),
                       human_size(plan.free_bytes), root);
}

std::string to_text(const Plan& plan) {
    std::string text;
    for (const std::string& note : plan.notes) text += note + "\n";
    if (plan.is_empty()) return text + "nothing to do\n";
    for (const compat::Finding& finding : plan.verdict.findings) {
        text += fmt::format("check {}: {}\n", finding.code, finding.title);
    }
    const StepText step_text{base::Layout(plan.root)};
    for (const Step& step : plan.steps) text += std::visit(step_text, step);
    if (plan.archives == 0) return text;
    text += fmt::format("space: {} to fetch + about {} unpacked + 5 % = {} of {} free\n",
                        human_size(plan.fetch_bytes), human_size(plan.unpacked_bytes),
                        human_size(plan.needed_bytes), human_size(plan.free_bytes));
    return text;
}

}  // namespace cudaenv::plan
