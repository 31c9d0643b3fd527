// SPDX-License-Identifier: MIT
#include "unpack/layout.hpp"

#include <cstring>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "unpack/links.hpp"
#include "unpack/pc_file.hpp"
#include "unpack/place.hpp"

namespace cudaenv::unpack {

std::string target_of(std::string_view platform) {
    constexpr std::string_view kLinux = "linux-";
    if (platform.starts_with(kLinux)) platform.remove_prefix(kLinux.size());
    return std::string(platform) + "-linux";
}

namespace {

using Tree = std::map<std::string, Node>;  // by installed path

class TextReader : public Reader {
  public:
    explicit TextReader(std::string_view text) : text_(text) {}
    Result<std::size_t> read(std::span<std::byte> into) override {
        const std::size_t count = std::min(into.size(), text_.size());
        std::memcpy(into.data(), text_.data(), count);
        text_.remove_prefix(count);
        return count;
    }

  private:
    std::string_view text_;
};

// A folder for each parent that has none.
Result<void> add_parents(Tree& tree, std::string_view path) {
    for (path = parent_of(path); !path.empty(); path = parent_of(path)) {
        Node folder;
        folder.kind = Node::Kind::folder;
        folder.path = path;
        folder.mode = 0755;
        const auto [at, is_new] = tree.try_emplace(folder.path, folder);
        if (is_new) continue;
        if (at->second.kind == Node::Kind::folder) return {};
        return fail(Code::integrity, "what one component has as a folder is none in another")
            .at(base::printable(path));
    }
    return {};
}

std::string described(const Node& node) {
    const std::string owner = node.component.empty() ? "the archive" : node.component;
    switch (node.kind) {
        case Node::Kind::folder:
            return "a folder of " + owner;
        case Node::Kind::link:
            return "a link to " + base::printable(node.target) + " of " + owner;
        case Node::Kind::file:
            break;
    }
    return "a file of " + owner + " (" + std::to_string(node.size_bytes) + " bytes)";
}

// A path may come from two places if it is the same thing in both.
Result<void> insert(Tree& tree, Node node) {
    CUDAENV_TRY(add_parents(tree, node.path));
    const auto [at, is_new] = tree.try_emplace(node.path, node);
    const Node& there = at->second;
    if (is_new ||
        (there.kind == node.kind && there.content == node.content && there.target == node.target)) {
        return {};
    }
    return fail(Code::integrity, "two components bring different things for one path")
        .at(base::printable(node.path))
        .values(described(there), described(node))
        .why("which of them a tool would find is not for us to choose");
}

Node link_node(std::string path, std::string target) {
    Node node;
    node.kind = Node::Kind::link;
    node.path = std::move(path);
    node.mode = 0777;
    node.target = std::move(target);
    node.is_ours = true;
    return node;
}

class Builder {
  public:
    Builder(const Payload& payload, const LayoutOptions& options, Sink& sink)
        : payload_(payload), options_(options), sink_(sink) {}

    Result<Layout> build() {
        CUDAENV_TRY(read_manifest());
        place_ = placement_of(payload_, options_, manifest_);
        for (const Node& node : payload_.nodes) CUDAENV_TRY(add(node));
        CUDAENV_TRY(add_soname_links());
        CUDAENV_TRY(add_root_links());
        CUDAENV_TRY(add_pc_files());
        if (payload_.era != Era::flat && !options_.is_partial && !is_file("bin/nvcc")) {
            return fail(Code::integrity, "the runfile holds no CUDA toolkit")
                .why("there is no bin/nvcc in it: a patch, or one part of a toolkit")
                .found(payload_.label);
        }
        return finish();
    }

  private:
    Result<void> read_manifest() {
        for (const auto& [path, text] : payload_.texts) {
            if (!path.starts_with("manifests/")) continue;
            CUDAENV_TRY(Manifest one, parse_manifest(text));
            for (auto& package : one.packages) manifest_.packages.push_back(std::move(package));
            for (auto& note : one.notes) layout_.notes.push_back(std::move(note));
        }
        return {};
    }

    std::string target_folder() const { return "targets/" + options_.target; }
    std::string in_lib(std::string_view name) const {
        return target_folder().append("/lib/").append(name);
    }
    bool is_file(const std::string& path) const {
        const auto at = tree_.find(path);
        return at != tree_.end() && at->second.kind != Node::Kind::folder;
    }

    // Each component has its own links `include` and `lib64` to the target folder, and some have
    // them once more inside that folder, where they lead nowhere. The root gets its two at the end.
    bool is_self_link(const Node& link) const {
        const std::string include = target_folder() + "/include", lib = in_lib("");
        const std::string lib_folder = lib.substr(0, lib.size() - 1);
        return link.path == include || link.path == lib_folder ||
               (link.path == include + "/include" && link.target == include) ||
               (link.path == lib + "lib64" && link.target == lib_folder);
    }

    Result<void> add(const Node& source) {
        const auto path = place_(source.path);
        if (!path || path->empty()) return {};
        Node node = source;
        node.path = *path;
        if (node.component.empty() && payload_.era == Era::flat) node.component = flat_component();
        if (node.kind == Node::Kind::link) {
            if (is_self_link(node)) return {};
            retarget(source, node);
        }
        const auto text = payload_.texts.find(source.path);
        if (text != payload_.texts.end()) CUDAENV_TRY(put_text(text->second, node));
        return insert(tree_, std::move(node));
    }

