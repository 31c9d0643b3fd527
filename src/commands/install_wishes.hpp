// SPDX-License-Identifier: MIT
// From what `install` was asked for to what plan::make needs: stacks of the catalog, and of each
// the parts, the lists and the places of its archives.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "commands/install.hpp"
#include "commands/planning.hpp"
#include "commands/redist_lists.hpp"
#include "store/snapshot.hpp"

namespace cudaenv::commands {

// The stacks that the requests mean. What the catalog does not know may be what the person brought
// (--from FILE) or brought once: `known` then gets it, so the targets point into `known` as it is
// in the end. Errors: those of known_target and add_own_archive.
Result<std::vector<Target>> find_targets(const InstallRequest& request,
                                         const std::vector<std::string>& texts, Stock& known,
                                         const World& world);

// What wishes are made from.
struct Sources {
    const Stock& known;
    const store::Installed& installed;
    RedistLists& lists;
};

// One wish for each target; of what is installed and stays as it is no list is asked for. Errors:
// those of wanted_parts, check_names and take_from.
Result<std::vector<plan::Wanted>> wishes_for(const InstallRequest& request,
                                             const std::vector<Target>& targets,
                                             const Sources& sources, const World& world);

// A choice for what is there already changes nothing unless it is to be added.
void note_unused_choice(const InstallRequest& request, const std::vector<plan::Wanted>& wanted,
                        const store::Installed& installed, plan::Plan& plan);

}  // namespace cudaenv::commands
