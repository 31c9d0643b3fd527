// SPDX-License-Identifier: MIT
// Who and where this process is: the few facts that neither the environment nor a file tells.
#pragma once

#include <cstdint>
#include <string>

namespace cudaenv::sys {

// As `uname -m` says it: x86_64, aarch64, ppc64le. Empty if the kernel does not tell.
std::string machine_name();

// How many cores this process may run on; at least 1.
unsigned usable_cores();

// As `uname -r` says it: 6.8.0-45-generic. Empty if the kernel does not tell.
std::string kernel_release();

// The version of the C library that this process uses: 2.36.
std::string libc_version();

// Whose rights we act with; 0 = root.
std::uint32_t effective_user();

// argv[0] of the process that started us, as it was given (a login shell's begins with '-').
// Empty if /proc does not tell.
std::string parent_command();

}  // namespace cudaenv::sys
