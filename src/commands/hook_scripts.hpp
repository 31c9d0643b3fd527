// SPDX-License-Identifier: MIT
// Hook scripts: executables `hooks/VERB/before_*.sh` and `after_*.sh` of the root and of the
// folders in CUDAENV_HOOK_PATH, run by name over all folders. They and plugins get the same
// environment. Run by the big binary only, never by a shim or the prompt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "commands/world.hpp"

namespace cudaenv::commands {

enum class HookTime { before, after };

struct HookEvent {
    std::string_view verb;  // install, uninstall, rehash, exec, which, select
    std::string stack;      // 12.4.1, or empty
    std::string prefix;     // its folder, or empty
};

// The verbs that have hooks.
std::vector<std::string> hook_verbs();

// Absolute paths in the order in which they run; scripts that are not executable are left out.
std::vector<std::string> hook_scripts(const World& world, std::string_view verb);
std::vector<std::string> hook_scripts(const World& world, std::string_view verb, HookTime time);

// Runs the scripts of the event; what they print goes to stderr. Errors: refused, if a `before_`
// fails (the rest is not run, and the verb shall not be); an `after_` that fails is told by the
// observer only.
Result<void> run_hooks(const World& world, HookTime time, const HookEvent& event);

// The world's environment with CUDAENV_ROOT, CUDAENV_BIN and CUDAENV_DIR.
sys::Env script_env(const World& world);

}  // namespace cudaenv::commands
