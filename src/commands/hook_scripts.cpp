// SPDX-License-Identifier: MIT
#include "commands/hook_scripts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "commands/lookup.hpp"
#include "sys/attached.hpp"
#include "sys/files.hpp"

namespace cudaenv::commands {
namespace {

std::string_view start_of(HookTime time) {
    return time == HookTime::before ? "before_" : "after_";
}

std::vector<std::string> hook_folders(const World& world) {
    std::vector<std::string> folders{world.layout.hooks()};
    const std::string more = world.env.value_or("CUDAENV_HOOK_PATH", "");
    for (const std::string_view folder : base::split(more, ':'))
        if (!folder.empty()) folders.emplace_back(folder);
    return folders;
}

struct Script {
    std::string name, path;
};

}  // namespace

std::vector<std::string> hook_verbs() {
    return {"exec", "install", "rehash", "select", "uninstall", "which"};
}

std::vector<std::string> hook_scripts(const World& world, std::string_view verb) {
    std::vector<std::string> all = hook_scripts(world, verb, HookTime::before);
    std::ranges::move(hook_scripts(world, verb, HookTime::after), std::back_inserter(all));
    return all;
}

std::vector<std::string> hook_scripts(const World& world, std::string_view verb, HookTime time) {
    std::vector<Script> scripts;
    for (const std::string& parent : hook_folders(world)) {
        const std::string folder = base::Layout::join(parent, verb);
        const auto names = sys::list_folder(folder);
        if (!names) continue;
        for (const std::string& name : *names) {
            if (!name.starts_with(start_of(time)) || !name.ends_with(".sh")) continue;
            std::string path = base::Layout::join(folder, name);
            if (sys::is_executable_file(path)) scripts.push_back({name, std::move(path)});
        }
    }
    std::ranges::stable_sort(scripts, {}, &Script::name);
    std::vector<std::string> paths;
    for (Script& script : scripts) paths.push_back(std::move(script.path));
    return paths;
}

Result<void> run_hooks(const World& world, HookTime time, const HookEvent& event) {
    const std::vector<std::string> scripts = hook_scripts(world, event.verb, time);
    if (scripts.empty()) return {};
    sys::Env env = script_env(world);
    env.set("CUDAENV_HOOK_EVENT", std::string(start_of(time)) + std::string(event.verb));
    env.set("CUDAENV_HOOK_STACK", event.stack);
    env.set("CUDAENV_HOOK_PREFIX", event.prefix);
    for (const std::string& script : scripts) {
        CUDAENV_TRY(const int exit, sys::run_attached({script, {script}, env, true}));
        if (exit == 0) continue;
        const std::string text = "hook script ended with " + std::to_string(exit);
        if (time == HookTime::before)
            return fail(Code::refused, text)
                .at(script)
                .why("a before_ script that fails stops the command");
        world.observer->warned(text + ": " + script);
    }
    return {};
}

sys::Env script_env(const World& world) {
    sys::Env env = world.env;
    env.set("CUDAENV_ROOT", world.layout.root());
    env.set("CUDAENV_BIN", world.executable);
    const auto lookup = Lookup::of(world);
    const auto folder = lookup ? hot::start_folder(lookup->env()) : Result<std::string>("");
    if (folder && !folder->empty()) env.set("CUDAENV_DIR", *folder);
    return env;
}

}  // namespace cudaenv::commands
