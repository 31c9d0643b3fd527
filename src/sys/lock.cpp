// SPDX-License-Identifier: MIT
#include "sys/lock.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "sys/files.hpp"
#include "sys/interrupt.hpp"
#include "sys/lock_kind.hpp"

namespace cudaenv::sys {

Lock::Lock(std::unique_ptr<Held> held) : held_(std::move(held)) {}
Lock::Lock(Lock&&) noexcept = default;
Lock& Lock::operator=(Lock&&) noexcept = default;
Lock::~Lock() = default;

bool Lock::waited() const {
    return held_ != nullptr && held_->waited;
}

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// By the file system's type and not by trial, so that all hosts that share it decide alike.
Result<LockMode> decide(LockMode mode, const std::string& path) {
    if (mode != LockMode::automatic) return mode;
    CUDAENV_TRY(const FileSystem below, file_system(parent_folder(path)));
    return below.is_network ? LockMode::mkdir : LockMode::flock;
}

// Null for LockMode::none.
Result<std::unique_ptr<LockKind>> make_kind(const std::string& path, const LockOptions& options) {
    CUDAENV_TRY(const LockMode mode, decide(options.mode, path));
    if (mode == LockMode::flock) return make_flock(path, options);
    if (mode == LockMode::mkdir) return make_folder_lock(path, options);
    return nullptr;
}

base::Failure held_by_another(const std::string& path, const LockOwner& owner) {
    const std::string purpose = owner.purpose.empty() ? "" : ", " + owner.purpose;
    return fail(Code::locked, "another cudaenv holds the lock")
        .at(path)
        .found(owner.name() + purpose)
        .note("where locks do not work, `lock.mode` of the configuration chooses another kind");
}

// Ends early when a signal comes.
void sleep_for(milliseconds time) {
    constexpr long kNanosecondsPerMillisecond = 1'000'000;
    const timespec pause{time.count() / 1000, (time.count() % 1000) * kNanosecondsPerMillisecond};
    ::nanosleep(&pause, nullptr);
}

// Tries until it holds the lock or `options.timeout` has passed.
Result<Lock> take_within(LockKind& kind, const std::string& path, const LockOptions& options) {
    constexpr milliseconds kLongestPause{200};
    const auto begin = Clock::now();
    bool was_told = !options.on_wait;
    milliseconds pause{5};
    bool waited = false;
    while (true) {
        CUDAENV_TRY(auto held, kind.attempt());
        if (held) {
            held->waited = waited;
            return Lock(std::move(held));
        }
        waited = true;
        const auto passed = std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
        if (passed >= options.timeout) return held_by_another(path, kind.owner());
        if (!was_told && passed >= options.notice_after) {
            const LockOwner owner = kind.owner();
            options.on_wait(owner.name(), owner.purpose);
            was_told = true;
        }
        CUDAENV_TRY(check_interrupt());
        sleep_for(std::min(pause, options.timeout - passed));
        pause = std::min(pause * 2, kLongestPause);
    }
}

}  // namespace

Result<Lock> Lock::take(const std::string& path, const LockOptions& options) {
    CUDAENV_TRY(auto kind, make_kind(path, options));
    if (!kind) return Lock(std::make_unique<Held>());
    CUDAENV_TRY(make_folders(parent_folder(path)));
    return take_within(*kind, path, options);
}

Result<Lock> Lock::try_take(const std::string& path, const LockOptions& options) {
    LockOptions at_once = options;
    at_once.timeout = milliseconds(20);  // is_locked of somebody else may be in the way
    at_once.on_wait = nullptr;
    return take(path, at_once);
}

bool is_locked(const std::string& path, LockMode mode) {
    LockOptions options;
    options.mode = mode;
    const auto kind = make_kind(path, options);
    return kind && *kind && (*kind)->is_held();
}

}  // namespace cudaenv::sys
