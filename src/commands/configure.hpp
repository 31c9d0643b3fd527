// SPDX-License-Identifier: MIT
// `cudaenv config`: read and change config.toml, key by key.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

struct ConfigRequest {
    // get, set, unset, list, path; or a key: then `key` is its value, and no value reads it.
    std::optional<std::string> action, key, value;
};

// Errors: usage (unknown key, bad value, a file that cannot be edited), those of files.
Result<Report> configure(const ConfigRequest& request, const World& world);

}  // namespace cudaenv::commands
