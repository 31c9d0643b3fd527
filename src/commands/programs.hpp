// SPDX-License-Identifier: MIT
// Where a program of the selected versions, or of the system, lies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "commands/ruling.hpp"

namespace cudaenv::commands {

struct Program {
    std::string path;     // absolute
    std::string version;  // the stack's name; `system` for one found on PATH
    std::string prefix;   // the stack's folder; empty for one found on PATH
};

struct Programs {
    std::vector<Program> found;     // in order of precedence
    std::vector<std::string> dead;  // files of that name that cannot be executed
};

// Looks into the `bin` folders of each prefix, then, unless `with_system` is false, into PATH
// without our own folders.
Result<Programs> find_programs(const World& world, const std::vector<hot::Found>& versions,
                               std::string_view name, bool with_system);

// PATH without shims folders (of any cudaenv) and without prefixes of ours.
std::vector<std::string> system_path(const World& world);

// The installed versions that have the program, in order of version.
Result<std::vector<Program>> versions_having(const World& world, std::string_view name);

// no_command, with a hint which versions have it.
Error no_command(const World& world, std::string_view name);

}  // namespace cudaenv::commands
