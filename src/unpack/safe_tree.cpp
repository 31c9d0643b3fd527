// SPDX-License-Identifier: MIT
#include "unpack/safe_tree.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "unpack/links.hpp"

namespace cudaenv::unpack {

base::Failure unsafe(std::string_view raw_path, std::string_view why) {
    constexpr std::size_t kShown = 200;
    std::string shown = base::printable(raw_path.substr(0, kShown));
    if (raw_path.size() > kShown) shown += "…";
    return fail(Code::integrity, "the archive holds an unsafe entry").found(shown).why(why);
}

namespace {

constexpr std::size_t kMaxPartBytes = 255;

bool has_control_bytes(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

// printable() leaves exactly such text alone.
bool is_plain_text(std::string_view text) {
    return !has_control_bytes(text) && base::printable(text) == text;
}

}  // namespace

Result<std::string> safe_path(std::string_view raw, const Limits& limits) {
    if (raw.empty()) return unsafe(raw, "it has no name");
    if (raw.size() > limits.path_bytes) return unsafe(raw, "its path is too long");
    if (raw.front() == '/') return unsafe(raw, "its path is absolute");
    if (has_control_bytes(raw)) return unsafe(raw, "its name has control bytes");
    if (!is_plain_text(raw)) return unsafe(raw, "its name is not UTF-8");
    std::string path;
    for (const std::string_view part : base::split(raw, '/')) {
        if (part.empty() || part == ".") continue;
        if (part == "..") return unsafe(raw, "its path has a `..`");
        if (part.size() > kMaxPartBytes) return unsafe(raw, "its name is longer than 255 bytes");
        if (!path.empty()) path += '/';
        path += part;
    }
    return path;
}

Node* SafeTree::find(std::string_view path) {
    const auto found = index_.find(path);
    return found == index_.end() ? nullptr : found->second;
}

Result<void> SafeTree::check_parent(std::string_view path) {
    const std::string_view parent = parent_of(path);
    if (parent.empty()) return {};
    const Node* const node = find(parent);
    if (!node) return add_folder(parent);
    if (node->kind == Node::Kind::folder) return {};
    return unsafe(path, node->kind == Node::Kind::link ? "its path leads through a link"
                                                       : "its path leads through a file");
}

Result<void> SafeTree::add(Node node) {
    CUDAENV_TRY(check_parent(node.path));
    if (Node* const earlier = find(node.path)) {
        if (earlier->kind != node.kind) {
            return unsafe(node.path, "an earlier entry of that name is of another kind");
        }
        if (node.kind == Node::Kind::folder) return {};
        index_.erase(earlier->path);
        *earlier = std::move(node);
        index_.emplace(earlier->path, earlier);
        return {};
    }
    if (nodes_.size() >= limits_.entries) {
        return fail(Code::integrity, "the archive has too many entries")
            .needs("at most " + std::to_string(limits_.entries));
    }
    nodes_.push_back(std::move(node));
    index_.emplace(nodes_.back().path, &nodes_.back());
    return {};
}

Result<void> SafeTree::add_folder(std::string_view path) {
    if (path.empty()) return {};
    Node node;
    node.kind = Node::Kind::folder;
    node.path = path;
    node.mode = 0755;
    return add(std::move(node));
}

Result<void> SafeTree::add_file(Node file) {
    if (file.path.empty()) return unsafe(".", "a file takes the place of the top folder");
    return add(std::move(file));
}

Result<void> SafeTree::add_link(std::string_view path, std::string_view target) {
    if (path.empty()) return unsafe(".", "a link takes the place of the top folder");
    if (target.empty()) return unsafe(path, "it is a link to nothing");
    if (target.front() == '/') return unsafe(path, "it is a link to an absolute path");
    if (target.size() > limits_.path_bytes) return unsafe(path, "its link target is too long");
    if (!is_plain_text(target)) return unsafe(path, "its link target is not plain text");
    Node node;
    node.kind = Node::Kind::link;
    node.path = path;
    node.mode = 0777;
    node.target = target;
    return add(std::move(node));
}

Result<void> SafeTree::add_hard_link(std::string_view path, std::string_view earlier_path) {
    const Node* const earlier = find(earlier_path);
    if (!earlier || earlier->kind != Node::Kind::file) {
        return unsafe(path, "it is a hard link to something that is no earlier file");
    }
    Node node = *earlier;
    node.path = path;
    return add_file(std::move(node));
}

Result<std::vector<Node>> SafeTree::finish() {
    std::vector<Node> nodes;
    nodes.reserve(nodes_.size());
    index_.clear();
    std::ranges::move(nodes_, std::back_inserter(nodes));
    nodes_.clear();
    const LinkMap links(nodes);
    for (const Node& node : nodes) {
        if (node.kind == Node::Kind::link && links.follow(node) == LinkMap::End::outside) {
            return unsafe(node.path, "it is a link that leaves the archive");
        }
    }
    return nodes;
}

}  // namespace cudaenv::unpack
