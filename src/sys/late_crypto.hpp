// SPDX-License-Identifier: MIT
// OpenSSL's libcrypto, loaded when the first digest is made (sys/late.hpp says why).
#pragma once

namespace cudaenv::sys {

// Comes before any use of it. The program is installed with libcrypto: one that is missing is no
// error that a caller could do anything about, and ends the process. Threads: any.
void load_crypto();

}  // namespace cudaenv::sys
