// SPDX-License-Identifier: MIT
// `cudaenv install --list [PATTERN]`: the releases that this platform can have, one a line, oldest
// first. Needs neither network nor a root folder.
#pragma once

#include "base/result.hpp"
#include "commands/install.hpp"

namespace cudaenv::commands {

// PATTERN is a request (12, 12.4, >=12.1); releases that it matches are listed. Previews and patch
// runfiles are listed only for a PATTERN that is exactly their version, as in resolving. On a
// terminal installed ones are marked `*`, those that would be refused here with their code; in a
// pipe and for --json nothing is probed. Errors: usage; unknown_release if nothing matches; those
// of find_grounds.
Result<Report> list_known(const InstallRequest& request, const World& world);

}  // namespace cudaenv::commands
