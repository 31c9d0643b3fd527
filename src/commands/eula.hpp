// SPDX-License-Identifier: MIT
// NVIDIA's licence of the toolkit: accepted once by the person, remembered in the state folder.
#pragma once

#include "base/result.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

inline constexpr std::string_view kEulaUrl = "https://docs.nvidia.com/cuda/eula/";

// Passes if it was accepted before, if `is_accepted` (--accept-eula), if CUDAENV_ACCEPT_EULA is on,
// or if the person says yes on the terminal; --yes does not stand for it. Errors: usage, with the
// line to add.
Result<void> require_eula(const World& world, bool is_accepted);

}  // namespace cudaenv::commands
