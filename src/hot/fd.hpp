// SPDX-License-Identifier: MIT
// An open file descriptor, closed with its scope.
#pragma once

#include <unistd.h>

namespace cudaenv::hot {

class Fd {
  public:
    explicit Fd(int value) : value_(value) {}
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd() {
#ifndef CUDAENV_SHIM  // there execve or exit closes all (O_CLOEXEC): no system calls for that
        if (value_ >= 0) static_cast<void>(close(value_));
#endif
    }

    explicit operator bool() const {
        return value_ >= 0;
    }
    int value() const {
        return value_;
    }

  private:
    int value_;
};

}  // namespace cudaenv::hot
