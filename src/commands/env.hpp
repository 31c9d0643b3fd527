// SPDX-License-Identifier: MIT
// `cudaenv env`: print the environment of a version, for whatever shall use it.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct EnvRequest {
    std::optional<std::string> request;  // default: the version that applies here
    std::string shell;                   // --shell S; empty = the person's
    bool dotenv = false, github = false, docker = false, cmake = false;
    std::string modulefile;  // --modulefile lua|tcl
    bool undo = false;       // --undo: the way back
};

// --github appends to the files that $GITHUB_ENV and $GITHUB_PATH name, and prints nothing. Errors:
// usage, not_installed, damaged, those of files.
Result<Report> env(const EnvRequest& request, const World& world);

}  // namespace cudaenv::commands
