// SPDX-License-Identifier: MIT
#include "cli/plugins.hpp"

#include <set>

#include "base/text.hpp"
#include "cli/verb.hpp"
#include "commands/hook_scripts.hpp"
#include "sys/files.hpp"

namespace cudaenv::cli {
namespace {

constexpr std::string_view kStart = "cudaenv-";

std::vector<std::string> plugin_folders(const commands::World& world) {
    std::vector<std::string> folders;
    const std::string plugins = world.layout.plugins();
    for (const std::string& name : sys::list_folder(plugins).value_or(std::vector<std::string>{}))
        folders.push_back(base::Layout::join(plugins, name) + "/bin");
    const std::string path = world.env.value_or("PATH", "");
    for (const std::string_view element : base::split(path, ':'))
        if (element.starts_with('/')) folders.emplace_back(element);
    return folders;
}

}  // namespace

std::string find_plugin(const commands::World& world, std::string_view name) {
    if (name.empty() || name.find('/') != std::string_view::npos) return "";
    if (name == base::kShimName.substr(kStart.size())) return "";  // the shim is none
    for (const std::string& folder : plugin_folders(world)) {
        std::string path = base::Layout::join(folder, std::string(kStart) + std::string(name));
        if (sys::is_executable_file(path)) return path;
    }
    return "";
}

std::vector<std::string> list_plugins(const commands::World& world) {
    std::set<std::string> names;
    for (const std::string& folder : plugin_folders(world)) {
        for (const std::string& file :
             sys::list_folder(folder).value_or(std::vector<std::string>{})) {
            if (!file.starts_with(kStart) || file == base::kShimName) continue;
            if (sys::is_executable_file(base::Layout::join(folder, file)))
                names.insert(file.substr(kStart.size()));
        }
    }
    return {names.begin(), names.end()};
}

commands::Report run_plugin(const commands::World& world, const std::string& path,
                            const std::vector<std::string>& words) {
    commands::Become become{path, {path}, commands::script_env(world)};
    become.argv.insert(become.argv.end(), words.begin(), words.end());
    commands::Report report;
    report.become = std::move(become);
    return report;
}

Error unknown_verb(const commands::World& world, const std::string& name) {
    Error error;
    error.code = Code::usage;
    error.what = "no such command " + name;
    std::vector<std::string> known = list_plugins(world);
    for (const Verb* verb : all_verbs()) known.emplace_back(verb->name);
    for (const std::string& near : base::near_names(name, known))
        error.notes.push_back("did you mean " + near + "?");
    error.try_.push_back("cudaenv help");
    return error;
}

}  // namespace cudaenv::cli
