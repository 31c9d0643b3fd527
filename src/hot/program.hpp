// SPDX-License-Identifier: MIT
// Where a program is: in the `bin` folders of a stack, or on PATH outside everything of ours.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hot/delta.hpp"

namespace cudaenv::hot {

struct Program {
    std::string path;           // absolute, unless PATH had a relative element
    bool is_executable = true;  // false: it is there, but cannot be run
};

// A file of ours begins with these bytes somewhere in its first page, whatever it is called.
inline constexpr std::string_view kShimMarker = "cudaenv-shim is this file";

// The first of the stack's `bin` folders that has it.
std::optional<Program> find_in_prefix(const ActivePrefix& prefix, std::string_view name);

// The first on `path` (a value of PATH) outside any shims folder; never a link to or a copy of the
// shim. Own elements are not skipped: give a PATH without them.
std::optional<Program> find_on_path(std::string_view path, std::string_view name);

}  // namespace cudaenv::hot
