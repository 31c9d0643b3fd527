// SPDX-License-Identifier: MIT
// The steps of a Plan, one function each. They run under the stacks' locks, which run.cpp takes.
#pragma once

#include <string>

#include "base/result.hpp"
#include "execute/ledger.hpp"
#include "execute/observer.hpp"
#include "execute/run.hpp"
#include "plan/plan.hpp"

namespace cudaenv::execute {

// What every step works with; all of it outlives the step.
struct Work {
    const Settings& settings;
    Observer& observer;
    Ledger& ledger;
    Outcome& outcome;
};

// Downloads, unpacks, commits. A stack that is whole by now is left alone unless `replace`.
Result<void> install(const plan::Install& step, Work& work);
// Downloads and verifies.
Result<void> fetch_only(const plan::Fetch& step, Work& work);
// Verifies, puts back what is wrong, and installs anew what the store cannot give.
Result<void> repair(const plan::Repair& step, Work& work);

// What `nvcc --version` of the prefix says (12.4.131); empty, with a warning told, if it does not
// run. The only program of an artifact that is ever run by us, and only after the commit.
std::string ask_nvcc(const std::string& prefix, Work& work);

}  // namespace cudaenv::execute
