// SPDX-License-Identifier: MIT
// What the front answers by itself: the plain forms of the questions that shells and scripts ask
// most. Text that the main program would print on stdout, with nothing on stderr and exit code 0.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "hot/env_view.hpp"

namespace cudaenv::front {

// `words`: those behind the program's name. Any error means that the main program has to be asked.
Result<std::string> answer(std::span<const char* const> words, hot::EnvView env);

}  // namespace cudaenv::front
