// SPDX-License-Identifier: MIT
// Which parts of a release a person asks for (--profile, --only, --with, --without, --add,
// --source), and from requests to what plan::make needs of them: the toolkit's components, the
// companions, the lists that pin their archives.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/planning.hpp"
#include "commands/redist_lists.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

// As given; empty = the config's or the default.
struct PartOptions {
    std::string profile, source;
    std::vector<std::string> only, with, without;
    bool add = false;
};

// The components asked for; companions among `with` are left out. Errors: usage (no such profile).
Result<catalog::Choice> choice_of(const PartOptions& options, const Stock& known,
                                  const World& world);

// `text` with the companions that --with names: 12.4 and cudnn@9.1 give 12.4+cudnn9.1. Errors:
// usage.
Result<std::string> with_companions(const std::string& text, const PartOptions& options,
                                    const Stock& known);

// For a choice that will not be looked at, since the stack is installed: names that no release has
// had are told all the same. Errors: usage, refused.
Result<void> check_names(const PartOptions& options, const Stock& known, const World& world);

// Whether any option asks for a choice of its own.
bool has_choice(const PartOptions& options);

// The wanted stack with its lists, which `lists` gets and keeps. Errors: refused (no redist
// archives of the release), those of RedistLists::list_of and choice_of.
Result<plan::Wanted> wanted_parts(const Target& target, const PartOptions& options,
                                  const Stock& known, RedistLists& lists, const World& world);

}  // namespace cudaenv::commands
