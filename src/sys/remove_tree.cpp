// SPDX-License-Identifier: MIT
// Removing a tree whatever is in it: by descriptors, so that no link is followed even if somebody
// swaps a folder for one meanwhile, and with few of them open however deep the tree is.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/handle.hpp"
#include "sys/files.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

struct Level {
    std::string name;  // in the folder above
    ino_t inode = 0;
    std::vector<std::string> names;  // still to be removed
};

class TreeRemover {
  public:
    explicit TreeRemover(const std::string& path) : path_(path) {}

    // All below the folder, which stays.
    Result<void> run() {
        CUDAENV_TRY(enter(AT_FDCWD, path_));
        while (true) {
            if (!levels_.back().names.empty()) {
                const std::string name = std::move(levels_.back().names.back());
                levels_.back().names.pop_back();
                CUDAENV_TRY(remove(name));
            } else if (levels_.size() > 1) {
                CUDAENV_TRY(leave());
            } else {
                return {};
            }
        }
    }

  private:
    base::Failure failure(int os_error, const std::string& name) const {
        std::string where = path_;
        for (std::size_t i = 1; i < levels_.size(); ++i) where += "/" + levels_[i].name;
        return os_failure(os_error, "cannot remove", name.empty() ? where : where + "/" + name);
    }

    Result<void> remove(const std::string& name) {
        if (::unlinkat(here_.number(), name.c_str(), 0) == 0 || errno == ENOENT) return {};
        const int os_error = errno;
        struct stat status {};
        if (::fstatat(here_.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == -1) {
            return failure(os_error, name);
        }
        if (!S_ISDIR(status.st_mode)) return failure(os_error, name);
        return enter(here_.number(), name);
    }

    Result<void> enter(int parent, const std::string& name) {
        Fd folder = open_folder(parent, name);
        if (!folder) return failure(errno, levels_.empty() ? "" : name);
        struct stat status {};
        if (::fstat(folder.number(), &status) == -1) return failure(errno, name);
        if (levels_.empty()) device_ = status.st_dev;
        if (status.st_dev != device_) return failure(EXDEV, name);
        constexpr mode_t kOurs = S_IRWXU;
        if ((status.st_mode & kOurs) != kOurs) {
            static_cast<void>(!::fchmod(folder.number(), kOurs));  // unlinkat tells if it mattered
        }
        here_ = std::move(folder);
        levels_.push_back({name, status.st_ino, {}});
        return list();
    }

    // A folder that may not even be read is made ours first, by its descriptor.
    static Fd open_folder(int parent, const std::string& name) {
        Fd folder(::openat(parent, name.c_str(), kFolderFlags));
        if (folder || errno != EACCES) return folder;
        const Fd handle(
            ::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!handle) return folder;
        const std::string by_handle = "/proc/self/fd/" + std::to_string(handle.number());
        if (::chmod(by_handle.c_str(), S_IRWXU) == -1) return folder;
        return Fd(::openat(parent, name.c_str(), kFolderFlags));
    }

    Result<void> list() {
        Fd copy(::openat(here_.number(), ".", kFolderFlags));
        if (!copy) return failure(errno, "");
        const base::Handle<DIR, ::closedir> stream(::fdopendir(copy.number()));
        if (!stream) return failure(errno, "");
        copy.release();
        errno = 0;
        while (const dirent* entry = ::readdir(stream.get())) {
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..") levels_.back().names.emplace_back(name);
            errno = 0;
        }
        if (errno != 0) return failure(errno, "");
        return {};
    }

    // Back to the folder above, if it still is the one that we came from.
    Result<void> leave() {
        Fd parent(::openat(here_.number(), "..", kFolderFlags));
        if (!parent) return failure(errno, "");
        struct stat status {};
        if (::fstat(parent.number(), &status) == -1) return failure(errno, "");
        const Level& above = levels_[levels_.size() - 2];
        if (status.st_ino != above.inode || status.st_dev != device_) return failure(EBUSY, "");
        const std::string name = levels_.back().name;
        if (::unlinkat(parent.number(), name.c_str(), AT_REMOVEDIR) == -1 && errno != ENOENT) {
            return failure(errno, "");
        }
        here_ = std::move(parent);
        levels_.pop_back();
        return {};
    }

    const std::string& path_;
    Fd here_;
    dev_t device_ = 0;
    std::vector<Level> levels_;
};

}  // namespace

Result<void> remove_tree(const std::string& path) {
    CUDAENV_TRY(const FileInfo found, info(path));
    if (found.kind == FileKind::none) return {};
    if (found.kind != FileKind::folder) return remove_file(path);
    CUDAENV_TRY(TreeRemover(path).run());
    if (::rmdir(path.c_str()) == -1 && errno != ENOENT) {
        return os_failure(errno, "cannot remove", path);
    }
    return {};
}

}  // namespace cudaenv::sys
