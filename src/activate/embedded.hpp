// SPDX-License-Identifier: MIT
// The files that embedded.S lays into the program: the shim, what shells evaluate, completions.
#pragma once

#include <string_view>

namespace cudaenv::activate {

// The bytes of one, by its path in the source tree; the shim is "cudaenv-shim". A name that
// embedded.S does not list is a bug of ours.
std::string_view embedded_file(std::string_view name);

}  // namespace cudaenv::activate
