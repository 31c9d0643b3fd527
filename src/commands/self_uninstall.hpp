// SPDX-License-Identifier: MIT
// `cudaenv self uninstall`: away with everything that cudaenv made, but not with what it was told
// to adopt, nor with anything else that lies in its folders.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct SelfRequest {
    std::string action;  // uninstall
    bool force = false;  // -f: also while a stack is in use
};

// Asks first. Removes what is ours of the root, cache and state folders, and our lines in start
// files. Errors: usage (no terminal to ask on, and no --yes), in_use, locked, those of files.
Result<Report> self(const SelfRequest& request, const World& world);

}  // namespace cudaenv::commands
