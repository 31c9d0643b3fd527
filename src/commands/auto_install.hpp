// SPDX-License-Identifier: MIT
// auto_install (cli.md section 10): what `exec` and `local` do where a version is not installed.
// "ask" asks on a terminal, "always" does not, "never" and scripts leave the error as it is.
#pragma once

#include "base/request.hpp"
#include "base/result.hpp"
#include "commands/world.hpp"
#include "hot/installed.hpp"

namespace cudaenv::commands {

// Installs the request if config and person want it, and resolves it again; else returns `missing`.
Result<hot::Found> auto_install(const base::Request& request, const Error& missing,
                                const World& world);

}  // namespace cudaenv::commands
