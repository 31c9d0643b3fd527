// SPDX-License-Identifier: MIT
// The commands that tell of the commands: they need the table of verbs, so they live here.
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace cudaenv::cli {

// `cudaenv help [--usage] [COMMAND]`: of a plugin it asks the plugin's own --help.
Command define_help(Options& options);

// `cudaenv commands [--sh|--no-sh]`: names of verbs and plugins, sorted. --sh: what needs the shell
// function.
Command define_commands(Options& options);

// A text of ours as a report: itself on stdout, or as JSON.
commands::Report text_report(std::string text);

}  // namespace cudaenv::cli
