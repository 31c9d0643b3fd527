// SPDX-License-Identifier: MIT
#include "unpack/links.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cudaenv::unpack {

LinkMap::LinkMap(const std::vector<Node>& nodes) {
    index_.reserve(nodes.size());
    for (const Node& node : nodes) index_.emplace(node.path, &node);
}

namespace {

// A walk along path parts: `here` is where it stands, `ahead` what is still to come (last first).
struct Walk {
    std::string here;
    std::vector<std::string> ahead;

    void look_ahead(std::string_view path) {
        const auto parts = base::split(path, '/');
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) ahead.emplace_back(*part);
    }
    std::string take() {
        std::string part = std::move(ahead.back());
        ahead.pop_back();
        return part;
    }
    void go_up() { here.resize(parent_of(here).size()); }
    void go_down(std::string_view part) {
        if (!here.empty()) here += '/';
        here += part;
    }
};

}  // namespace

LinkMap::End LinkMap::follow(const Node& link) const {
    constexpr int kMaxLinks = 40;  // the kernel's own limit
    Walk walk{std::string(parent_of(link.path)), {}};
    walk.look_ahead(link.target);
    int links = 1;
    bool is_there = true;
    while (!walk.ahead.empty()) {
        const std::string part = walk.take();
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            if (walk.here.empty()) return End::outside;
            walk.go_up();
            continue;
        }
        walk.go_down(part);
        const auto found = index_.find(walk.here);
        if (found == index_.end()) {
            is_there = false;
        } else if (found->second->kind == Node::Kind::link) {
            if (++links > kMaxLinks) return End::dangling;
            walk.go_up();
            walk.look_ahead(found->second->target);
        } else if (found->second->kind == Node::Kind::file && !walk.ahead.empty()) {
            is_there = false;
        }
    }
    return is_there ? End::there : End::dangling;
}

std::string_view parent_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string joined_target(std::string_view link_path, std::string_view target) {
    Walk walk{std::string(parent_of(link_path)), {}};
    walk.look_ahead(target);
    while (!walk.ahead.empty()) {
        const std::string part = walk.take();
        if (part.empty() || part == ".") continue;
        if (part == ".." && walk.here.empty()) return "";
        part == ".." ? walk.go_up() : walk.go_down(part);
    }
    return walk.here;
}

std::string relative_target(std::string_view link_path, std::string_view path) {
    const std::string_view folder = parent_of(link_path);
    const auto from = folder.empty() ? std::vector<std::string_view>() : base::split(folder, '/');
    const auto to = base::split(path, '/');
    const auto [from_rest, to_rest] = std::ranges::mismatch(from, to);
    std::vector<std::string> parts(std::size_t(from.end() - from_rest), "..");
    parts.insert(parts.end(), to_rest, to.end());
    return parts.empty() ? "." : base::join(parts, "/");
}

}  // namespace cudaenv::unpack
