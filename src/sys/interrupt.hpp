// SPDX-License-Identifier: MIT
// Ctrl-C and SIGTERM set a flag; loops that take long look at it and return the Error. Nothing else
// happens in the handler. A second signal of the same kind ends the process at once.
#pragma once

#include "base/result.hpp"

namespace cudaenv::sys {

// Installs the handlers for SIGINT, SIGTERM and SIGHUP and ignores SIGPIPE. Called once by main.
void watch_signals();

bool is_interrupted();

// Code::interrupted or Code::terminated once a signal came.
Result<void> check_interrupt();

// For tests: as if the signal had come, or never had (0).
void set_interrupt(int signal);

}  // namespace cudaenv::sys
