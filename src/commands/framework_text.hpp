// SPDX-License-Identifier: MIT
// How a person names a framework: as pip does.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "compat/question.hpp"

namespace cudaenv::commands {

// `torch==2.4.0+cu124`, `torch==2.4.0`, `jax[cuda13]==0.8.0`, `tensorflow==2.16.1`. Names in any
// case, as pip takes them. Errors: usage (not that form, or a framework that no table knows).
Result<compat::Framework> parse_framework(std::string_view text);

}  // namespace cudaenv::commands
