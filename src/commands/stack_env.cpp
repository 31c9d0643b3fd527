// SPDX-License-Identifier: MIT
#include "commands/stack_env.hpp"

#include "base/text.hpp"

namespace cudaenv::commands {
namespace {

hot::DeltaInput delta_input(const World& world, const Lookup& lookup) {
    return {.env = lookup.env(),
            .root = world.layout.root(),
            .roots = world.config.hot.system_roots,
            .conf = world.config.hot,
            .ccbin = "",
            .prefixes = {}};
}

// Shims would find the same nothing again, and pass the system's programs through us.
void drop_shims(sys::Env& env) {
    const std::string path = env.value_or("PATH", "");
    std::vector<std::string> kept;
    for (const std::string_view element : base::split(path, ':')) {
        std::string folder(element);
        if (folder.empty() || !hot::is_shims_folder(folder)) kept.push_back(std::move(folder));
    }
    if (!path.empty()) env.set("PATH", base::join(kept, ":"));
}

}  // namespace

Result<StackDelta> stack_delta(const World& world, const std::vector<hot::Found>& versions,
                               const std::string& ccbin, bool clean_ld) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    StackDelta out;
    CUDAENV_TRY(out.prefixes, active_prefixes(versions));
    hot::DeltaInput input = delta_input(world, lookup);
    input.ccbin = ccbin;
    input.prefixes = out.prefixes;
    input.clean_ld = clean_ld;
    out.delta = hot::make_delta(input);
    return out;
}

Result<hot::Delta> undo_delta(const World& world) {
    CUDAENV_TRY(const Lookup lookup, Lookup::of(world));
    return hot::make_undo(delta_input(world, lookup));
}

Result<sys::Env> stack_env(const World& world, const Ruling& ruling, bool clean_ld) {
    CUDAENV_TRY(const StackDelta stack,
                stack_delta(world, ruling.found, ruling.selection.file.ccbin, clean_ld));
    sys::Env env = world.env;
    for (const auto& [name, value] : stack.delta) {
        if (value)
            env.set(name, *value);
        else
            env.unset(name);
    }
    if (stack.prefixes.empty()) drop_shims(env);
    return env;
}

}  // namespace cudaenv::commands
