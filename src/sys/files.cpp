// SPDX-License-Identifier: MIT
#include "sys/files.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>

#include "base/text.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    CUDAENV_TRY(const Fd fd, open_read(path));
    std::string text;
    // What stat says is no guide: files of /proc say 0, and a file may grow.
    constexpr std::size_t kStep = 64U << 10U;
    while (true) {
        const std::size_t old_size = text.size();
        text.resize(old_size + kStep);
        const auto room = std::as_writable_bytes(std::span(text)).subspan(old_size);
        CUDAENV_TRY(const std::size_t got, read_at(fd.number(), old_size, room, path));
        text.resize(old_size + got);
        if (text.size() > limit) {
            return fail(Code::usage, "the file is too large")
                .at(path)
                .needs("at most " + base::human_size(limit));
        }
        if (got < kStep) return text;
    }
}

std::string temporary_name(const std::string& path) {
    std::array<unsigned char, 8> random{};
    static_cast<void>(!::getrandom(random.data(), random.size(), 0));
    const std::size_t slash = path.rfind('/');
    const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
    // A name may have 255 bytes; what is added here must find room.
    constexpr std::size_t kLongestKept = 200;
    return path.substr(0, name) + "." + path.substr(name, kLongestKept) + "." + base::hex(random);
}

std::string parent_folder(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

namespace {

// A file under a temporary name: gone unless committed.
class TemporaryFile {
  public:
    static Result<TemporaryFile> make(const std::string& beside, std::uint32_t mode) {
        TemporaryFile file;
        file.path_ = temporary_name(beside);
        const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
        file.fd_ = Fd(retry_eintr([&] { return ::open(file.path_.c_str(), flags, mode); }));
        if (!file.fd_) return os_failure(errno, "cannot write the file", beside);
        file.exists_ = true;
        return file;
    }
    TemporaryFile(TemporaryFile&& other) noexcept
        : path_(std::move(other.path_)),
          fd_(std::move(other.fd_)),
          exists_(std::exchange(other.exists_, false)) {}
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile() {
        if (exists_) ::unlink(path_.c_str());
    }

    int fd() const { return fd_.number(); }

    Result<void> commit(const std::string& path) {
        CUDAENV_TRY(fd_.close(path));
        CUDAENV_TRY(rename(path_, path));
        exists_ = false;
        return {};
    }

  private:
    TemporaryFile() = default;
    std::string path_;
    Fd fd_;
    bool exists_ = false;
};

// Where the links at the end of `path` lead to, whether or not that is there.
Result<std::string> follow_links(std::string path) {
    constexpr int kMostLinks = 40;  // as the kernel
    for (int i = 0; i < kMostLinks; ++i) {
        CUDAENV_TRY(const FileInfo found, info(path));
        if (found.kind == FileKind::folder) {
            return fail(Code::files, "a folder is where a file should be").at(path);
        }
        if (found.kind != FileKind::link) return path;
        CUDAENV_TRY(const std::string target, read_link(path));
        path = target.starts_with('/') ? target : parent_folder(path) + "/" + target;
    }
    return os_failure(ELOOP, "cannot write the file", path);
}

}  // namespace

Result<void> write_file(const std::string& path, std::string_view text, WriteOptions options) {
    CUDAENV_TRY(const std::string place, follow_links(path));
    CUDAENV_TRY(const FileInfo old, info(place));
    CUDAENV_TRY(TemporaryFile file, TemporaryFile::make(place, options.mode));
    if (old.kind == FileKind::file && ::fchmod(file.fd(), old.mode) == -1) {
        return os_failure(errno, "cannot set the mode of the file", place);
    }
    CUDAENV_TRY(write_all(file.fd(), std::as_bytes(std::span(text)), place));
    if (options.sync && retry_eintr([&] { return ::fsync(file.fd()); }) == -1) {
        return os_failure(errno, "cannot sync the file", place);
    }
    CUDAENV_TRY(file.commit(place));
    if (options.sync) CUDAENV_TRY(sync_folder(parent_folder(place)));
    return {};
}

}  // namespace cudaenv::sys
