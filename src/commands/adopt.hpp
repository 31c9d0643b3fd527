// SPDX-License-Identifier: MIT
// `cudaenv adopt`: list the toolkits that this machine has without us, or register one as a link
// versions/NAME. Nothing of it is copied, changed or removed.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct AdoptRequest {
    std::string path;  // empty = list what is here
    std::string name;  // --as NAME; empty = system-12.2
};

// stdout: the list (VERSION PATH [adopted as NAME]). Errors: usage (no toolkit there, a folder of
// ours, name taken or not allowed), not_found, those of files.
Result<Report> adopt(const AdoptRequest& request, const World& world);

}  // namespace cudaenv::commands
