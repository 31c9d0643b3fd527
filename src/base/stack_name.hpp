// SPDX-License-Identifier: MIT
// A stack's identity, which is also its folder's name in versions/: 12.4.1,
// 12.4.1+cudnn8.9.7+nccl2.21.5. Text in, values out; nothing touches the disk.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/version.hpp"

namespace cudaenv::base {

struct Companion {
    std::string name;
    std::string version;  // the catalog's spelling
    friend auto operator<=>(const Companion&, const Companion&) = default;
};

struct StackName {
    Version toolkit;
    std::vector<Companion> companions;  // sorted by name
    friend bool operator==(const StackName&, const StackName&) = default;
};

// Reads a folder name in versions/; nullopt for any other name (adopted links, stray folders).
std::optional<StackName> parse_stack_name(std::string_view folder);
std::string to_string(const StackName& stack);

// Order of preference among stacks that match: the newest release, then the fewest companions, then
// the newest companions (cli.md section 3). True if `left` is to be preferred.
bool is_better(const StackName& left, const StackName& right);

}  // namespace cudaenv::base
