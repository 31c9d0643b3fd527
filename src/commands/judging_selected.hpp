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

// A finding, where it is told once, and what it is known by there.
struct Remark {
    compat::Finding finding;
    std::string folder, key;
};

struct Opinion {
    std::vector<Remark> remarks;
    std::optional<Error> refusal;  // one of them
};

// A stack that was installed with --build-only is judged so here, too. Toolkits that cudaenv did
// not make are judged by their version, if they tell it. Errors: those of find_grounds.
Result<Opinion> judge_selected(const SelectedRequest& request, const World& world);

// What is to be said now, and remembered as told: a refusal and its reasons always, of the rest
// what the project was not told before (a program, by --json, is told all). Call it when the
// selection stands, so that a failure on the way loses no warning.
std::vector<compat::Finding> to_tell(Opinion opinion, const World& world);

}  // namespace cudaenv::commands
