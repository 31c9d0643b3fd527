// SPDX-License-Identifier: MIT
// Who and where this process is: the few facts that neither the environment nor a file tells.
#pragma once

#include <cstdint>
#include <string>

namespace cudaenv::sys {

// As `uname -m` says it: x86_64, aarch64, ppc64le. Empty if the kernel does not tell.
std::string machine_name();

// Whose rights we act with; 0 = root.
std::uint32_t effective_user();

// argv[0] of the process that started us, as it was given (a login shell's begins with '-').
// Empty if /proc does not tell.
std::string parent_command();

}  // namespace cudaenv::sys
