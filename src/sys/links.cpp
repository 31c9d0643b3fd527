// SPDX-License-Identifier: MIT
#include "sys/links.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/handle.hpp"
#include "sys/files.hpp"
#include "sys/os_error.hpp"

namespace cudaenv::sys {

Result<void> rename(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) == -1) {
        return os_failure(errno, "cannot rename to " + to, from);
    }
    return {};
}

Result<bool> rename_if_possible(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) == 0) return true;
    if (errno == EXDEV) return false;
    return os_failure(errno, "cannot rename to " + to, from);
}

Result<void> exchange(const std::string& left, const std::string& right) {
    if (::renameat2(AT_FDCWD, left.c_str(), AT_FDCWD, right.c_str(), RENAME_EXCHANGE) == -1) {
        return os_failure(errno, "cannot exchange with " + right, left);
    }
    return {};
}

Result<void> make_link(const std::string& target, const std::string& path) {
    if (::symlink(target.c_str(), path.c_str()) == -1) {
        return os_failure(errno, "cannot make the link", path);
    }
    return {};
}

Result<std::string> read_link(const std::string& path) {
    std::string target(256, '\0');
    while (true) {
        const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
        if (size == -1) return os_failure(errno, "cannot read the link", path);
        if (static_cast<std::size_t>(size) < target.size()) {
            target.resize(static_cast<std::size_t>(size));
            return target;
        }
        target.resize(target.size() * 2);  // it may have been cut
    }
}

Result<void> replace_link(const std::string& target, const std::string& path) {
    const std::string temporary = temporary_name(path);
    CUDAENV_TRY(make_link(target, temporary));
    auto renamed = rename(temporary, path);
    if (!renamed) ::unlink(temporary.c_str());
    return renamed;
}

Result<std::string> real_path(const std::string& path) {
    const base::Handle<char, std::free> real(::realpath(path.c_str(), nullptr));
    if (!real) return os_failure(errno, "cannot find the real path", path);
    return std::string(real.get());
}

}  // namespace cudaenv::sys
