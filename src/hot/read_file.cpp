// SPDX-License-Identifier: MIT
#include "hot/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>

#include "hot/fd.hpp"

namespace cudaenv::hot {

namespace {

// Folder search may fail with EACCES although nothing of that name is there for us to read.
bool is_absent(const char* path, int error) {
    if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG) return true;
    struct stat facts {};
    return error == EACCES && stat(path, &facts) != 0;
}

bool read_all(int fd, std::size_t size_bytes, std::string& text) {
    text.resize(size_bytes);
    std::size_t filled = 0;
    while (filled < size_bytes) {
        const ssize_t count = read(fd, text.data() + filled, size_bytes - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count == 0) break;  // it shrank meanwhile
        filled += static_cast<std::size_t>(count);
    }
    text.resize(filled);
    return true;
}

Code code_of(int error) {
    switch (error) {
        case EACCES:
        case EPERM:
            return Code::permission;
        case EROFS:
            return Code::read_only;
        case ENOSPC:
        case EDQUOT:
            return Code::space;
        default:
            return Code::files;
    }
}

}  // namespace

FileRead read_file(const char* path, std::size_t limit_bytes) {
    using enum FileRead::Status;
    FileRead file;
    const Fd fd(open_path(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    struct stat facts {};
    if (!fd || fstat(fd.value(), &facts) != 0) {
        file.error = errno;
        file.status = is_absent(path, file.error) ? absent : failed;
        return file;
    }
    file.is_world_writable = (facts.st_mode & S_IWOTH) != 0;
    file.owner = facts.st_uid;
    file.modified_seconds = facts.st_mtim.tv_sec;
    const auto size_bytes = static_cast<std::size_t>(facts.st_size);
    if (!S_ISREG(facts.st_mode)) {
        file.status = irregular;
    } else if (size_bytes > limit_bytes) {
        file.status = too_large;
    } else if (!read_all(fd.value(), size_bytes, file.text)) {
        file.error = errno;
        file.status = failed;
    } else {
        file.status = read;
    }
    return file;
}

std::string read_proc_file(const char* path) {
    const Fd fd(open_path(path, O_RDONLY));
    std::array<char, 4096> page;
    const ssize_t count = fd ? ::read(fd.value(), page.data(), page.size()) : 0;
    return count > 0 ? std::string(page.data(), static_cast<std::size_t>(count)) : std::string();
}

Error file_error(const FileRead& file, std::string_view path) {
    switch (file.status) {
        case FileRead::Status::irregular:
            return fail(Code::files, "not a regular file").at(path).value();
        case FileRead::Status::too_large:
            return fail(Code::usage, "file is too large for what it should hold").at(path).value();
        case FileRead::Status::absent:
            return system_error("cannot read file", path, ENOENT);
        default:
            return system_error("cannot read file", path, file.error);
    }
}

Error system_error(std::string_view what, std::string_view path, int error) {
    return fail(code_of(error), what).at(path).found(std::strerror(error)).value();
}

std::string real_path(const char* path) {
    const Fd fd(open_path(path, O_PATH));
    if (!fd) return {};
    std::array<char, 32> link{"/proc/self/fd/"};
    constexpr std::size_t kPrefix = 14;
    *std::to_chars(link.data() + kPrefix, link.data() + link.size() - 1, fd.value()).ptr = '\0';
    std::array<char, PATH_MAX> target;
    const ssize_t length = readlink(link.data(), target.data(), target.size());
    // Without /proc the path as it was given is the best there is.
    return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : path;
}

}  // namespace cudaenv::hot
