// SPDX-License-Identifier: MIT
// What an installation says of the facts that were looked at and are fine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/judging.hpp"
#include "compat/verdict.hpp"

namespace cudaenv::commands {

// Sentences about driver, GPUs, compiler and C library; none for what is not known or has a
// finding. `bundled` = the driver that the release brings, or empty. Pure.
std::vector<std::string> fine_sentences(const JudgeRequest& request, const Grounds& grounds,
                                        const compat::Verdict& verdict, std::string_view bundled);

}  // namespace cudaenv::commands
