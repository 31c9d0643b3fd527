// SPDX-License-Identifier: MIT
// The step of `install` between resolving and planning: what each release to be installed means for
// this machine, or for the targets.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/install.hpp"
#include "commands/planning.hpp"
#include "compat/verdict.hpp"
#include "plan/plan.hpp"

namespace cudaenv::commands {

struct InstallChecks {
    compat::Verdict verdict;        // of all releases, after -f
    std::vector<std::string> fine;  // sentences about what was looked at and is fine
    std::map<std::string, std::vector<store::ReceiptCheck>> by_stack;

    bool is_refused() const { return verdict.level() == compat::Level::refuse; }
};

// Nothing is probed for no targets. Errors: those of find_grounds.
Result<InstallChecks> check_targets(const InstallRequest& request,
                                    const std::vector<Target>& targets, const World& world);

// Puts them into the plan: verdict, notes, and what the receipts keep.
void add_checks(const InstallChecks& checks, plan::Plan& plan);

// `--with driver`: never, and in WSL2 for a reason of its own (CE108). Errors: refused, those of
// machine_of and load_tables.
Result<void> refuse_driver(const InstallRequest& request, const World& world);

}  // namespace cudaenv::commands
