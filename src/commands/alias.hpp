// SPDX-License-Identifier: MIT
// `cudaenv alias` and `unalias`: names for requests, kept in the root's `aliases`.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct AliasRequest {
    std::optional<std::string> name;  // neither: list all; without a request: print that one
    std::optional<std::string> request;
};
struct UnaliasRequest {
    std::string name;
};

// Errors: usage (a name that cannot be one, is taken, or leads back to itself), not_found, those of
// files. What the request means need not be installed.
Result<Report> alias(const AliasRequest& request, const World& world);
Result<Report> unalias(const UnaliasRequest& request, const World& world);

}  // namespace cudaenv::commands