    std::string flat_component() const {
        return options_.component.empty() ? parse_top_folder(payload_.top).component
                                          : options_.component;
    }

    // A link keeps leading to what it led to in the archive, wherever the two have gone.
    void retarget(const Node& source, Node& node) {
        const std::string led_to = joined_target(source.path, source.target);
        const auto goes_to = led_to.empty() ? std::nullopt : place_(led_to);
        if (!goes_to || goes_to->empty()) return;
        if (joined_target(node.path, node.target) == *goes_to) return;
        node.target = relative_target(node.path, *goes_to);
        node.is_ours = true;
    }

    Result<void> put_text(const std::string& original, Node& node) {
        const std::string text = relocated_pc(original, node.path);
        node.is_ours = text != original;
        return put(text, node);
    }

    Result<void> put(const std::string& text, Node& node) {
        TextReader reader(text);
        CUDAENV_TRY(node.content, sink_.put(reader, text.size(), (node.mode & 0111U) != 0));
        node.size_bytes = text.size();
        return {};
    }

    // The vendor's installer of 10.1 and 10.2 made these with ldconfig.
    Result<void> add_soname_links() {
        for (const auto& [source, soname] : payload_.sonames) {
            const auto path = place_(source);
            if (!path || path->empty()) continue;
            const std::string folder(parent_of(*path));
            const std::string name = path->substr(folder.empty() ? 0 : folder.size() + 1);
            const std::string link = folder.empty() ? soname : folder + "/" + soname;
            if (tree_.contains(link)) continue;
            CUDAENV_TRY(insert(tree_, link_node(link, name)));
        }
        return {};
    }

    Result<void> add_link_to(const std::string& folder, const std::string& path) {
        if (!tree_.contains(folder) || tree_.contains(path)) return {};
        return insert(tree_, link_node(path, relative_target(path, folder)));
    }

    Result<void> add_root_links() {
        if (payload_.era == Era::nested) return {};
        const std::string include = target_folder() + "/include", lib = target_folder() + "/lib";
        CUDAENV_TRY(add_link_to(include, "include"));
        CUDAENV_TRY(add_link_to(lib, "lib64"));
        if (payload_.era != Era::flat || flat_component() != "cuda_cupti") return {};
        CUDAENV_TRY(add_link_to(include, "extras/CUPTI/include"));
        return add_link_to(lib, "extras/CUPTI/lib64");
    }

    // What the vendor's installer writes, for the libraries that are there.
    Result<void> add_pc_files() {
        for (const Manifest::Package& package : manifest_.packages) {
            for (const Manifest::PcFile& file : package.pc_files) {
                const PcName name = parse_pc_name(file.name);
                const std::string subdir = file.subdir.empty() ? "" : file.subdir + "/";
                const std::string path = std::string(kPcFolder).append(1, '/').append(file.name);
                const bool has_library = is_file(in_lib(subdir + "lib" + name.library + ".so"));
                if (name.library.empty() || !has_library || tree_.contains(path)) continue;
                Node node;
                node.path = path;
                node.mode = 0644;
                node.is_ours = true;
                CUDAENV_TRY(put(generated_pc(file, options_.target), node));
                CUDAENV_TRY(insert(tree_, std::move(node)));
            }
        }
        return {};
    }

    Result<Layout> finish() {
        std::vector<Node> all;
        all.reserve(tree_.size());
        for (auto& [path, node] : tree_) all.push_back(std::move(node));
        const LinkMap links(all);
        std::vector<bool> leads_nowhere(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].kind != Node::Kind::link) continue;
            const LinkMap::End end = links.follow(all[i]);
            if (end == LinkMap::End::outside) {
                return fail(Code::integrity, "a link of the archive leaves the toolkit")
                    .at(base::printable(all[i].path))
                    .found(base::printable(all[i].target));
            }
            leads_nowhere[i] = end == LinkMap::End::dangling;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (leads_nowhere[i]) {
                layout_.notes.push_back("left out a link that leads nowhere: " +
                                        base::printable(all[i].path + " -> " + all[i].target));
            } else {
                layout_.nodes.push_back(std::move(all[i]));
            }
        }
        return std::move(layout_);
    }

    const Payload& payload_;
    const LayoutOptions& options_;
    Sink& sink_;
    Manifest manifest_;
    Placement place_;
    Tree tree_;
    Layout layout_;
};

}  // namespace

Result<Layout> lay_out(const Payload& payload, const LayoutOptions& options, Sink& sink) {
    return Builder(payload, options, sink).build();
}

Result<std::vector<Node>> merge(std::vector<std::vector<Node>> trees) {
    Tree tree;
    for (std::vector<Node>& one : trees) {
        for (Node& node : one) CUDAENV_TRY(insert(tree, std::move(node)));
    }
    std::vector<Node> nodes;
    nodes.reserve(tree.size());
    for (auto& [path, node] : tree) nodes.push_back(std::move(node));
    return nodes;
}

}  // namespace cudaenv::unpack
