// SPDX-License-Identifier: MIT
// What a JSON text from elsewhere must be before a tree is made of it. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cudaenv::catalog {

struct JsonLimits {
    std::size_t bytes = 0;
    std::size_t depth = 0;  // objects and lists inside each other
};

// Errors: integrity, with file and line: not JSON, beyond the limits, or a key that stands twice in
// one object (readers disagree about which of the two counts). Memory is some times the text.
Result<void> check_json(std::string_view json, const std::string& name, const JsonLimits& limits);

}  // namespace cudaenv::catalog
