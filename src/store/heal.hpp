// SPDX-License-Identifier: MIT
// Healing (design.md, invariant 3) and the locks under which the store changes (cli.md section 15).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/layout.hpp"
#include "base/result.hpp"
#include "sys/lock.hpp"

namespace cudaenv::store {

// The locks of the stacks that a command changes, taken in order of name; or the whole store for
// gc and rebuilds. Who got a stack lock and finds store.lock held lets go and waits.
class StoreLock {
  public:
    static Result<StoreLock> of_stacks(const base::Layout& layout, std::vector<std::string> stacks,
                                       const sys::LockOptions& options);
    static Result<StoreLock> of_store(const base::Layout& layout, const sys::LockOptions& options);
    bool waited() const;

  private:
    std::vector<sys::Lock> locks_;
};

struct Healed {
    std::vector<std::string> committed;  // staging prefixes with a receipt that went to their place
    std::vector<std::string> removed;    // staging leftovers and folders without a receipt
};
// Heals what no living process holds: tries each stack's lock without waiting, passes over those
// that are held (but for `ours`, which the caller holds).
Result<Healed> heal(const base::Layout& layout, const std::vector<std::string>& ours);

}  // namespace cudaenv::store
