// SPDX-License-Identifier: MIT
// A tree that is built from the entries of an archive nobody trusts. What it accepts can be put on
// disk anywhere without touching anything outside: relative paths without `..`, no entry through a
// link or a file, links that stay inside (also through other links), hard links to earlier files
// only, no kind changed by a later entry. Errors: integrity, naming the entry.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "unpack/payload.hpp"
#include "unpack/sink.hpp"

namespace cudaenv::unpack {

// The path as a Node has it: without `.`, empty parts and a slash at the end; empty for the top
// itself. Refused: absolute paths, `..`, parts above 255 bytes, control bytes, text that is not
// UTF-8.
Result<std::string> safe_path(std::string_view raw, const Limits& limits);

// An error about one entry: "unsafe entry in the archive", the entry's name, and the reason.
base::Failure unsafe(std::string_view raw_path, std::string_view why);

class SafeTree {
  public:
    explicit SafeTree(const Limits& limits) : limits_(limits) {}

    // Paths come from safe_path. Parents are made where the archive has no entry for them. A file
    // or link that comes again replaces the earlier one; a folder that comes again changes nothing.
    Result<void> add_folder(std::string_view path);
    Result<void> add_file(Node file);
    Result<void> add_link(std::string_view path, std::string_view target);
    Result<void> add_hard_link(std::string_view path, std::string_view earlier_path);

    bool empty() const { return nodes_.empty(); }
    // The nodes in archive order, after a look at where each link leads. The tree is empty then.
    Result<std::vector<Node>> finish();

  private:
    Node* find(std::string_view path);
    Result<void> add(Node node);
    Result<void> check_parent(std::string_view path);

    const Limits& limits_;
    std::deque<Node> nodes_;  // stable addresses: the index's keys are the nodes' own paths
    std::unordered_map<std::string_view, Node*> index_;
};

}  // namespace cudaenv::unpack
