// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "activate/describe.hpp"
#include "execute/arrival.hpp"
#include "execute/steps.hpp"
#include "execute/tree.hpp"
#include "plan/recipe.hpp"
#include "store/staging.hpp"
#include "sys/files.hpp"
#include "unpack/stages.hpp"

namespace cudaenv::execute {

namespace {

store::Receipt receipt_of(const plan::Install& step, const std::vector<Verified>& verified,
                          const std::vector<store::FileRow>& rows, const Settings& settings) {
    store::Receipt receipt = step.receipt;
    receipt.made_at = sys::to_utc_text(settings.now());
    for (std::size_t i = 0; i < verified.size(); ++i) {
        const plan::Artifact& artifact = step.artifacts[i];
        store::ReceiptArtifact& entry = receipt.artifacts.emplace_back();
        entry.id = artifact.id;
        entry.kind = plan::to_string(artifact.kind);
        entry.name = artifact.name;
        entry.url = verified[i].url;
        entry.size_bytes = verified[i].size_bytes;
        entry.sha256 = verified[i].sha256;
        entry.md5 = artifact.md5;
        entry.verified_by = verified[i].verified_by;
        std::set<std::string> components;
        for (const store::FileRow& row : rows) {
            if (row.artifact == artifact.id && !row.component.empty()) {
                components.insert(row.component);
            }
        }
        for (const std::string& name : components) {
            const bool is_its_own = name == artifact.component;
            entry.components.push_back({name, is_its_own ? artifact.component_version : ""});
        }
    }
    return receipt;
}

// What the archive that was checked least was checked by.
std::string weakest_check(const std::vector<Verified>& verified) {
    std::string weakest = "sha256";
    for (const Verified& one : verified) {
        const bool is_weaker = one.verified_by == "none" || weakest == "sha256";
        if (is_weaker) weakest = one.verified_by;
    }
    return weakest;
}

Result<void> drop_archives(const plan::Install& step) {
    if (step.keep_archives) return {};
    for (const plan::Artifact& artifact : step.artifacts) {
        if (!artifact.is_borrowed) CUDAENV_TRY(sys::remove_file(artifact.cache_path));
    }
    return {};
}

// Another process may have changed the base since this was planned: then the receipt of the plan
// would not tell what is in the stack.
Result<void> check_base(const plan::Install& step, const base::Layout& layout) {
    if (step.base.empty()) return {};
    const Result<store::Receipt> now = store::read_receipt(layout.prefix(step.base));
    if (now.has_value() && now->files_sha256 == step.base_files_sha256) return {};
    return fail(Code::locked, step.base + " was changed by another cudaenv meanwhile")
        .at(layout.prefix(step.base))
        .try_("cudaenv install " + step.receipt.requested);
}

// From the archives to the committed stack. Nothing is committed before every digest is right.
Result<store::Receipt> build(const plan::Install& step, Work& work) {
    const Settings& settings = work.settings;
    const std::string& stack = step.receipt.stack;
    CUDAENV_TRY(store::Staging staging, store::Staging::begin(settings.layout, stack));
    store::ObjectStore objects(settings.layout, staging.scratch());
    Tree tree;
    const auto use = [&](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(tree, unpack_tree(step, arrival, objects, work));
        return {};
    };
    Result<std::vector<Verified>> verified =
        bring(step.artifacts, settings, work.observer, use, work.outcome.fetched_bytes);
    if (!verified.has_value()) {
        const bool is_borrowed = std::ranges::any_of(step.artifacts, &plan::Artifact::is_borrowed);
        if (verified.error().code == Code::checksum && !is_borrowed) {
            verified.error().try_.push_back("cudaenv install --no-cache " + stack);
        }
        return tl::unexpected(std::move(verified).error());
    }
    const std::string verified_by = weakest_check(*verified);
    if (!verified->empty()) {
        const std::string_view done = verified_by == "none" ? "not verified" : "verified";
        work.observer.said(
            fmt::format("{} {} ({})", done, plan::counted(step.artifacts),
                        verified_by == "none" ? "no digest is known of all of it" : verified_by));
    }
    CUDAENV_TRY(tree, over_base(step, std::move(tree), objects, work));
    const std::vector<store::FileRow>& rows = tree.rows;
    store::Receipt receipt = receipt_of(step, *verified, rows, settings);
    CUDAENV_TRY(staging.link(rows, objects));
    const std::string activation = hot::to_text(activate::describe(receipt, rows));
    CUDAENV_TRY(staging.commit(rows, activation, receipt));
    work.ledger.finish_stack(receipt, rows);
    work.outcome.installed.push_back({.stack = stack,
                                      .prefix = settings.layout.prefix(stack),
                                      .nvcc_version = {},
                                      .verified_by = verified_by,
                                      .bytes = tree.bytes,
                                      .was_there = false});
    return receipt;
}

}  // namespace

Result<void> install(const plan::Install& step, Work& work) {
    const std::string& stack = step.receipt.stack;
    const std::string prefix = work.settings.layout.prefix(stack);
    const Result<store::Receipt> present = store::read_receipt(prefix);
    if (!step.replace && present.has_value() && present->stack == stack) {
        work.outcome.installed.push_back({.stack = stack,
                                          .prefix = prefix,
                                          .nvcc_version = {},
                                          .verified_by = {},
                                          .bytes = 0,
                                          .was_there = true});
        return {};
    }
    CUDAENV_TRY(check_base(step, work.settings.layout));
    work.ledger.begin_stack(stack);
    Result<store::Receipt> built = build(step, work);
    if (!built.has_value()) {
        if (!step.replace) work.ledger.drop_stack(stack);
        return tl::unexpected(std::move(built).error());
    }
    CUDAENV_TRY(drop_archives(step));
    work.outcome.installed.back().nvcc_version = ask_nvcc(prefix, work);
    return {};
}

Result<void> fetch_only(const plan::Fetch& step, Work& work) {
    const auto use = [](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(const auto reader, arrival.open(0));
        return unpack::drain(*reader);
    };
    CUDAENV_TRY(
        const std::vector<Verified> verified,
        bring({step.artifact}, work.settings, work.observer, use, work.outcome.fetched_bytes));
    work.observer.said(
        fmt::format("verified {} ({})", step.artifact.name, verified.front().verified_by));
    return {};
}

}  // namespace cudaenv::execute
