// SPDX-License-Identifier: MIT
// Where symbolic links of a tree lead, without a disk: through other links, with `..` taken as the
// kernel takes it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "unpack/sink.hpp"

namespace cudaenv::unpack {

class LinkMap {
  public:
    // The nodes must outlive the map and not move.
    explicit LinkMap(const std::vector<Node>& nodes);

    enum class End {
        there,     // at a file or folder of the tree
        dangling,  // inside the tree, at nothing (or in a circle)
        outside,   // out of the tree at some step, whatever comes after
    };
    End follow(const Node& link) const;
    bool contains(std::string_view path) const { return index_.contains(path); }

  private:
    std::unordered_map<std::string_view, const Node*> index_;
};

// The folder part of a relative path; empty at the top.
std::string_view parent_of(std::string_view path);

// Joins the folder of `link_path` and `target` by text alone: `a/b` + `../c` = `c`. Empty if that
// leaves the tree or is the top.
std::string joined_target(std::string_view link_path, std::string_view target);

// The other way: the relative target that leads from `link_path` to `path`.
std::string relative_target(std::string_view link_path, std::string_view path);

}  // namespace cudaenv::unpack
