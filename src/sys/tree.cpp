// SPDX-License-Identifier: MIT
#include "sys/tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/handle.hpp"
#include "sys/files.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

Result<void> make_folders(const std::string& path, std::uint32_t mode) {
    if (::mkdir(path.c_str(), mode) == 0) return {};
    const int first_error = errno;
    // EROFS and EACCES also come for folders that are there.
    if (is_folder(path)) return {};
    const std::string parent = parent_folder(path);
    if (first_error != ENOENT || parent == path) {
        return os_failure(first_error, "cannot make the folder", path);
    }
    CUDAENV_TRY(make_folders(parent, mode));
    if (::mkdir(path.c_str(), mode) == -1 && !is_folder(path)) {
        return os_failure(errno, "cannot make the folder", path);
    }
    return {};
}

Result<std::vector<std::string>> list_folder(const std::string& path) {
    const base::Handle<DIR, ::closedir> folder(::opendir(path.c_str()));
    if (!folder) return os_failure(errno, "cannot list the folder", path);
    std::vector<std::string> names;
    while (true) {
        errno = 0;
        const dirent* entry = ::readdir(folder.get());
        if (entry == nullptr) break;
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) return os_failure(errno, "cannot list the folder", path);
    std::sort(names.begin(), names.end());
    return names;
}

Result<void> remove_file(const std::string& path) {
    if (::unlink(path.c_str()) == -1 && errno != ENOENT) {
        return os_failure(errno, "cannot remove the file", path);
    }
    return {};
}

namespace {

using Visit = std::function<Result<void>(const std::string& rel_path, const FileInfo&)>;

Result<void> walk_below(const std::string& folder, const std::string& rel_prefix,
                        const Visit& visit) {
    CUDAENV_TRY(const auto names, list_folder(folder + "/" + rel_prefix));
    for (const std::string& name : names) {
        const std::string rel_path = rel_prefix + name;
        CUDAENV_TRY(const FileInfo found, info(folder + "/" + rel_path));
        if (found.kind == FileKind::none) continue;
        CUDAENV_TRY(visit(rel_path, found));
        if (found.kind == FileKind::folder) {
            CUDAENV_TRY(walk_below(folder, rel_path + "/", visit));
        }
    }
    return {};
}

}  // namespace

Result<void> walk(const std::string& folder, const Visit& visit) {
    return walk_below(folder, "", visit);
}

Result<std::uint64_t> disk_usage(const std::string& path) {
    std::uint64_t total_bytes = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    const auto add = [&](const std::string& /*rel_path*/, const FileInfo& found) -> Result<void> {
        const bool is_new = found.links < 2 || found.kind == FileKind::folder ||
                            seen.emplace(found.device, found.inode).second;
        if (is_new) total_bytes += found.allocated_bytes;
        return {};
    };
    CUDAENV_TRY(const FileInfo top, info(path));
    if (top.kind == FileKind::none) return os_failure(ENOENT, "cannot measure", path);
    if (top.kind != FileKind::folder) return top.allocated_bytes;
    CUDAENV_TRY(walk(path, add));
    return total_bytes;
}

}  // namespace cudaenv::sys
