// SPDX-License-Identifier: MIT
// Judging a stack before anything is done with it: machine, tables and policy put together.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/version.hpp"
#include "commands/machine.hpp"
#include "commands/world.hpp"
#include "compat/policy.hpp"
#include "compat/question.hpp"
#include "compat/verdict.hpp"

namespace cudaenv::commands {

struct JudgeRequest {
    std::string verb;     // install, local, global, shell: what the commands to try begin with
    std::string request;  // as the person wrote it
    compat::Stack stack;
    bool has_compiler = true;  // the profile has nvcc: `build` is judged besides `run`
    bool is_forced = false;    // -f: refusals become warnings, and are remembered as forced
    bool is_strict = false, is_build_only = false;
    Targets targets;
};

// The verdict for this machine (or the targets) after [check], --strict, --build-only and -f, with
// checked commands to try. A refusal is a value: the caller stops with exit 4. Errors: those of
// machine_of and load_tables.
Result<compat::Verdict> judge(const JudgeRequest& request, const World& world);

}  // namespace cudaenv::commands
