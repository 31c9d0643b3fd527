// SPDX-License-Identifier: MIT
// `cudaenv fetch`: download archives into the cache and verify them; nothing is installed.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/parts.hpp"
#include "commands/report.hpp"
#include "commands/transfer.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct FetchRequest {
    std::vector<std::string> requests;  // at least one, resolved among known releases
    PartOptions parts;
    TransferOptions transfer;
};

// stdout: the path of each archive. Errors: usage, unknown_release, checksum, those of
// execute::run.
Result<Report> fetch(const FetchRequest& request, const World& world);

}  // namespace cudaenv::commands
