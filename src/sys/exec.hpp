// SPDX-License-Identifier: MIT
// What exec wants of strings, and how its failure is told; between process.cpp and run.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::sys {

// Ends in a null; valid as long as `texts`, which exec does not change whatever its type says.
inline std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

// not_found, not_executable, or files with the reason.
base::Failure exec_failure(int os_error, std::string_view path);

}  // namespace cudaenv::sys
