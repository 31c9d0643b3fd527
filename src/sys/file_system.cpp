// SPDX-License-Identifier: MIT
#include "sys/file_system.hpp"

#include <fcntl.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "sys/files.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

struct KnownType {
    std::uint32_t magic;
    std::string_view name;
    bool is_network;
};

// From linux/magic.h and the out-of-tree file systems of clusters. FUSE counts as network: who
// serves it, and whether it locks, cannot be told.
constexpr std::array<KnownType, 29> kTypes{{
    {0x6969, "nfs", true},           {0xFF534D42, "cifs", true},
    {0xFE534D42, "smb2", true},      {0x517B, "smb", true},
    {0x65735546, "fuse", true},      {0x5346414F, "afs", true},
    {0x6B414653, "afs", true},       {0x73757245, "coda", true},
    {0x00C36400, "ceph", true},      {0x01021997, "9p", true},
    {0x0BD00BD0, "lustre", true},    {0x47504653, "gpfs", true},
    {0x19830326, "beegfs", true},    {0xAAD7AAEA, "panfs", true},
    {0x01161970, "gfs2", true},      {0x7461636F, "ocfs2", true},
    {0x786F4256, "vboxsf", true},    {0xEF53, "ext4", false},
    {0x58465342, "xfs", false},      {0x9123683E, "btrfs", false},
    {0x01021994, "tmpfs", false},    {0x794C7630, "overlayfs", false},
    {0x2FC12FC1, "zfs", false},      {0xF2F52010, "f2fs", false},
    {0x73717368, "squashfs", false}, {0xCA451A4E, "bcachefs", false},
    {0x858458F6, "ramfs", false},    {0x4D44, "vfat", false},
    {0x2011BAB0, "exfat", false},
}};

std::string hex_number(std::uint32_t number) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return "0x" + std::string(digits.data(), end);
}

std::string nearest_folder(std::string path) {
    while (!is_folder(path) && path != parent_folder(path)) path = parent_folder(path);
    return path;
}

}  // namespace

Result<FileSystem> file_system(const std::string& path) {
    const std::string folder = nearest_folder(path);
    struct statfs type {};
    struct statvfs space {};
    if (retry_eintr([&] { return ::statfs(folder.c_str(), &type); }) == -1 ||
        retry_eintr([&] { return ::statvfs(folder.c_str(), &space); }) == -1) {
        return os_failure(errno, "cannot look at the file system", folder);
    }
    FileSystem result;
    result.free_bytes = std::uint64_t{space.f_bavail} * space.f_frsize;
    result.total_bytes = std::uint64_t{space.f_blocks} * space.f_frsize;
    result.is_read_only = (space.f_flag & ST_RDONLY) != 0;
    result.is_noexec = (space.f_flag & ST_NOEXEC) != 0;
    const auto magic = static_cast<std::uint32_t>(type.f_type);
    const auto known = std::find_if(kTypes.begin(), kTypes.end(),
                                    [magic](const KnownType& t) { return t.magic == magic; });
    result.type = known == kTypes.end() ? hex_number(magic) : std::string(known->name);
    result.is_network = known != kTypes.end() && known->is_network;
    return result;
}

namespace {

Result<void> sync_with(const std::string& path, int flags, int (*sync)(int)) {
    const Fd fd(retry_eintr([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags); }));
    if (!fd) return os_failure(errno, "cannot open for syncing", path);
    if (retry_eintr([&] { return sync(fd.number()); }) == -1) {
        return os_failure(errno, "cannot sync", path);
    }
    return {};
}

}  // namespace

Result<void> sync_file(const std::string& path) {
    return sync_with(path, O_NOFOLLOW | O_NONBLOCK, ::fsync);
}

Result<void> sync_folder(const std::string& path) {
    return sync_with(path, O_DIRECTORY, [](int fd) {
        // Some network file systems cannot sync a folder, and say so by EINVAL.
        return ::fsync(fd) == -1 && errno != EINVAL ? -1 : 0;
    });
}

Result<void> sync_file_system(const std::string& path) {
    return sync_with(path, O_NONBLOCK, ::syncfs);
}

}  // namespace cudaenv::sys
