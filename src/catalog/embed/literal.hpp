// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cudaenv::catalog::embed {

// A C++ string literal. The manifest readers let no control byte through.
inline std::string quoted(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') literal += '\\';
        literal += c;
    }
    return literal + '"';
}

}  // namespace cudaenv::catalog::embed
