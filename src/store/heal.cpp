// SPDX-License-Identifier: MIT
#include "store/heal.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/request.hpp"
#include "store/moves.hpp"
#include "store/receipt.hpp"
#include "store/staging.hpp"
#include "sys/files.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::store {
namespace {

// What one stack may have left behind.
struct Leftovers {
    std::vector<std::string> staged;  // names in staging/
    bool is_incomplete = false;       // versions/STACK has no receipt
};

Result<std::vector<std::string>> names_in(const std::string& folder) {
    auto names = sys::list_folder(folder);
    if (!names && names.error().code == Code::not_found) return std::vector<std::string>();
    return names;
}

// A folder that should be a stack and is not: it bears a stack's name and has no receipt.
Result<bool> is_incomplete(const base::Layout& layout, const std::string& name) {
    if (!base::parse_stack_name(name)) return false;
    const std::string prefix = layout.prefix(name);
    CUDAENV_TRY(const auto info, sys::info(prefix));
    if (info.kind != sys::FileKind::folder) return false;
    CUDAENV_TRY(const auto receipt, sys::info(base::Layout::receipt(prefix)));
    return receipt.kind == sys::FileKind::none;
}

// By stack; what in staging/ belongs to no stack stands under the empty name.
Result<std::map<std::string, Leftovers>> find_leftovers(const base::Layout& layout,
                                                        Healed& healed) {
    std::map<std::string, Leftovers> leftovers;
    CUDAENV_TRY(const auto staged, names_in(layout.staging()));
    for (const auto& name : staged) {
        const std::string_view stack = stack_of_staging(name);
        const bool is_stack = base::parse_stack_name(stack).has_value();
        leftovers[is_stack ? std::string(stack) : ""].staged.push_back(name);
    }
    CUDAENV_TRY(const auto folders, names_in(layout.versions()));
    for (const auto& name : folders) {
        const auto incomplete = is_incomplete(layout, name);
        if (!incomplete) healed.failures.push_back(incomplete.error());
        if (incomplete && *incomplete) leftovers[name].is_incomplete = true;
    }
    return leftovers;
}

// Heals one stack, or, under the empty name, removes what is no stack's.
class StackHealer {
  public:
    StackHealer(const base::Layout& layout, const std::string& stack, Healed& healed)
        : layout_(layout), stack_(stack), healed_(healed) {}

    void run(const Leftovers& leftovers) {
        if (leftovers.is_incomplete) note(remove_incomplete());
        for (const auto& name : leftovers.staged) {
            note(stack_.empty() ? remove_stranger(name) : settle(name));
        }
    }

  private:
    void note(Result<void> outcome) {
        if (!outcome) healed_.failures.push_back(std::move(outcome).error());
    }

    Result<void> remove_incomplete() {
        // Anew, now that the lock is held: somebody may have finished in between.
        CUDAENV_TRY(const bool incomplete, is_incomplete(layout_, stack_));
        if (!incomplete) return {};
        CUDAENV_TRY(const auto aside, move_aside(layout_, stack_, {}));
        CUDAENV_TRY(discard(aside));
        healed_.removed.push_back(stack_);
        return {};
    }

    Result<void> remove_stranger(const std::string& name) {
        CUDAENV_TRY(sys::remove_tree(layout_.staging() + "/" + name));
        healed_.removed.push_back(name);
        return {};
    }

    Result<void> settle(const std::string& name) {
        const std::string path = layout_.staging() + "/" + name;
        CUDAENV_TRY(const auto there, sys::info(path));
        if (there.kind == sys::FileKind::none) return {};
        const auto receipt = read_receipt(path);
        if (receipt && receipt->stack == stack_) {
            CUDAENV_TRY(const bool committed, commit(path));
            if (committed) return {};
        }
        CUDAENV_TRY(discard(path));
        healed_.removed.push_back(name);
        return {};
    }

