// SPDX-License-Identifier: MIT
// Putting damaged stacks right: what `install --repair` and `verify --repair` share.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/transfer.hpp"
#include "commands/world.hpp"
#include "hot/installed.hpp"

namespace cudaenv::commands {

struct RepairRequest {
    std::vector<hot::Found> stacks;
    TransferOptions transfer;
    bool dry_run = false;
};

// stdout: the plans, with dry_run only. Errors: permission (a stack of a shared root), damaged
// (what cannot be put back), those of plan::make_repair and execute::run.
Result<Report> repair(const RepairRequest& request, const World& world);

// The installed stacks that the requests mean. Errors: not_installed; usage for adopted and system
// toolkits, which cudaenv did not make.
Result<std::vector<hot::Found>> own_stacks(const std::vector<std::string>& requests,
                                           const World& world);

}  // namespace cudaenv::commands
