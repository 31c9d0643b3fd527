// SPDX-License-Identifier: MIT
// `cudaenv exec`: run a program with the selected version's environment.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct ExecRequest {
    std::string version;               // --version V; empty = the one that applies here
    bool clean_ld = false;             // --clean-ld
    std::vector<std::string> command;  // the program and its arguments, untouched
};

// The report's `become` is the program; with an after_exec hook it has run already and the report's
// exit is its code. Errors: usage, not_installed, refused (a before_exec hook), not_executable,
// no_command.
Result<Report> exec(const ExecRequest& request, const World& world);

}  // namespace cudaenv::commands
