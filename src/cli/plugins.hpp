// SPDX-License-Identifier: MIT
// Plugins: an executable `cudaenv-NAME` in plugins/*/bin of the root or on PATH is the verb NAME.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"

namespace cudaenv::cli {

// Absolute path of the plugin, or empty. The root's plugins come first.
std::string find_plugin(const commands::World& world, std::string_view name);

// Names of all plugins, sorted, each once.
std::vector<std::string> list_plugins(const commands::World& world);

// The report that makes this process the plugin, with the words behind its name.
commands::Report run_plugin(const commands::World& world, const std::string& path,
                            const std::vector<std::string>& words);

// Code::usage for a name that is neither verb nor plugin, with near names.
Error unknown_verb(const commands::World& world, const std::string& name);

}  // namespace cudaenv::cli
