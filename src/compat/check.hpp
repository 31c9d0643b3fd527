// SPDX-License-Identifier: MIT
// The judgement: a pure function of question, machine and tables. No I/O, no clock. Rules are those
// of cli.md section 14; a fact that the machine does not tell is not judged.
#pragma once

#include "compat/question.hpp"
#include "compat/tables.hpp"
#include "compat/verdict.hpp"
#include "probe/machine.hpp"

namespace cudaenv::compat {

// Every finding of the use (`build` holds all of `run`), what the person must do first comes first,
// without commands that depend on what else there is (compat/advice.hpp adds these). Levels are
// the facts' (allow, note, warn, refuse), before any policy. A row of low confidence makes a
// warning at most.
Verdict check(const Question& question, const probe::Machine& machine, const Tables& tables);

}  // namespace cudaenv::compat
