// SPDX-License-Identifier: MIT
// Judging a stack before anything is done with it: machine, tables and policy put together.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/stack_name.hpp"
#include "commands/machine.hpp"
#include "commands/world.hpp"
#include "compat/question.hpp"
#include "compat/verdict.hpp"

namespace cudaenv::commands {

// What a judgement rests on, found out once for a command.
struct Grounds {
    compat::Tables tables;
    probe::Machine machine;
    std::vector<base::Version> known;      // releases that this platform can have, oldest first
    std::vector<compat::Stack> installed;  // stacks that can be selected
};
// Errors: those of load_tables, machine_of and load_catalog.
Result<Grounds> find_grounds(const World& world, const Inquiry& inquiry = {});

struct JudgeRequest {
    std::string verb;     // install, local, global, shell: what the commands to try begin with
    std::string request;  // as the person wrote it
    compat::Stack stack;
    bool has_compiler = true;  // it has nvcc: `build` is judged besides `run`
    bool is_strict = false, is_build_only = false;
};

// The verdict on these grounds after [check], --strict and --build-only, with checked commands to
// try. A refusal is a value: the caller stops with exit 4. Pure.
compat::Verdict judge(const JudgeRequest& request, const Grounds& grounds,
                      const Config::Check& check);

// Whether judge would refuse, and with which code (empty = no); without looking for a way out.
std::string refusal_code(const JudgeRequest& request, const Grounds& grounds,
                         const Config::Check& check);

// Puts what is new in `more` behind; of one finding in both the worse level counts. The worst
// first.
void merge(compat::Verdict more, compat::Verdict& verdict);

// -f: refusals become warnings.
compat::Verdict forced(compat::Verdict verdict);

// The first refusal as the error that ends the command (refused, with the finding's CE code). The
// verdict must refuse.
Error refusal_of(const compat::Verdict& verdict);

// The stack of that name, as compat sees it.
compat::Stack stack_of(const base::StackName& name);

}  // namespace cudaenv::commands
