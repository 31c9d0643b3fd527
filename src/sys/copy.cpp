// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <vector>

#include "sys/files.hpp"
#include "sys/interrupt.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

// Errors of link(2) that a copy can answer: another file system, too many links, somebody else's
// file (fs.protected_hardlinks), a file system without links.
bool is_link_refused(int os_error) {
    return os_error == EXDEV || os_error == EMLINK || os_error == EPERM || os_error == EOPNOTSUPP ||
           os_error == ENOSYS;
}

struct Pair {
    int from = -1;
    int to = -1;
    std::string_view from_path, to_path;
};

Result<void> copy_by_hand(const Pair& pair, std::uint64_t offset) {
    std::vector<std::byte> buffer(1U << 20U);
    while (true) {
        CUDAENV_TRY(check_interrupt());
        CUDAENV_TRY(const std::size_t got, read_at(pair.from, offset, buffer, pair.from_path));
        if (got == 0) return {};
        CUDAENV_TRY(write_at(pair.to, offset, std::span(buffer).first(got), pair.to_path));
        offset += got;
    }
}

// In the kernel where that can do it, else by hand from where the kernel stopped.
Result<void> copy_bytes(const Pair& pair) {
    constexpr std::size_t kStep = 64U << 20U;  // so that an interrupt is seen
    std::uint64_t done = 0;
    while (true) {
        CUDAENV_TRY(check_interrupt());
        auto from_offset = static_cast<off_t>(done);
        auto to_offset = from_offset;
        const ssize_t copied = retry_eintr([&] {
            return ::copy_file_range(pair.from, &from_offset, pair.to, &to_offset, kStep, 0);
        });
        if (copied == -1 && code_of(errno) == Code::space) {
            return os_failure(errno, "cannot write the file", pair.to_path);
        }
        // Some file systems answer 0 although there is more: the copy by hand finds the true end.
        if (copied <= 0) return copy_by_hand(pair, done);
        done += static_cast<std::uint64_t>(copied);
    }
}

Result<LinkOutcome> fill_copy(const Pair& pair) {
    if (::ioctl(pair.to, FICLONE, pair.from) == 0) return LinkOutcome::cloned;
    CUDAENV_TRY(copy_bytes(pair));
    return LinkOutcome::copied;
}

Result<LinkOutcome> copy_file(const std::string& from, const std::string& to, std::uint32_t mode) {
    const int read_flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    const Fd source(retry_eintr([&] { return ::open(from.c_str(), read_flags); }));
    if (!source) return os_failure(errno, "cannot open the file", from);
    struct stat status {};
    if (::fstat(source.number(), &status) == -1) return os_failure(errno, "cannot look at", from);
    if (!S_ISREG(status.st_mode)) return fail(Code::files, "not a regular file").at(from);
    const int write_flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    Fd copy(retry_eintr([&] { return ::open(to.c_str(), write_flags, mode); }));
    if (!copy) return os_failure(errno, "cannot write the file", to);

    auto outcome = fill_copy({source.number(), copy.number(), from, to});
    if (outcome) {
        if (auto closed = copy.close(to); !closed) outcome = tl::unexpected(closed.error());
    }
    if (!outcome) ::unlink(to.c_str());
    return outcome;
}

}  // namespace

Result<LinkOutcome> link_or_copy(const std::string& from, const std::string& to,
                                 std::uint32_t mode) {
    if (::link(from.c_str(), to.c_str()) == 0) return LinkOutcome::linked;
    if (is_link_refused(errno)) return copy_file(from, to, mode);
    return os_failure(errno, "cannot link " + from, to);
}

}  // namespace cudaenv::sys
