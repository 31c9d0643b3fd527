// SPDX-License-Identifier: MIT
// `cudaenv version`, `version-name`, `version-origin`: which version applies here, and why.
#pragma once

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct VersionRequest {
    bool bare = false;  // --bare: names only
};
struct VersionNameRequest {};
struct VersionOriginRequest {};

// One line for each version. One that is not installed does not hide the others: they are printed,
// and the report's error (not_installed) names it with its origin. Errors: those of hot::select.
Result<Report> version(const VersionRequest& request, const World& world);
// The names joined by ':'.
Result<Report> version_name(const VersionNameRequest& request, const World& world);
// What set the version; resolves nothing.
Result<Report> version_origin(const VersionOriginRequest& request, const World& world);

}  // namespace cudaenv::commands
