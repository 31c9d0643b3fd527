// SPDX-License-Identifier: MIT
// Where programs of the system are looked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"

namespace cudaenv::hot {

// The folders of a value of PATH without shims folders (of any cudaenv) and prefixes of ours.
std::vector<std::string> system_path(std::string_view path, const base::Layout& layout);

}  // namespace cudaenv::hot
