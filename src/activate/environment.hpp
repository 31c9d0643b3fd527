// SPDX-License-Identifier: MIT
// A stack's environment in the forms that `cudaenv env` prints.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "hot/delta.hpp"
#include "hot/quote.hpp"

namespace cudaenv::activate {

enum class EnvFormat { shell, json, dotenv, modulefile_lua, modulefile_tcl, docker, cmake };

// `shell` is used by EnvFormat::shell only.
std::string render(const hot::Delta& delta, const std::vector<hot::ActivePrefix>& prefixes,
                   EnvFormat format, hot::Shell shell);

// The lines for $GITHUB_ENV and $GITHUB_PATH.
struct GithubFiles {
    std::string env, path;
};
GithubFiles render_github(const hot::Delta& delta, const std::vector<hot::ActivePrefix>& prefixes);

}  // namespace cudaenv::activate
