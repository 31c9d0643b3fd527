// SPDX-License-Identifier: MIT
// A child process that was started, and what it says through pipes: between run.cpp and
// run_guarded.cpp.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "sys/fd.hpp"
#include "sys/process.hpp"

namespace cudaenv::sys {

struct Pipe {
    Fd read_end, write_end;

    // Close-on-exec; reading does not wait.
    static Result<Pipe> make();
};

// The leader of its own process group, with which it is killed if it is left early. Sizes in bytes.
class Child {
  public:
    Child(pid_t pid, Fd out, Fd err, std::size_t limit_bytes)
        : pid_(pid), out_(std::move(out)), err_(std::move(err)), limit_bytes_(limit_bytes) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    // Collects until the child has ended or the time is over. A child that the kernel cannot kill
    // (a driver that hangs) is left behind. Errors: interrupted, terminated.
    Result<RunOutput> watch(std::chrono::milliseconds timeout);

  private:
    bool collect(std::chrono::milliseconds time, RunOutput& output);
    bool reap(RunOutput& output);
    void drain(Fd& from, std::string& into) const;
    void end(RunOutput& output);

    pid_t pid_;
    Fd out_, err_;
    std::size_t limit_bytes_;
    bool is_done_ = false;  // reaped, or given up
};

}  // namespace cudaenv::sys
