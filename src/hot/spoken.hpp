// SPDX-License-Identifier: MIT
// Selections as people read them on stdout.
#pragma once

#include <string>

#include "base/layout.hpp"
#include "base/request.hpp"
#include "hot/select.hpp"

namespace cudaenv::hot {

// What set the version; the global file where nothing does, as in pyenv.
std::string origin_text(const Origin& origin, const base::Layout& layout);

// A request as its writer wrote it, companions of further lines included.
std::string as_written(const base::Request& request);

}  // namespace cudaenv::hot
