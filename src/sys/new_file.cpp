// SPDX-License-Identifier: MIT
#include "sys/new_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "sys/os_error.hpp"

namespace cudaenv::sys {

Result<Fd> create_new(const std::string& path, std::uint32_t mode) {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
    Fd fd(retry_eintr([&] { return ::open(path.c_str(), flags, mode); }));
    if (!fd) return os_failure(errno, "cannot make the file", path);
    return fd;
}

void reserve(int fd, std::uint64_t size_bytes) {
    static_cast<void>(::fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size_bytes)));
}

Result<void> cut_off(int fd, std::uint64_t size_bytes, std::string_view path) {
    const auto size = static_cast<off_t>(size_bytes);
    if (retry_eintr([&] { return ::ftruncate(fd, size); }) == -1) {
        return os_failure(errno, "cannot set the size of the file", path);
    }
    return {};
}

}  // namespace cudaenv::sys
