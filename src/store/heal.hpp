// SPDX-License-Identifier: MIT
// Healing (design.md, invariant 3) and the locks under which the store changes (cli.md section 15).
// No human is needed: whatever a dead process left is finished or removed.
#pragma once

#include <string>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "sys/lock.hpp"

namespace cudaenv::store {

// The locks of the stacks that a command changes, taken in order of name; or the whole store for
// gc and rebuilds. Who got a stack lock and finds store.lock held lets go and waits. Held until
// destroyed. Errors: locked (after options.timeout in all), interrupted, usage, those of files.
class StoreLock {
  public:
    static Result<StoreLock> of_stacks(const base::Layout& layout, std::vector<std::string> stacks,
                                       const sys::LockOptions& options);
    // The caller holds no stack's lock: it would wait for itself.
    static Result<StoreLock> of_store(const base::Layout& layout, const sys::LockOptions& options);
    // Whether anybody else held one of them: then what was read before may have changed.
    bool waited() const { return waited_; }

  private:
    std::vector<sys::Lock> locks_;
    bool waited_ = false;
};

struct Healed {
    std::vector<std::string> committed;  // stacks whose finished prefix went to its place
    std::vector<std::string> removed;    // names in staging/ and versions/ that are gone
    std::vector<Error> failures;         // why the others stay, until a later run can do more
};
// Heals what no living process holds: tries each stack's lock without waiting, passes over those
// that are held (but for `ours`, which the caller holds). A prefix in staging/ with a receipt goes
// to its place if that is free; everything else there goes; a folder in versions/ that is named as
// a stack and has no receipt goes. Adopted links and other folders stay as they are.
// The caller holds some stack's lock or the whole store, so that gc does not run meanwhile. What
// cannot be healed hinders neither the rest nor the caller. Errors: interrupted, those of files for
// the folders themselves; staging/ may not be a symbolic link.
Result<Healed> heal(const base::Layout& layout, const std::vector<std::string>& ours,
                    sys::LockMode mode = sys::LockMode::automatic);

}  // namespace cudaenv::store
