// SPDX-License-Identifier: MIT
// From the receipt of a stack back to what a person would have to ask for to get it again. Pure.
#pragma once

#include <string>

#include "commands/parts.hpp"
#include "store/receipt.hpp"

namespace cudaenv::commands {

// What --profile, --with, --source … would have to say.
PartOptions parts_of(const store::Receipt& receipt);

// One companion of the stack's name as a request, with the build that was installed:
// +cudnn8.9.7/cuda12.
std::string request_of(const base::Companion& companion, const store::Receipt& receipt);

// The stack with the builds that were installed: 12.4.1+cudnn8.9.7/cuda12.
std::string request_of(const std::string& stack, const store::Receipt& receipt);

}  // namespace cudaenv::commands
