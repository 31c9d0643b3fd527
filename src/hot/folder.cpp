// SPDX-License-Identifier: MIT
#include "hot/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/layout.hpp"
#include "hot/fd.hpp"

namespace cudaenv::hot {

namespace {

// What SYS_getdents64 writes; opendir would allocate and ask fstat.
struct Entry {
    std::uint64_t inode;
    std::int64_t offset;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
};

void add_names(std::vector<std::string>& names, const char* entries, std::size_t size_bytes) {
    for (std::size_t at = 0; at < size_bytes;) {
        std::uint16_t length = 0;
        std::memcpy(&length, entries + at + offsetof(Entry, length), sizeof length);
        const char* name = entries + at + offsetof(Entry, name);
        const std::string_view text(name);
        if (text != "." && text != "..") names.emplace_back(text);
        at += length;
    }
}

}  // namespace

std::vector<std::string> list_folder(const std::string& folder) {
    std::vector<std::string> names;
    const Fd fd(open_path(folder.c_str(), O_RDONLY | O_DIRECTORY));
    if (!fd) return names;
    std::array<char, 16384> entries;
    while (true) {
        const long count = syscall(SYS_getdents64, fd.value(), entries.data(), entries.size());
        if (count <= 0) return names;
        add_names(names, entries.data(), static_cast<std::size_t>(count));
    }
}

bool is_listable(const std::string& folder) {
    return access(folder.c_str(), R_OK | X_OK) == 0;
}

bool is_folder(const std::string& path) {
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

bool is_link(const std::string& path) {
    struct stat facts {};
    return lstat(path.c_str(), &facts) == 0 && S_ISLNK(facts.st_mode);
}

bool exists(const std::string& path) {
    return access(path.c_str(), F_OK) == 0;
}

bool may_execute(const std::string& path) {
    return access(path.c_str(), X_OK) == 0;
}

bool is_program(const std::string& path) {
    // Most candidates are not there: one call for them, two for a hit.
    return may_execute(path) && !is_folder(path);
}

bool is_same(const std::string& left, const std::string& right) {
    struct stat a {};
    struct stat b {};
    return stat(left.c_str(), &a) == 0 && stat(right.c_str(), &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

bool is_shims_folder(const std::string& folder) {
    return exists(base::Layout::join(folder, base::kShimName));
}

}  // namespace cudaenv::hot
