// SPDX-License-Identifier: MIT
// The table of verbs: everything that help, `commands`, completions and man pages say of each, and
// how its options become a request. One row for each verb, in the files verbs_*.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace cudaenv::cli {

enum class Group { installing, selecting, asking, running, housekeeping };

struct Verb {
    std::string_view name;
    Group group;
    std::string_view usage;    // what stands behind `cudaenv `, one form a line
    std::string_view summary;  // one line
    std::string_view body;     // paragraphs; may be empty
    // Declares options and arguments; the command runs the request that they fill.
    Command (*define)(Options&);
    // Must work while config.toml is broken, or without a HOME.
    bool tolerates_config = false;
};

// In the order of help.
std::span<const Verb> installing_verbs();
std::span<const Verb> selecting_verbs();
std::span<const Verb> asking_verbs();
std::span<const Verb> running_verbs();
std::span<const Verb> housekeeping_verbs();
std::vector<const Verb*> all_verbs();
const Verb* find_verb(std::string_view name);  // null: no verb of ours

std::string_view to_string(Group group);

// Declares a verb's options without keeping the request.
Options describe(const Verb& verb);

}  // namespace cudaenv::cli
