// SPDX-License-Identifier: MIT
// Who holds a lock, as written into its file for others to read: to be named to who waits, and to
// be found dead.
#pragma once

#include <string>
#include <string_view>

namespace cudaenv::sys {

struct LockOwner {
    int pid = 0;  // 0 = not known
    std::string host;
    std::string boot;       // the kernel's boot id
    std::string pid_space;  // of process ids: containers on one host have their own
    std::string token;      // random: tells two locks of one process apart
    std::string purpose;

    static LockOwner of_process(std::string_view purpose);
    // Reads what to_text wrote; lines that are missing or malformed stay empty.
    static LockOwner parse(std::string_view text);

    std::string to_text() const;
    // "pid 123 on host"; "another process" if not known.
    std::string name() const;
    // True only if it is certain: the same boot, the same process ids, and no such process.
    bool is_gone() const;
};

}  // namespace cudaenv::sys
