// SPDX-License-Identifier: MIT
// `cudaenv compat`: whether this machine, or a target, can have a stack; without a stack a table of
// what it can have. Judged before [check], so that the answer does not depend on a person's config.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/machine.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct CompatRequest {
    std::vector<std::string> requests;
    std::string use;             // run, run-ptx, build, build-extension; empty = run, and in a
                                 // table run and build
    std::string framework;       // torch==2.4.0+cu124
    std::string python;          // 3.12
    std::string compat_package;  // cuda-compat-13-0: as if it were in use
    std::string html;            // write the table to this file
    Targets targets;
};

// One request, or a framework without any: findings and a verdict, exit 4 if it refuses. Otherwise
// a table: a row for each release that a request matches, for a stack with companions, or for the
// newest patch of each line. Errors: usage, unknown_release, those of files.
Result<Report> compat(const CompatRequest& request, const World& world);

}  // namespace cudaenv::commands