    // False: its place is taken, or it lies in a lower layer of an overlay and cannot be moved.
    Result<bool> commit(const std::string& path) {
        const std::string target = layout_.prefix(stack_);
        CUDAENV_TRY(const auto there, sys::info(target));
        if (there.kind != sys::FileKind::none) return false;
        CUDAENV_TRY(sys::make_folders(layout_.versions()));
        CUDAENV_TRY(const bool is_moved, sys::rename_if_possible(path, target));
        if (!is_moved) return false;
        CUDAENV_TRY(sys::sync_folder(layout_.versions()));
        healed_.committed.push_back(stack_);
        return true;
    }

    const base::Layout& layout_;
    const std::string& stack_;
    Healed& healed_;
};

using Clock = std::chrono::steady_clock;

// The same options with the time that is left.
sys::LockOptions until(const sys::LockOptions& options, Clock::time_point deadline) {
    sys::LockOptions rest = options;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    rest.timeout = std::max(left, std::chrono::milliseconds(0));
    return rest;
}

}  // namespace

Result<StoreLock> StoreLock::of_stacks(const base::Layout& layout, std::vector<std::string> stacks,
                                       const sys::LockOptions& options) {
    std::ranges::sort(stacks);
    stacks.erase(std::unique(stacks.begin(), stacks.end()), stacks.end());
    for (const auto& stack : stacks) {
        const bool is_reserved = stack == "store" || stack == "shims";
        if (is_reserved || stack.empty() || stack.find('/') != std::string::npos) {
            return fail(Code::usage, "not the name of a stack").found(stack);
        }
    }

    const auto deadline = Clock::now() + options.timeout;
    StoreLock lock;
    while (true) {
        for (const auto& stack : stacks) {
            CUDAENV_TRY(auto held,
                        sys::Lock::take(layout.stack_lock(stack), until(options, deadline)));
            lock.waited_ = lock.waited_ || held.waited();
            lock.locks_.push_back(std::move(held));
        }
        if (!sys::is_locked(layout.store_lock(), options.mode)) return lock;
        lock.locks_.clear();
        lock.waited_ = true;
        // Taken only to wait for its holder, and let go at once.
        CUDAENV_TRY(sys::Lock::take(layout.store_lock(), until(options, deadline)));
    }
}

Result<StoreLock> StoreLock::of_store(const base::Layout& layout, const sys::LockOptions& options) {
    const auto deadline = Clock::now() + options.timeout;
    StoreLock lock;
    CUDAENV_TRY(auto store, sys::Lock::take(layout.store_lock(), until(options, deadline)));
    lock.waited_ = store.waited();
    lock.locks_.push_back(std::move(store));
    // A lock that is taken from now on is let go again by who finds store.lock held; of those that
    // are there, each is waited for.
    CUDAENV_TRY(const auto names, sys::list_folder(layout.locks()));
    for (const auto& name : names) {
        const std::string path = layout.locks() + "/" + name;
        if (path == layout.store_lock() || path == layout.shims_lock()) continue;
        if (!name.ends_with(".lock") || !sys::is_locked(path, options.mode)) continue;
        lock.waited_ = true;
        CUDAENV_TRY(sys::Lock::take(path, until(options, deadline)));
    }
    return lock;
}

Result<Healed> heal(const base::Layout& layout, const std::vector<std::string>& ours,
                    sys::LockMode mode) {
    CUDAENV_TRY(refuse_link(layout.staging()));
    Healed healed;
    CUDAENV_TRY(const auto leftovers, find_leftovers(layout, healed));
    for (const auto& [stack, left] : leftovers) {
        CUDAENV_TRY(sys::check_interrupt());
        std::optional<sys::Lock> lock;
        if (!stack.empty() && std::ranges::find(ours, stack) == ours.end()) {
            sys::LockOptions options;
            options.mode = mode;
            options.purpose = "healing " + stack;
            auto taken = sys::Lock::try_take(layout.stack_lock(stack), options);
            if (!taken && taken.error().code != Code::locked) {
                healed.failures.push_back(std::move(taken).error());
            }
            if (!taken) continue;
            lock = *std::move(taken);
        }
        StackHealer(layout, stack, healed).run(left);
    }
    return healed;
}

}  // namespace cudaenv::store
