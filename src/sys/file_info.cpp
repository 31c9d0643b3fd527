// SPDX-License-Identifier: MIT
#include "sys/file_info.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

FileKind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return FileKind::file;
    if (S_ISDIR(mode)) return FileKind::folder;
    if (S_ISLNK(mode)) return FileKind::link;
    return FileKind::other;
}

Result<FileInfo> info_with(const std::string& path, int flags) {
    struct stat status {};
    if (::fstatat(AT_FDCWD, path.c_str(), &status, flags) == -1) {
        if (errno == ENOENT || errno == ENOTDIR) return FileInfo{};
        return os_failure(errno, "cannot look at", path);
    }
    constexpr std::uint64_t kBlockBytes = 512;  // of st_blocks, whatever the file system's own
    FileInfo info;
    info.kind = kind_of(status.st_mode);
    info.size_bytes = static_cast<std::uint64_t>(status.st_size);
    info.mode = status.st_mode & 07777U;
    info.links = status.st_nlink;
    info.device = status.st_dev;
    info.inode = status.st_ino;
    info.owner = status.st_uid;
    info.mtime_s = status.st_mtim.tv_sec;
    info.allocated_bytes = static_cast<std::uint64_t>(status.st_blocks) * kBlockBytes;
    return info;
}

bool is_kind(const std::string& path, FileKind kind) {
    const auto found = info_following(path);
    return found && found->kind == kind;
}

}  // namespace

Result<FileInfo> info(const std::string& path) {
    return info_with(path, AT_SYMLINK_NOFOLLOW);
}

Result<FileInfo> info_following(const std::string& path) {
    return info_with(path, 0);
}

bool exists(const std::string& path) {
    const auto found = info_following(path);
    return found && found->kind != FileKind::none;
}

bool is_folder(const std::string& path) {
    return is_kind(path, FileKind::folder);
}

bool is_executable_file(const std::string& path) {
    return is_kind(path, FileKind::file) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace cudaenv::sys
