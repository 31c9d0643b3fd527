// SPDX-License-Identifier: MIT
#include "commands/programs.hpp"

#include <optional>

#include "hot/program.hpp"
#include "hot/system_path.hpp"

namespace cudaenv::commands {
namespace {

void keep(Programs& programs, const std::optional<hot::Program>& found, Program program) {
    if (!found) return;
    program.path = found->path;
    if (found->is_executable)
        programs.found.push_back(std::move(program));
    else
        programs.dead.push_back(std::move(program.path));
}

Result<void> look_in_prefix(Programs& programs, const hot::Found& version, std::string_view name) {
    CUDAENV_TRY(hot::Activation activation, hot::read_activation(version.prefix));
    keep(programs, hot::find_in_prefix({version.prefix, std::move(activation)}, name),
         {"", version.name, version.prefix});
    return {};
}

}  // namespace

std::vector<std::string> system_path(const World& world) {
    return hot::system_path(world.env.value_or("PATH", ""), world.layout);
}

Result<Programs> find_programs(const World& world, const std::vector<hot::Found>& versions,
                               std::string_view name, bool with_system) {
    Programs programs;
    for (const hot::Found& version : versions) {
        if (is_plain_system(version) || version.prefix.empty()) continue;
        CUDAENV_TRY(look_in_prefix(programs, version, name));
    }
    if (!with_system) return programs;
    for (const std::string& folder : system_path(world))
        keep(programs, hot::find_on_path(folder, name), {"", "system", ""});
    return programs;
}

Result<std::vector<Program>> versions_having(const World& world, std::string_view name) {
    std::vector<Program> having;
    CUDAENV_TRY(const auto installed, hot::list_installed(world.layout, world.config.hot));
    for (const hot::Found& version : installed) {
        Programs programs;
        if (!look_in_prefix(programs, version, name)) continue;  // damaged: `verify` tells
        if (!programs.found.empty()) having.push_back(std::move(programs.found.front()));
    }
    return having;
}

Error no_command(const World& world, std::string_view name) {
    Error error;
    error.code = Code::no_command;
    error.what = std::string(name) + ": command not found";
    const auto having = versions_having(world, name);
    if (!having || having->empty()) return error;
    std::string names;
    for (const Program& program : *having) names += (names.empty() ? "" : ", ") + program.version;
    error.notes.push_back("these versions have it: " + names);
    error.try_.push_back("cudaenv exec --version " + having->back().version + " " +
                         std::string(name));
    return error;
}

}  // namespace cudaenv::commands
