// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "activate/describe.hpp"
#include "base/text.hpp"
#include "execute/arrival.hpp"
#include "execute/steps.hpp"
#include "execute/store_sink.hpp"
#include "plan/recipe.hpp"
#include "store/staging.hpp"
#include "sys/files.hpp"
#include "unpack/layout.hpp"
#include "unpack/payload.hpp"

namespace cudaenv::execute {

namespace {

// The installed tree as it came out of the archive, its contents in the store.
struct Tree {
    std::vector<unpack::Node> nodes;
    std::uint64_t bytes = 0;
};

// Where the plan could not know the size, space is looked at as soon as the server tells it.
Result<void> check_space(const plan::Artifact& artifact, std::uint64_t size, Work& work) {
    if (artifact.size_bytes) return {};
    CUDAENV_TRY(const sys::FileSystem disk, sys::file_system(work.settings.layout.root()));
    const std::uint64_t needed = plan::estimated_unpacked(size) + size;
    if (disk.free_bytes >= needed) return {};
    return fail(Code::space, "not enough space for " + artifact.name)
        .at(work.settings.layout.root())
        .values(base::human_size(disk.free_bytes) + " free", "about " + base::human_size(needed));
}

// Unpacks the artifact while it arrives and lays it out.
Result<Tree> unpack_tree(const plan::Install& step, const Arrival& arrival,
                         store::ObjectStore& objects, Work& work) {
    const plan::Artifact& artifact = step.artifacts.front();
    CUDAENV_TRY(const std::uint64_t size, arrival.size_bytes(0));
    CUDAENV_TRY(check_space(artifact, size, work));
    CUDAENV_TRY(arrival.watermark(0)->wait_beyond(0));  // the file exists from now on
    CUDAENV_TRY(const auto reader, unpack::open_growing(arrival.path(0), arrival.watermark(0)));
    StoreSink sink(objects, work.observer);
    const auto located = [&](Error error) {
        if (error.at.empty()) error.at = arrival.path(0);
        return tl::unexpected(std::move(error));
    };
    Result<unpack::Payload> payload = unpack::read_runfile(*reader, size, sink);
    if (!payload.has_value()) return located(std::move(payload).error());
    const unpack::LayoutOptions options{.target = unpack::target_of(step.receipt.platform)};
    Result<unpack::Layout> layout = unpack::lay_out(*payload, options, sink);
    if (!layout.has_value()) return located(std::move(layout).error());
    for (const std::string& note : layout->notes) work.observer.warned(note);
    return Tree{std::move(layout->nodes), sink.bytes()};
}

// Objects carry their mode, the same for every stack that uses them.
std::vector<store::FileRow> rows_of(const std::vector<unpack::Node>& nodes, int artifact) {
    std::vector<store::FileRow> rows;
    rows.reserve(nodes.size());
    for (const unpack::Node& node : nodes) {
        store::FileRow row;
        row.path = node.path;
        switch (node.kind) {
            case unpack::Node::Kind::folder:
                row.kind = store::FileRow::Kind::folder;
                row.mode = 0755;
                break;
            case unpack::Node::Kind::link:
                row.kind = store::FileRow::Kind::link;
                row.target = node.target;
                break;
            case unpack::Node::Kind::file: {
                const store::ObjectId object = store::parse_object_id(node.content);
                CUDAENV_CHECK(!object.sha256.empty());
                row.kind = store::FileRow::Kind::file;
                row.mode = object.is_executable ? 0555 : 0444;
                row.size_bytes = node.size_bytes;
                row.sha256 = object.sha256;
                row.artifact = node.is_ours ? 0 : artifact;
                row.component = node.component;
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

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
        for (const std::string& name : components) entry.components.push_back({name, ""});
    }
    return receipt;
}

Result<void> drop_archives(const plan::Install& step) {
    if (step.keep_archives) return {};
    for (const plan::Artifact& artifact : step.artifacts) {
        if (!artifact.is_borrowed) CUDAENV_TRY(sys::remove_file(artifact.cache_path));
    }
    return {};
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
        const bool is_borrowed = step.artifacts.front().is_borrowed;
        if (verified.error().code == Code::checksum && !is_borrowed) {
            verified.error().try_.push_back("cudaenv install --no-cache " + stack);
        }
        return tl::unexpected(std::move(verified).error());
    }
    const std::string& verified_by = verified->front().verified_by;
    work.observer.said(fmt::format("verified 1 {} ({})",
                                   plan::to_string(step.artifacts.front().kind), verified_by));
    const std::vector<store::FileRow> rows = rows_of(tree.nodes, step.artifacts.front().id);
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
    // One runfile is the whole toolkit; other kinds of distribution bring more than one.
    CUDAENV_CHECK(step.artifacts.size() == 1);
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
    const auto use = [](const Arrival& /*arrival*/) -> Result<void> { return {}; };
    CUDAENV_TRY(
        const std::vector<Verified> verified,
        bring({step.artifact}, work.settings, work.observer, use, work.outcome.fetched_bytes));
    work.observer.said(
        fmt::format("verified {} ({})", step.artifact.name, verified.front().verified_by));
    return {};
}

}  // namespace cudaenv::execute
