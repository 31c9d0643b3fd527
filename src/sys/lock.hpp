// SPDX-License-Identifier: MIT
// Locks between processes, also between hosts that share a root (cli.md section 15). flock, freed
// by the kernel with the process, or, on network file systems, a lock folder with a heartbeat. The
// lock's file or folder may stay behind: only being held counts.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.hpp"

namespace cudaenv::sys {

enum class LockMode { automatic, flock, mkdir, none };

struct LockOptions {
    LockMode mode = LockMode::automatic;  // automatic decides by the type of file system
    std::chrono::milliseconds timeout{600'000};
    std::string purpose{};  // "installing 12.4.1": told to who waits
    // Called once when waiting has lasted a second: "pid 123 on host" and its purpose.
    std::function<void(const std::string& holder, const std::string& purpose)> on_wait{};
    std::chrono::milliseconds notice_after{1'000};
    // mkdir mode: how often the heartbeat is touched, and when it counts as stopped.
    std::chrono::milliseconds heartbeat{10'000};
    std::chrono::milliseconds stale_after{300'000};
};

// Held until destroyed. Movable.
class Lock {
  public:
    struct Held;
    explicit Lock(std::unique_ptr<Held> held);
    Lock(Lock&&) noexcept;
    Lock& operator=(Lock&&) noexcept;
    ~Lock();

    // Takes the lock at `path` (its folder is made). Asks without blocking in a loop; looks at the
    // interrupt flag. Errors: locked (timeout, naming holder and lock.mode), interrupted, and those
    // of files. `waited` tells whether anybody else held it.
    static Result<Lock> take(const std::string& path, const LockOptions& options = {});
    // Takes it only if it is free now; Code::locked otherwise.
    static Result<Lock> try_take(const std::string& path, const LockOptions& options = {});

    bool waited() const;

  private:
    std::unique_ptr<Held> held_;
};

// Whether some living process holds the lock at `path`. Takes nothing.
bool is_locked(const std::string& path, LockMode mode = LockMode::automatic);

}  // namespace cudaenv::sys
