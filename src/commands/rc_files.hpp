// SPDX-License-Identifier: MIT
// The start files of the shells, and the block of ours in them:
//   # >>> cudaenv >>>
//   eval "$(cudaenv init - bash)"
//   # <<< cudaenv <<<
// Files are rewritten in one step and through links; everything outside the block stays.
#pragma once

#include <string>

#include "base/result.hpp"
#include "commands/report.hpp"
#include "commands/world.hpp"
#include "hot/quote.hpp"

namespace cudaenv::commands {

struct ShellFiles {
    std::string profile;  // of login shells; the same as `rc` where a shell has one file only
    std::string rc;       // of interactive shells
};
ShellFiles shell_files(hot::Shell shell, const sys::Env& env);

// The line that loads cudaenv, by its name if PATH finds this binary, else by its path.
// `options` are those of `init` to keep: " --no-hook", or empty.
std::string init_line(hot::Shell shell, const World& world, const std::string& options = "");

// Reports tell each file; exit 7 if one could not be written, with the line to add by hand.
Report install_lines(hot::Shell shell, const World& world, const std::string& options);
// Of one shell, or of all if `shell` is empty.
Report uninstall_lines(const std::string& shell, const World& world);

}  // namespace cudaenv::commands
