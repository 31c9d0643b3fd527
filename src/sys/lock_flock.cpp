// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/files.hpp"
#include "sys/lock_kind.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

struct HeldFlock : Lock::Held {
    explicit HeldFlock(Fd file) : fd(std::move(file)) {}
    Fd fd;  // closing it unlocks
};

bool is_same_file(int fd, const std::string& path) {
    struct stat open_file {};
    struct stat named {};
    return ::fstat(fd, &open_file) == 0 && ::lstat(path.c_str(), &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

class Flock : public LockKind {
  public:
    Flock(const std::string& path, const LockOptions& options)
        : path_(path), purpose_(options.purpose) {}

    Result<std::unique_ptr<Lock::Held>> attempt() override {
        // 0666 less umask: a root that a group shares is locked by all of it.
        const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
        Fd fd(retry_eintr([&] { return ::open(path_.c_str(), flags, 0666); }));
        if (!fd) return os_failure(errno, "cannot open the lock", path_);
        if (retry_eintr([&] { return ::flock(fd.number(), LOCK_EX | LOCK_NB); }) == -1) {
            if (errno == EWOULDBLOCK) return nullptr;
            return refusal(errno);
        }
        // Whoever locked a file that was removed meanwhile holds nothing.
        if (!is_same_file(fd.number(), path_)) return nullptr;
        leave_name(fd.number());
        return std::make_unique<HeldFlock>(std::move(fd));
    }

    bool is_held() const override {
        const Fd fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        // A shared lock for an instant; try_take allows for it.
        return fd && ::flock(fd.number(), LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK;
    }

    LockOwner owner() const override {
        return LockOwner::parse(read_file(path_, kMostText).value_or(""));
    }

  private:
    static constexpr std::size_t kMostText = 4096;

    Result<std::unique_ptr<Lock::Held>> refusal(int os_error) const {
        return fail(Code::locked, "this file system does not lock by flock")
            .at(path_)
            .why(os_error_text(os_error))
            .note("lock.mode = \"mkdir\" in the configuration does without");
    }

    // Only for people who wait: a disk without room for it does not matter.
    void leave_name(int fd) const {
        const std::string text = LockOwner::of_process(purpose_).to_text();
        static_cast<void>(!::ftruncate(fd, 0));
        static_cast<void>(write_at(fd, 0, std::as_bytes(std::span(text)), path_));
    }

    std::string path_;
    std::string purpose_;
};

}  // namespace

std::unique_ptr<LockKind> make_flock(const std::string& path, const LockOptions& options) {
    return std::make_unique<Flock>(path, options);
}

}  // namespace cudaenv::sys
