// SPDX-License-Identifier: MIT
// The kinds of locks behind lock.hpp: one try each, never waiting.
#pragma once

#include <memory>
#include <string>

#include "sys/lock.hpp"
#include "sys/lock_owner.hpp"

namespace cudaenv::sys {

// Gives the lock back when destroyed.
struct Lock::Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    bool waited = false;
};

class LockKind {
  public:
    LockKind() = default;
    LockKind(const LockKind&) = delete;
    LockKind& operator=(const LockKind&) = delete;
    virtual ~LockKind() = default;

    // Null if somebody else holds it. Errors: those of files; locked if the file system cannot
    // lock.
    virtual Result<std::unique_ptr<Lock::Held>> attempt() = 0;
    // Whether somebody holds it; takes nothing.
    virtual bool is_held() const = 0;
    // Who holds it or held it last, as far as it can be read.
    virtual LockOwner owner() const = 0;
};

// flock(2) on a file that stays behind.
std::unique_ptr<LockKind> make_flock(const std::string& path, const LockOptions& options);
// A folder `path`.d whose owner touches it again and again.
std::unique_ptr<LockKind> make_folder_lock(const std::string& path, const LockOptions& options);

}  // namespace cudaenv::sys
