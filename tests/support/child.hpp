// SPDX-License-Identifier: MIT
// Runs a piece of a test in a child process that first gave something up: root's rights, the right
// to write to a folder, or room on the disk. Expectations inside are told and count; what the piece
// changes in memory is lost.
#pragma once

#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>

namespace cudaenv::test {

// The user that a piece runs as when the tests run as root.
inline constexpr unsigned kNobody = 65534;

// Runs `piece` if `prepare` says yes, in a child; otherwise GTEST_SKIPs with `cannot`.
inline void in_child(const std::function<bool()>& prepare, const std::function<void()>& piece,
                     const char* cannot) {
    constexpr int kCannot = 77;
    const pid_t child = ::fork();
    ASSERT_NE(child, -1);
    if (child == 0) {
        if (!prepare()) ::_exit(kCannot);
        piece();
        std::fflush(nullptr);
        ::_exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kCannot) GTEST_SKIP() << cannot;
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "wait status " << status;
}

// Root may do everything, so what needs a missing right runs as nobody.
inline void without_root(const std::function<void()>& piece) {
    const auto prepare = [] {
        return ::geteuid() != 0 ||
               (::setgroups(0, nullptr) == 0 && ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0);
    };
    in_child(prepare, piece, "this process cannot become another user");
}

// With `folder` mounted once more by these flags (MS_RDONLY, MS_NOEXEC), for the child alone.
inline void mounted_as(const std::string& folder, unsigned long flags,
                       const std::function<void()>& piece) {
    const auto prepare = [&] {
        const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
        const char* path = folder.c_str();
        return ::unshare(CLONE_NEWNS | user) == 0 &&
               ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               ::mount(path, path, nullptr, MS_BIND, nullptr) == 0 &&
               ::mount("none", path, nullptr, MS_REMOUNT | MS_BIND | flags, nullptr) == 0;
    };
    in_child(prepare, piece, "this process cannot mount");
}

// With an empty disk of `size_bytes` mounted on `folder`, for the child alone.
inline void on_small_disk(const std::string& folder, std::size_t size_bytes,
                          const std::function<void()>& piece) {
    const auto prepare = [&] {
        const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
        const std::string size = "size=" + std::to_string(size_bytes);
        return ::unshare(CLONE_NEWNS | user) == 0 &&
               ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               ::mount("tmpfs", folder.c_str(), "tmpfs", 0, size.c_str()) == 0;
    };
    in_child(prepare, piece, "this process cannot mount");
}

}  // namespace cudaenv::test
