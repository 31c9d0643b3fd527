// SPDX-License-Identifier: MIT
// `cudaenv upgrade`: the newest patch of each installed line beside the old one, with the same
// components and companions.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/transfer.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct UpgradeRequest {
    std::vector<std::string> requests;  // which installed ones; none = all of the own root
    bool dry_run = false;               // -n
    bool accept_eula = false;           // --accept-eula
    TransferOptions transfer;
};

// Judged as `install` judges: what is refused is left as it is, the others are upgraded. The old
// patch stays until `prune`. stdout: the plans, with dry_run only. Errors: not_installed, usage,
// those of install.
Result<Report> upgrade(const UpgradeRequest& request, const World& world);

}  // namespace cudaenv::commands
