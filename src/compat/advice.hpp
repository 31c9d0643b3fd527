// SPDX-License-Identifier: MIT
// Commands to try, each judged by the same rules on the same machine before it is offered.
#pragma once

#include <string>
#include <vector>

#include "compat/check.hpp"
#include "compat/policy.hpp"

namespace cudaenv::compat {

// What there is beside the stack in question.
struct Choices {
    std::vector<base::Version> known;  // releases that can be installed, oldest first
    std::vector<Stack> installed;      // stacks that can be selected
    std::string verb = "install";      // the command that was refused
    std::string request;               // as the person wrote it: 13.0
};

// Fills `try_` of each finding that refuses or warns. A refusal for which nothing helps gets a
// sentence in `why` that says so. Pure.
void advise(Verdict& verdict, const Question& question, const probe::Machine& machine,
            const Tables& tables, const Policy& policy, const Choices& choices);

}  // namespace cudaenv::compat
