// SPDX-License-Identifier: MIT
// An errno as an Error. ENOENT and ENOTDIR give Code::not_found, EACCES and EPERM permission, EROFS
// read_only, ENOSPC and EDQUOT space, all others files; `why` is the system's own sentence.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cudaenv::sys {

Code code_of(int os_error);

// "no space left on device (ENOSPC)"
std::string os_error_text(int os_error);

// `what` is the attempt that failed: "cannot open the file".
base::Failure os_failure(int os_error, std::string_view what, std::string_view path);

// Repeats a call that gives -1 for as long as a signal interrupts it.
template <typename Call>
auto retry_eintr(Call call) {
    auto result = call();
    while (result == -1 && errno == EINTR) result = call();
    return result;
}

}  // namespace cudaenv::sys
