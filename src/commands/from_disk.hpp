// SPDX-License-Identifier: MIT
// Runfiles that the person has on disk (--from DIR|FILE).
#pragma once

#include <string>

#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "commands/world.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::commands {

// The release's runfile at `from`: that file itself, or in that folder by its name or at its URL's
// path below the host (as `mirror create` lays it). Digests of an md5sum.txt beside it come along.
// Errors: not_found, usage (a file of another name: not this release's).
Result<plan::LocalFile> find_on_disk(const std::string& from, const catalog::Release& release,
                                     const World& world);

}  // namespace cudaenv::commands
