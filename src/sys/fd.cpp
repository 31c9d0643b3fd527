// SPDX-License-Identifier: MIT
#include "sys/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "sys/os_error.hpp"

namespace cudaenv::sys {

Fd& Fd::operator=(Fd&& other) noexcept {
    Fd old(std::exchange(number_, other.release()));
    return *this;
}

Fd::~Fd() {
    if (number_ >= 0) ::close(number_);
}

int Fd::release() {
    return std::exchange(number_, -1);
}

Result<void> Fd::close(std::string_view path) {
    // Linux closes the descriptor whatever it answers, so EINTR is no reason to try again.
    if (::close(release()) == -1 && errno != EINTR) {
        return os_failure(errno, "cannot finish writing the file", path);
    }
    return {};
}

Result<Fd> open_read(const std::string& path) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    Fd fd(retry_eintr([&] { return ::open(path.c_str(), flags); }));
    if (!fd) return os_failure(errno, "cannot open the file", path);
    struct stat status {};
    if (::fstat(fd.number(), &status) == -1) return os_failure(errno, "cannot look at", path);
    if (!S_ISREG(status.st_mode)) return fail(Code::files, "not a regular file").at(path);
    return fd;
}

Result<Fd> open_write(const std::string& path) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;
    Fd fd(retry_eintr([&] { return ::open(path.c_str(), flags, 0644); }));
    if (!fd) return os_failure(errno, "cannot open the file for writing", path);
    return fd;
}

Result<std::size_t> read_at(int fd, std::uint64_t offset, std::span<std::byte> into,
                            std::string_view path) {
    std::size_t done = 0;
    while (done < into.size()) {
        const auto position = static_cast<off_t>(offset + done);
        const ssize_t got = retry_eintr(
            [&] { return ::pread(fd, into.data() + done, into.size() - done, position); });
        if (got == -1) return os_failure(errno, "cannot read the file", path);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

namespace {

// Hands the data to `write` until all of it is taken.
template <typename Write>
Result<void> write_whole(std::span<const std::byte> data, std::string_view path, Write write) {
    while (!data.empty()) {
        const ssize_t put = retry_eintr([&] { return write(data); });
        if (put <= 0) return os_failure(put == 0 ? EIO : errno, "cannot write the file", path);
        data = data.subspan(static_cast<std::size_t>(put));
    }
    return {};
}

}  // namespace

Result<void> write_at(int fd, std::uint64_t offset, std::span<const std::byte> data,
                      std::string_view path) {
    const std::byte* begin = data.data();
    return write_whole(data, path, [&](std::span<const std::byte> rest) {
        const auto position = static_cast<off_t>(offset) + (rest.data() - begin);
        return ::pwrite(fd, rest.data(), rest.size(), position);
    });
}

Result<void> write_all(int fd, std::span<const std::byte> data, std::string_view path) {
    return write_whole(data, path, [fd](std::span<const std::byte> rest) {
        return ::write(fd, rest.data(), rest.size());
    });
}

Result<void> resize(int fd, std::uint64_t size, std::string_view path) {
    if (retry_eintr([&] { return ::ftruncate(fd, static_cast<off_t>(size)); }) == 0) return {};
    return os_failure(errno, "cannot change the size of the file", path);
}

}  // namespace cudaenv::sys
