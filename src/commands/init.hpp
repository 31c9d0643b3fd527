// SPDX-License-Identifier: MIT
// `cudaenv init`: what connects a shell with cudaenv. Never takes a lock, never uses the network.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct InitRequest {
    std::vector<std::string> words;  // `-` and a shell's name, in any order
    bool hook = true;                // --no-hook
    bool rehash = true;              // --no-rehash
    bool path_only = false;          // --path
    bool install = false, uninstall = false, detect_shell = false;
};

// With `-` (or --path) the text to evaluate; without, how to set the shell up on stderr, exit 1.
// --install and --uninstall edit the start files, tell each, exit 7 if one failed. Errors: usage.
Result<Report> init(const InitRequest& request, const World& world);

}  // namespace cudaenv::commands
