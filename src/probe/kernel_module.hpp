// SPDX-License-Identifier: MIT
// The driver's kernel module: the one that is loaded, the one that the next boot loads, and why
// none is loaded. Read from files; a packed module's version may take a run of modinfo.
#pragma once

#include <optional>
#include <string>

#include "probe/collect.hpp"
#include "probe/root.hpp"

namespace cudaenv::probe {

struct KernelModule {
    std::optional<bool> is_loaded;  // unset = the kernel does not tell
    std::string loaded;             // version of the loaded one
    std::string path;               // of the file for this kernel; empty = there is none
    std::string on_disk;            // version of that file
};
KernelModule find_kernel_module(const Root& root, const Sources& sources,
                                const std::string& kernel);

// not-built, nouveau, secure-boot, blacklisted; empty if none of them is seen. A container does not
// show the modules of its host.
std::string reason_not_loaded(const Root& root, const KernelModule& module, bool is_container);

// The field `version` of a module that is not packed; empty if it cannot be read.
std::string version_of_module_file(const std::string& path);

}  // namespace cudaenv::probe
