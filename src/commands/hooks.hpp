// SPDX-License-Identifier: MIT
// `cudaenv hooks` and `completions`: small questions about what comes with cudaenv.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct HooksRequest {
    std::string verb;
};
struct CompletionsRequest {
    std::string shell;
};

// The hook scripts of a verb, in the order in which they run; none is no failure.
Result<Report> hooks(const HooksRequest& request, const World& world);
// The completion script of a shell. Errors: usage.
Result<Report> completions(const CompletionsRequest& request, const World& world);

}  // namespace cudaenv::commands
