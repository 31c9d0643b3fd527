// SPDX-License-Identifier: MIT
#include "sys/os_error.hpp"

#include <cstring>

#include "base/text.hpp"

namespace cudaenv::sys {

Code code_of(int os_error) {
    switch (os_error) {
        case ENOENT:
        case ENOTDIR:
            return Code::not_found;
        case EACCES:
        case EPERM:
            return Code::permission;
        case EROFS:
            return Code::read_only;
        case ENOSPC:
        case EDQUOT:
            return Code::space;
        default:
            return Code::files;
    }
}

std::string os_error_text(int os_error) {
    const char* sentence = strerrordesc_np(os_error);
    const char* name = strerrorname_np(os_error);
    if (sentence == nullptr || name == nullptr) return "error " + std::to_string(os_error);
    std::string text = sentence;
    text[0] = base::to_lower(text.substr(0, 1))[0];
    return text.append(" (").append(name).append(")");
}

base::Failure os_failure(int os_error, std::string_view what, std::string_view path) {
    return fail(code_of(os_error), what).at(path).why(os_error_text(os_error));
}

}  // namespace cudaenv::sys
