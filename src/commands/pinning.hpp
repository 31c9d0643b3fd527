// SPDX-License-Identifier: MIT
// What `local`, `global` and `version-file-write` share: requests checked against what is
// installed, then written, the generation raised, the select hooks run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/world.hpp"
#include "compat/verdict.hpp"

namespace cudaenv::commands {

struct PinRequest {
    std::string path;                   // the version file
    std::vector<std::string> requests;  // as written, at least one
    std::string cudnn;                  // --cudnn V: joined to the first request
    bool force = false;                 // -f: also what is not installed
    bool resolve = false;               // --resolve: write exact names
    bool may_install = false;           // auto_install applies (`local`)
    std::string verb;                   // judge it first, as this verb; empty = do not
    std::string project;                // where warnings are told once; empty = the whole root
};

// What was written, and what there is to say of it.
struct Pinned {
    std::string line;
    std::vector<compat::Finding> findings;
    std::optional<Error> refusal;  // then nothing was written
};

// Errors: usage, not_installed (with the install line), refused (a before_select hook), those of
// find_grounds and of files.
Result<Pinned> write_checked_pin(const PinRequest& pin, const World& world);

// Takes a version file away; none there is fine.
Result<void> remove_pin(const std::string& path, const World& world);

// raise_generation, but a root that cannot be written is no failure: the change lies elsewhere.
Result<void> tell_generation(const World& world);

}  // namespace cudaenv::commands
