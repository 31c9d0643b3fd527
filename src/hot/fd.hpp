// SPDX-License-Identifier: MIT
// An open file descriptor, closed with its scope.
#pragma once

namespace cudaenv::hot {

// open(2) itself, close-on-exec; errno on failure. musl's wrapper would add a call of fcntl to
// each.
int open_path(const char* path, int flags);

class Fd {
  public:
    explicit Fd(int value) : value_(value) {}
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    // In the shim nothing is closed: execve or exit does that without a system call for each.
    ~Fd();

    explicit operator bool() const { return value_ >= 0; }
    int value() const { return value_; }

  private:
    int value_;
};

}  // namespace cudaenv::hot
