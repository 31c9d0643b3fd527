// SPDX-License-Identifier: MIT
// Small files by raw system calls: open, fstat, read, close. Only regular files are read; a FIFO or
// a device of that name is looked at and left alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cudaenv::hot {

struct FileRead {
    enum class Status : std::uint8_t {
        read,       // `text` is the whole file
        absent,     // nothing of that name, or no folder on the way to it
        irregular,  // a folder, FIFO, device
        too_large,  // more than the limit
        failed,     // `error` says why
    };
    Status status = Status::absent;
    std::string text;
    int error = 0;                      // errno of a failed call
    bool is_world_writable = false;     // what fstat said, if it was asked
    std::uint32_t owner = 0;            // user id
    std::int64_t modified_seconds = 0;  // since the epoch
};

FileRead read_file(const char* path, std::size_t limit_bytes);

// The first 4 KiB of a file whose size the kernel does not tell (/proc); empty on failure.
std::string read_proc_file(const char* path);

// The failure that a FileRead other than `read` means for a file that has to be readable.
Error file_error(const FileRead& file, std::string_view path);

// errno as an Error: permission, read_only, space or files.
Error system_error(std::string_view what, std::string_view path, int error);

// The real path of an existing file or folder, links resolved; empty if there is none.
std::string real_path(const char* path);

}  // namespace cudaenv::hot
