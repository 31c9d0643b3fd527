// SPDX-License-Identifier: MIT
// Judging stacks that are there and that somebody selects, by `local`, `global` or `shell`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/world.hpp"
#include "compat/verdict.hpp"
#include "hot/installed.hpp"

namespace cudaenv::commands {

struct Selected {
    std::string request;  // as written
    hot::Found found;
};

struct SelectedRequest {
    std::string verb;  // local, global, shell
    std::vector<Selected> stacks;
    std::string project;     // the folder that is told each warning once; empty = the whole root
    bool is_forced = false;  // -f: refusals become warnings
};

// What is to be said, less what the project was told before (a program, by --json, is told all).
struct Opinion {
    std::vector<compat::Finding> findings;
    std::optional<Error> refusal;  // one of the findings
};

// A stack that was installed with --build-only is judged so here, too. Toolkits that cudaenv did
// not make are judged by their version, if they tell it. Errors: those of find_grounds.
Result<Opinion> judge_selected(const SelectedRequest& request, const World& world);

}  // namespace cudaenv::commands
