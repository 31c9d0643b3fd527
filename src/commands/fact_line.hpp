// SPDX-License-Identifier: MIT
// One line of what people read of a release: a name and its value.
#pragma once

#include <string>

namespace cudaenv::commands {

struct FactLine {
    std::string name, value;
};

}  // namespace cudaenv::commands
