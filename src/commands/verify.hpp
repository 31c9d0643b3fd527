// SPDX-License-Identifier: MIT
// `cudaenv verify`: compare installed files with the list written when they were installed.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/transfer.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct VerifyRequest {
    std::vector<std::string> requests;  // resolved among installed; none = the selected version
    bool all = false;                   // --all
    bool repair = false;                // --repair: as install --repair
    TransferOptions transfer;
};

// stdout: one line for each stack and each damaged file. Exit 6 if anything is damaged (and stays
// so). Errors: not_installed, usage (adopted and system toolkits were not made by cudaenv),
// damaged.
Result<Report> verify(const VerifyRequest& request, const World& world);

}  // namespace cudaenv::commands
