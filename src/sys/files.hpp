// SPDX-License-Identifier: MIT
// Files: the calls of the big binary that read and change the disk, with what went wrong as an
// Error that names the path. Sizes in bytes, modes as in chmod. Errors everywhere: not_found
// (ENOENT, ENOTDIR), permission (EACCES, EPERM), read_only (EROFS), space (ENOSPC, EDQUOT), files
// (all else). No function follows a symbolic link at the last part of a path unless it says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::sys {

// An open file descriptor; closed by the destructor. Move only; -1 = none.
class Fd {
  public:
    Fd() = default;
    explicit Fd(int number) : number_(number) {}
    Fd(Fd&& other) noexcept : number_(other.release()) {}
    Fd& operator=(Fd&& other) noexcept;
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd();

    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    int release();
    // Closes and says whether the kernel had an error to report (NFS, quota).
    Result<void> close(std::string_view path);

  private:
    int number_ = -1;
};

enum class FileKind { none, file, folder, link, other };

struct FileInfo {
    FileKind kind = FileKind::none;
    std::uint64_t size_bytes = 0;
    std::uint32_t mode = 0;   // permission bits only
    std::uint64_t links = 0;  // hard links
    std::uint64_t device = 0, inode = 0;
    std::uint32_t owner = 0;
    std::int64_t mtime_s = 0;           // seconds since 1970
    std::uint64_t allocated_bytes = 0;  // st_blocks * 512
};

// kind none if nothing is there. Errors other than absence are returned.
Result<FileInfo> info(const std::string& path);            // the link itself
Result<FileInfo> info_following(const std::string& path);  // what the link leads to
bool exists(const std::string& path);                      // follows; false also on error
bool is_folder(const std::string& path);                   // follows
bool is_executable_file(const std::string& path);          // follows; regular and X_OK

// The whole of a regular file. More than `limit` bytes: Code::usage, naming the limit. Refuses
// folders and devices. Follows links.
Result<std::string> read_file(const std::string& path, std::size_t limit = 64U << 20U);

struct WriteOptions {
    std::uint32_t mode = 0644;  // less umask
    bool sync = false;          // fsync the file before the rename and the folder after it
};
// Writes a temporary name beside `path`, then renames: a reader sees the old or the new text.
// A link at `path` is followed, so that dotfiles kept as links stay links.
Result<void> write_file(const std::string& path, std::string_view text, WriteOptions options = {});

// Opens for reading; close-on-exec.
Result<Fd> open_read(const std::string& path);
// Opens for reading and writing, made if absent (mode 0644 less umask); close-on-exec.
Result<Fd> open_write(const std::string& path);
Result<std::size_t> read_at(int fd, std::uint64_t offset, std::span<std::byte> into,
                            std::string_view path);  // 0 at the end
Result<void> write_at(int fd, std::uint64_t offset, std::span<const std::byte> data,
                      std::string_view path);
Result<void> write_all(int fd, std::span<const std::byte> data, std::string_view path);

Result<void> make_folders(const std::string& path, std::uint32_t mode = 0777);  // less umask
// Names in the folder without . and .., sorted by bytes. An absent folder gives not_found.
Result<std::vector<std::string>> list_folder(const std::string& path);
// Removes a file, link or whole tree; makes folders writable on the way; an absent path is fine.
// Does not follow links, does not cross into other file systems.
Result<void> remove_tree(const std::string& path);
Result<void> remove_file(const std::string& path);  // absent is fine
Result<void> rename(const std::string& from, const std::string& to);
// Swaps two paths (renameat2 RENAME_EXCHANGE). Code::files if the file system cannot.
Result<void> exchange(const std::string& left, const std::string& right);
Result<void> make_link(const std::string& target, const std::string& path);  // symbolic
Result<std::string> read_link(const std::string& path);
// Puts a symbolic link at `path` whatever link is there, in one step.
Result<void> replace_link(const std::string& target, const std::string& path);
Result<std::string> real_path(const std::string& path);

// Hard link, else reflink or copy; see LinkOutcome. `mode` is given to a copy.
enum class LinkOutcome { linked, cloned, copied };
Result<LinkOutcome> link_or_copy(const std::string& from, const std::string& to,
                                 std::uint32_t mode);

Result<void> sync_file(const std::string& path);
Result<void> sync_folder(const std::string& path);
Result<void> sync_file_system(const std::string& path);  // syncfs

struct FileSystem {
    std::uint64_t free_bytes = 0;  // for us, not for root
    std::uint64_t total_bytes = 0;
    bool is_read_only = false;
    bool is_noexec = false;
    bool is_network = false;  // NFS, SMB, FUSE and their like: decides the kind of locks
    std::string type;         // "nfs", "fuse", "overlayfs", …, or the magic number in hex
};
// Of the nearest existing folder at or above `path`.
Result<FileSystem> file_system(const std::string& path);

// Sum of allocated bytes below `path`, each inode once.
Result<std::uint64_t> disk_usage(const std::string& path);

// Calls `visit` for each entry below `folder` (not the folder itself), parents before children,
// names sorted by bytes; rel_path is relative to `folder`. Stops at the first error.
Result<void> walk(
    const std::string& folder,
    const std::function<Result<void>(const std::string& rel_path, const FileInfo&)>& visit);

}  // namespace cudaenv::sys
