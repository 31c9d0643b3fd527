// SPDX-License-Identifier: MIT
// OpenSSL's libcrypto, loaded when the first digest is made (sys/late.hpp says why).
#pragma once

namespace cudaenv::sys {

// Comes before any use of it. The program is installed with libcrypto, and nothing that it does to
// files can be done without: if it is missing, this ends the process with the words and the exit
// status that the dynamic loader has at the start of a program. Threads: any.
void load_crypto();

}  // namespace cudaenv::sys
