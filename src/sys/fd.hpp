// SPDX-License-Identifier: MIT
// Open files: an owned descriptor, and reads and writes that go on after signals and short counts.
// Offsets and sizes in bytes. Errors as in os_error.hpp, naming the path that is handed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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

// Opens a regular file for reading; close-on-exec. Follows links. Folders, devices and pipes are
// refused (files) without waiting for them.
Result<Fd> open_read(const std::string& path);
// Opens for reading and writing, made if absent (mode 0644 less umask); close-on-exec. A link at
// the last part of the path is refused (files).
Result<Fd> open_write(const std::string& path);
// Fills `into` unless the file ends before: how many bytes were read, 0 at the end.
Result<std::size_t> read_at(int fd, std::uint64_t offset, std::span<std::byte> into,
                            std::string_view path);
Result<void> write_at(int fd, std::uint64_t offset, std::span<const std::byte> data,
                      std::string_view path);
// At the descriptor's own position.
Result<void> write_all(int fd, std::span<const std::byte> data, std::string_view path);

// Cuts an open file, or lengthens it by zeros.
Result<void> resize(int fd, std::uint64_t size, std::string_view path);

}  // namespace cudaenv::sys
