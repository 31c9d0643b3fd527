// SPDX-License-Identifier: MIT
// argv as an Invocation. Global options may stand before or after the verb, `--` ends options; a
// verb's own option wins over a global one of the same name. Errors: usage.
#pragma once

#include <string>
#include <vector>

#include "cli/verb.hpp"

namespace cudaenv::cli {

struct Globals {
    commands::GlobalOptions shared;
    std::string color = "auto", progress = "auto", format = "text";
    bool help = false, version = false;
};

struct Invocation {
    Globals globals;
    std::string name;               // the verb as it was written; empty = none
    const Verb* verb = nullptr;     // null: not one of ours (a plugin, or nothing at all)
    std::vector<std::string> rest;  // the words behind the name
    Command command;                // of a verb, unless help was asked for
};

// Fills `out` as far as it gets: after an error the global options still tell how to print it.
Result<void> parse(const std::vector<std::string>& args, Invocation& out);

Options describe_globals();

}  // namespace cudaenv::cli
