// SPDX-License-Identifier: MIT
// What is installed, by folder names alone, and which of it a request means (cli.md section 3).
// A stack counts only with its receipt; a link in versions/ is an adopted toolkit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/request.hpp"
#include "hot/conf.hpp"
#include "hot/env_view.hpp"
#include "hot/folder.hpp"

namespace cudaenv::hot {

struct Found {
    enum class Kind { stack, adopted, folder, system };
    Kind kind = Kind::stack;
    std::string name;        // 12.4.1+cudnn8.9.7, the adopted name, path:/opt/cuda, system
    std::string prefix;      // absolute; empty for a `system` that has no toolkit
    bool is_shared = false;  // from a system root
};

// All stacks with a receipt and adopted links of one root, in order of version (stacks) then name.
Result<std::vector<Found>> list_installed(const base::Layout& layout);
// The same over the person's own root and the system roots; a name that stands twice counts once.
Result<std::vector<Found>> list_installed(const base::Layout& layout, const Conf& conf);

// The adopted link of this name whose toolkit is gone: it is neither listed nor selected, but may
// be removed. Own root only.
std::optional<Found> find_dangling(const base::Layout& layout, const std::string& name);

struct ResolveInput {
    EnvView env;
    const base::Layout& layout;
    const Conf& conf;
    const Aliases& aliases;
};

// Errors: not_installed (`found` lists what is there, `try_` the install line), usage (alias loop).
// An exact stack name costs one look-up and no folder listing.
Result<Found> resolve_installed(const base::Request& request, const ResolveInput& input);

// The machine's own toolkit: CUDA_HOME/CUDA_PATH as they were before us, else of the first nvcc on
// PATH outside our folders, else /usr/local/cuda; prefix empty if there is none.
Found find_system(const ResolveInput& input);

}  // namespace cudaenv::hot
