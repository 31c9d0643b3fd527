// SPDX-License-Identifier: MIT
// The shims folder: cudaenv-shim, written from the bytes embedded in the binary, and a hard link to
// it under each tool's name. Links are changed one by one, never by exchanging the folder.
#pragma once

#include <string>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "hot/conf.hpp"
#include "sys/lock.hpp"

namespace cudaenv::activate {

struct RehashOutcome {
    std::vector<std::string> added, removed;
    bool renewed = false;  // the shim's own bytes were written anew
};
// Names of all programs in the `bin` folders of all stacks (own and system roots) and adopted
// toolkits; nvcc always; never cudaenv, cuda-uninstaller, or our own names. Under locks/shims.lock.
Result<RehashOutcome> rehash(const base::Layout& layout, const hot::Conf& conf,
                             const sys::LockOptions& lock);

// Names of the shims that are there, sorted.
Result<std::vector<std::string>> list_shims(const base::Layout& layout);

// The embedded shim's bytes.
std::string_view shim_bytes();

}  // namespace cudaenv::activate
