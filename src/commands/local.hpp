// SPDX-License-Identifier: MIT
// `cudaenv local` and `global`: the version of this folder, and of everything that has none.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct LocalRequest {
    std::vector<std::string> requests;  // none: print what the nearest file says
    bool unset = false;                 // --unset: take ./.cuda-version away
    bool force = false;                 // -f: also what is not installed, or cannot run here
    bool resolve = false;               // --resolve: write exact names
    std::string cudnn;                  // --cudnn V
    bool is_judged = false;             // `install` has just done so
};

struct GlobalRequest {
    std::vector<std::string> requests;  // none: print; `system` where nothing is set
    bool unset = false, force = false, resolve = false, is_judged = false;
};

// Writes ./.cuda-version, after judging what it selects; a refusal is the report's error. Errors:
// usage, not_installed, nothing_selected (nothing to print), refused (a hook), those of
// find_grounds and of files.
Result<Report> local(const LocalRequest& request, const World& world);
// Writes the root's `version`. Errors: the same.
Result<Report> global(const GlobalRequest& request, const World& world);

}  // namespace cudaenv::commands
