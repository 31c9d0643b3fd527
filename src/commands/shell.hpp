// SPDX-License-Identifier: MIT
// `cudaenv shell`: the version of this shell alone. The shell function that `init` defines runs the
// binary with CUDAENV_SHELL and evaluates what it prints: statements that set CUDAENV_VERSION.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct ShellRequest {
    std::vector<std::string> requests;  // none: print; one `-`: the previous choice
    bool unset = false;                 // --unset
    bool force = false;                 // -f: also what is not installed, or cannot run here
};

// Without CUDAENV_SHELL it tells how to set the shell up, exit 1. Errors: usage, not_installed,
// nothing_selected (nothing to print, no previous choice), refused (a before_select hook), those of
// find_grounds. A version that cannot run here is the report's error.
Result<Report> shell(const ShellRequest& request, const World& world);

}  // namespace cudaenv::commands
