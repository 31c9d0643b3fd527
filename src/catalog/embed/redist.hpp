// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "catalog/redist_index.hpp"

namespace cudaenv::catalog::embed {

// The source text of catalog/embedded_redist.hpp's tables.
std::string redist_source(const RedistIndex& index);

}  // namespace cudaenv::catalog::embed
