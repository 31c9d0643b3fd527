// SPDX-License-Identifier: MIT
#include "execute/tree.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "execute/store_sink.hpp"
#include "plan/recipe.hpp"
#include "sys/files.hpp"
#include "sys/host.hpp"
#include "unpack/layout.hpp"
#include "unpack/payload.hpp"

namespace cudaenv::execute {

namespace {

using unpack::Node;

// Where the plan could not know the size, space is looked at as soon as the server tells it.
Result<void> check_space(const plan::Artifact& artifact, std::uint64_t size, const Work& work) {
    if (artifact.size_bytes) return {};
    CUDAENV_TRY(const sys::FileSystem disk, sys::file_system(work.settings.layout.root()));
    const std::uint64_t needed = plan::estimated_unpacked(size) + size;
    if (disk.free_bytes >= needed) return {};
    return fail(Code::space, "not enough space for " + artifact.name)
        .at(work.settings.layout.root())
        .values(base::human_size(disk.free_bytes) + " free", "about " + base::human_size(needed));
}

bool is_runfile(const plan::Artifact& artifact) {
    return artifact.kind == plan::ArtifactKind::runfile;
}

// An archive's bytes, and how many threads may decode them.
struct Source {
    unpack::Reader& reader;
    std::uint64_t size_bytes;
    unsigned threads;
};

Result<unpack::Payload> read_payload(const plan::Install& step, const plan::Artifact& artifact,
                                     const Source& source, StoreSink& sink) {
    unpack::ReadOptions options;
    options.threads = source.threads;
    if (!is_runfile(artifact))
        return unpack::read_archive(source.reader, source.size_bytes, sink, options);
    options.checks_own_sum = artifact.sha256.empty() && artifact.md5.empty();
    if (!step.left_out.empty()) {
        options.leaves_out = [&](std::string_view component) {
            return std::ranges::find(step.left_out, component) != step.left_out.end();
        };
    }
    return unpack::read_runfile(source.reader, source.size_bytes, sink, options);
}

// One archive's part of the prefix, its notes told.
struct Part {
    std::vector<Node> nodes;
    std::uint64_t bytes = 0;
};

class Unpacking {
  public:
    Unpacking(const plan::Install& step, const Arrival& arrival, store::ObjectStore& objects,
              Work& work)
        : step_(step),
          arrival_(arrival),
          objects_(objects),
          work_(work),
          order_(largest_first(step.artifacts)),
          parts_(step.artifacts.size()) {}

    // All parts, in the order of the artifacts.
    Result<std::vector<Part>> run() {
        const unsigned cores = sys::usable_cores();
        const std::size_t at_once = std::clamp<std::size_t>(parts_.size(), 1, cores);
        threads_each_ = cores / static_cast<unsigned>(at_once);
        {
            std::vector<std::jthread> others;
            for (std::size_t i = 1; i < at_once; ++i) {
                others.emplace_back([this] { work_through(); });
            }
            work_through();
        }
        std::vector<Part> all;
        for (std::optional<Result<Part>>& part : parts_) {
            if (part && !part->has_value()) return tl::unexpected(std::move(*part).error());
        }
        for (std::optional<Result<Part>>& part : parts_) all.push_back(**std::move(part));
        return all;
    }

  private:
    // Takes one archive after the other until none is left or one has failed.
    void work_through() {
        while (!has_failed_) {
            const std::size_t next = next_++;
            if (next >= parts_.size()) return;
            const std::size_t index = order_[next];
            parts_[index] = unpack(index);
            if (!parts_[index]->has_value()) has_failed_ = true;
        }
    }

    Result<Part> unpack(std::size_t index) {
        const plan::Artifact& artifact = step_.artifacts[index];
        CUDAENV_TRY(const std::uint64_t size, arrival_.size_bytes(index));
        CUDAENV_TRY(check_space(artifact, size, work_));
        CUDAENV_TRY(const auto reader, arrival_.open(index));
        StoreSink sink(objects_, work_.observer);
        const auto located = [&](Error error) {
            if (error.at.empty()) error.at = arrival_.path(index);
            return tl::unexpected(std::move(error));
        };
        Result<unpack::Payload> payload =
            read_payload(step_, artifact, {*reader, size, threads_each_}, sink);
        if (!payload.has_value()) return located(std::move(payload).error());
        const unpack::LayoutOptions options{
            .target = unpack::target_of(step_.receipt.platform),
            .component = artifact.component,
            .is_companion = artifact.kind == plan::ArtifactKind::companion,
            .cuda = base::parse_version(step_.receipt.toolkit).value_or(base::Version()),
            .is_partial = !step_.left_out.empty()};
        Result<unpack::Layout> layout = unpack::lay_out(*payload, options, sink);
        if (!layout.has_value()) return located(std::move(layout).error());
        for (const std::string& note : layout->notes) work_.observer.warned(note);
        return Part{std::move(layout->nodes), sink.bytes()};
    }

