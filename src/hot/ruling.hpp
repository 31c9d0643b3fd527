// SPDX-License-Identifier: MIT
// The whole of the hot path's question: which stacks rule here, ready to be activated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hot/delta.hpp"
#include "hot/installed.hpp"
#include "hot/select.hpp"

namespace cudaenv::hot {

struct Ruling {
    Selection selection;
    std::vector<Found> stacks;  // the first is active; plain `system` where nothing is selected
    std::vector<ActivePrefix> prefixes;  // of the stacks, without plain `system`
    std::optional<Error> error;          // then stacks and prefixes are empty
};

// `error` names the file that asked for what is not installed, and the install line. The selection
// is what was looked at, also when it failed. Touches the activation files (cli.md: `prune`).
Ruling find_ruling(const SelectInput& input);

// "12.4.1", several joined by ':'; "system".
std::string names_of(const Ruling& ruling);

// Where the choice came from, as a message says it: a path, "CUDAENV_VERSION", "+V", "" for none.
std::string to_string(const Origin& origin);

}  // namespace cudaenv::hot
