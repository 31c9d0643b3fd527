// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <thread>

#include "sys/files.hpp"
#include "sys/lock_kind.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

std::string owner_file(const std::string& folder) {
    return folder + "/owner";
}

LockOwner read_owner(const std::string& folder) {
    constexpr std::size_t kMostText = 4096;
    return LockOwner::parse(read_file(owner_file(folder), kMostText).value_or(""));
}

// Sets a file's mtime to now, again and again, from a thread of its own until destroyed.
class Heartbeat {
  public:
    Heartbeat(Fd file, std::chrono::milliseconds interval)
        : file_(std::move(file)), interval_(interval) {
        // Signals are for the thread that asks check_interrupt.
        sigset_t all;
        sigset_t old;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &old);
        thread_ = std::thread([this] { run(); });
        ::pthread_sigmask(SIG_SETMASK, &old, nullptr);
    }
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;
    ~Heartbeat() {
        {
            const std::lock_guard lock(mutex_);
            stopped_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }

  private:
    void run() {
        std::unique_lock lock(mutex_);
        // By descriptor: if the lock was taken over, the next owner's file is left alone.
        while (!wake_.wait_for(lock, interval_, [this] { return stopped_; })) {
            static_cast<void>(!::futimens(file_.number(), nullptr));
        }
    }

    Fd file_;
    const std::chrono::milliseconds interval_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopped_ = false;
    std::thread thread_;
};

struct HeldFolder : Lock::Held {
    HeldFolder(std::string folder_path, std::string own_token, Fd owner_fd,
               std::chrono::milliseconds interval)
        : folder(std::move(folder_path)),
          token(std::move(own_token)),
          heartbeat(std::move(owner_fd), interval) {}
    HeldFolder(const HeldFolder&) = delete;
    HeldFolder& operator=(const HeldFolder&) = delete;
    ~HeldFolder() override {
        // After a long sleep of this machine the lock may be somebody else's.
        if (read_owner(folder).token != token) return;
        ::unlink(owner_file(folder).c_str());
        ::rmdir(folder.c_str());
    }

    std::string folder, token;
    Heartbeat heartbeat;
};

std::int64_t mtime_ns(const struct stat& status) {
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

// The file server's "now": the mtime of a file touched this moment; our own clock where nothing
// may be written.
std::int64_t now_beside(const std::string& path) {
    const std::string probe = temporary_name(path);
    const Fd fd(::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd) ::unlink(probe.c_str());
    struct stat status {};
    if (fd && ::fstat(fd.number(), &status) == 0) return mtime_ns(status);
    return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

class FolderLock : public LockKind {
  public:
    FolderLock(const std::string& path, const LockOptions& options)
        : folder_(path + ".d"), options_(options) {}

    Result<std::unique_ptr<Lock::Held>> attempt() override {
        if (::mkdir(folder_.c_str(), 0777) == 0) return own();
        if (errno != EEXIST) return os_failure(errno, "cannot make the lock", folder_);
        if (!is_stale(folder_) || !clear_stale()) return nullptr;
        if (::mkdir(folder_.c_str(), 0777) == 0) return own();
        if (errno == EEXIST) return nullptr;
        return os_failure(errno, "cannot make the lock", folder_);
    }

    bool is_held() const override { return is_folder(folder_) && !is_stale(folder_); }

    LockOwner owner() const override { return read_owner(folder_); }

  private:
    Result<std::unique_ptr<Lock::Held>> own() {
        const LockOwner owner = LockOwner::of_process(options_.purpose);
        const std::string text = owner.to_text();
        const std::string path = owner_file(folder_);
        Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
        Result<void> written;
        if (!fd) written = os_failure(errno, "cannot write the lock", path);
        if (fd) written = write_all(fd.number(), std::as_bytes(std::span(text)), path);
        if (!written) {
            ::unlink(path.c_str());
            ::rmdir(folder_.c_str());
            return tl::unexpected(std::move(written).error());
        }
        return std::make_unique<HeldFolder>(folder_, owner.token, std::move(fd),
                                            options_.heartbeat);
    }

    // Its process is gone, or its heart has not beaten for long. A folder whose owner is not (yet)
    // written beats by its own mtime.
    bool is_stale(const std::string& folder) const {
        if (read_owner(folder).is_gone()) return true;
        struct stat status {};
        if (::stat(owner_file(folder).c_str(), &status) == -1 &&
            ::stat(folder.c_str(), &status) == -1) {
            return false;
        }
        const std::chrono::nanoseconds age(now_beside(folder_) - mtime_ns(status));
        return age > options_.stale_after;
    }

    // Moves a stale lock away. Only one at a time may judge and move: otherwise a slow one could
    // move away the fresh lock of a faster one. True if it is out of the way.
    bool clear_stale() const {
        const std::string gate = folder_ + ".takeover";
        if (::mkdir(gate.c_str(), 0777) == -1) {
            // Who died within the gate's few calls left it; it owns no owner file, so age decides.
            if (is_stale(gate)) ::rmdir(gate.c_str());
            return false;
        }
        const std::string away = temporary_name(folder_);
        const bool is_cleared = is_stale(folder_) && ::rename(folder_.c_str(), away.c_str()) == 0;
        ::rmdir(gate.c_str());
        if (is_cleared) static_cast<void>(remove_tree(away));
        return is_cleared;
    }

    std::string folder_;
    LockOptions options_;
};

}  // namespace

std::unique_ptr<LockKind> make_folder_lock(const std::string& path, const LockOptions& options) {
    return std::make_unique<FolderLock>(path, options);
}

}  // namespace cudaenv::sys