    const plan::Install& step_;
    const Arrival& arrival_;
    store::ObjectStore& objects_;
    Work& work_;
    const std::vector<std::size_t> order_;
    unsigned threads_each_ = 1;
    std::vector<std::optional<Result<Part>>> parts_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> has_failed_ = false;
};

store::FileRow row_of(const Node& node, int artifact) {
    store::FileRow row;
    row.path = node.path;
    switch (node.kind) {
        case Node::Kind::folder:
            row.kind = store::FileRow::Kind::folder;
            row.mode = store::kFolderMode;
            break;
        case Node::Kind::link:
            row.kind = store::FileRow::Kind::link;
            row.target = node.target;
            break;
        case Node::Kind::file: {
            // Objects carry their mode, the same for every stack that uses them.
            const store::ObjectId object = store::parse_object_id(node.content);
            CUDAENV_CHECK(!object.sha256.empty());
            row.kind = store::FileRow::Kind::file;
            row.mode = object.is_executable ? store::kExecutableMode : store::kFileMode;
            row.size_bytes = node.size_bytes;
            row.sha256 = object.sha256;
            row.artifact = node.is_ours ? 0 : artifact;
            row.component = node.component;
        }
    }
    return row;
}

using Rows = std::map<std::string, store::FileRow>;  // by path

std::string owner_of(const store::FileRow& row) {
    const std::string owner = row.component.empty() ? "the toolkit" : row.component;
    if (row.kind == store::FileRow::Kind::folder) return "a folder of " + owner;
    if (row.kind == store::FileRow::Kind::link) return "a link to " + row.target + " of " + owner;
    return "a file of " + owner + " (sha256 " + row.sha256.substr(0, 12) + "…)";
}

// A path may come from two archives if it is the same thing in both.
Result<void> insert(Rows& rows, store::FileRow row) {
    const auto [at, is_new] = rows.try_emplace(row.path, row);
    const store::FileRow& there = at->second;
    if (is_new ||
        (there.kind == row.kind && there.sha256 == row.sha256 && there.target == row.target)) {
        return {};
    }
    return fail(Code::integrity, "two components bring different things for one path")
        .at(base::printable(row.path))
        .values(owner_of(there), owner_of(row))
        .why("which of them a tool would find is not for us to choose")
        .try_("cudaenv install --without " + (row.component.empty() ? "COMPONENT" : row.component) +
              " …");
}

std::vector<store::FileRow> sorted(Rows rows) {
    std::vector<store::FileRow> list;
    list.reserve(rows.size());
    for (auto& [path, row] : rows) list.push_back(std::move(row));
    return list;
}

// Where no file system links objects are not kept, and a stranger may have cleared the store: then
// the base's own file is the source.
Result<void> have_object(const store::FileRow& row, const std::string& prefix,
                         store::ObjectStore& objects) {
    const store::ObjectId id{row.sha256, store::is_executable(row)};
    CUDAENV_TRY(const bool is_there, objects.is_usable(id, row.size_bytes));
    if (is_there) return {};
    CUDAENV_TRY(store::ObjectStore::Writer writer, objects.begin(id.is_executable, row.size_bytes));
    const std::string path = base::Layout::join(prefix, row.path);
    CUDAENV_TRY(const std::unique_ptr<unpack::Reader> file, unpack::open_file(path));
    std::vector<std::byte> block(256U << 10U);
    while (true) {
        CUDAENV_TRY(const std::size_t got, file->read(block));
        if (got == 0) break;
        CUDAENV_TRY(writer.write({block.data(), got}));
    }
    CUDAENV_TRY(const store::ObjectId written, writer.finish());
    if (written == id) return {};
    return fail(Code::damaged, "a file of an installed version is not what was installed")
        .at(path)
        .values(written.sha256, id.sha256);
}

}  // namespace

Result<Tree> unpack_tree(const plan::Install& step, const Arrival& arrival,
                         store::ObjectStore& objects, Work& work) {
    CUDAENV_TRY(std::vector<Part> parts, Unpacking(step, arrival, objects, work).run());
    Tree tree;
    Rows rows;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        tree.bytes += parts[i].bytes;
        for (const Node& node : parts[i].nodes) {
            CUDAENV_TRY(insert(rows, row_of(node, step.artifacts[i].id)));
        }
    }
    tree.rows = sorted(std::move(rows));
    return tree;
}

Result<Tree> over_base(const plan::Install& step, Tree tree, store::ObjectStore& objects,
                       const Work& work) {
    if (step.base.empty()) return tree;
    const std::string prefix = work.settings.layout.prefix(step.base);
    CUDAENV_TRY(std::vector<store::FileRow> base, store::read_file_list(prefix));
    Rows rows;
    for (store::FileRow& row : base) {
        if (row.kind == store::FileRow::Kind::file) CUDAENV_TRY(have_object(row, prefix, objects));
        CUDAENV_TRY(insert(rows, std::move(row)));
    }
    for (store::FileRow& row : tree.rows) CUDAENV_TRY(insert(rows, std::move(row)));
    tree.rows = sorted(std::move(rows));
    return tree;
}

}  // namespace cudaenv::execute
