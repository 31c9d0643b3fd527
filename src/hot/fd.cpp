// SPDX-License-Identifier: MIT
#include "hot/fd.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace cudaenv::hot {

int open_path(const char* path, int flags) {
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0));
}

Fd::~Fd() {
#ifndef CUDAENV_SHIM
    if (value_ >= 0) static_cast<void>(close(value_));
#endif
}

}  // namespace cudaenv::hot
