// SPDX-License-Identifier: MIT
// Archives that the person has on disk (--from DIR|FILE).
#pragma once

#include <string>

#include "base/result.hpp"
#include "plan/recipe.hpp"

namespace cudaenv::commands {

// Makes the wanted stack take its archives from `from`: a file serves the archive of its name or
// the only one that is needed; a folder has each by its name or at its URL's path below the host
// (as `mirror create` lays it). Digests of an md5sum.txt beside them come along. Errors: not_found.
Result<void> take_from(const std::string& from, plan::Wanted& wanted);

}  // namespace cudaenv::commands
