// SPDX-License-Identifier: MIT
// Help texts and the machine-readable list of commands, all out of the table of verbs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/verb.hpp"

namespace cudaenv::cli {

// "cudaenv 0.1.0"
std::string version_line();

std::string usage_text();                  // of the program, one line
std::string usage_text(const Verb& verb);  // one line for each form
std::string help_text();                   // all verbs, by group, and the global options
std::string help_text(const Verb& verb);

// {"commands": [{"name", "group", "summary", "usage", "options": […]}], "global_options": […],
//  "plugins": […]}: what completions and man pages are checked against.
std::string commands_json(const std::vector<std::string>& plugins);

}  // namespace cudaenv::cli
