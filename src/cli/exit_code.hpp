// SPDX-License-Identifier: MIT
// The one table of exit codes: what each kind of failure ends with, the CE code that it carries
// (`cudaenv explain CE602`), and the word that JSON gives for those without one.
#pragma once

#include <array>
#include <string_view>

#include "base/result.hpp"

namespace cudaenv::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitUsage = 2;

struct CodeRow {
    Code code;
    int exit;
    std::string_view slug;
    std::string_view ce = {};
};

inline constexpr std::array kCodes{
    CodeRow{Code::bug, 1, "bug"},
    CodeRow{Code::usage, 2, "usage"},
    CodeRow{Code::unknown_release, 3, "unknown_release"},
    CodeRow{Code::not_installed, 3, "not_installed"},
    CodeRow{Code::nothing_selected, 3, "nothing_selected"},
    CodeRow{Code::not_found, 3, "not_found"},
    CodeRow{Code::refused, 4, "refused"},
    CodeRow{Code::in_use, 4, "in_use"},
    CodeRow{Code::network, 5, "network"},
    CodeRow{Code::tls, 5, "tls", "CE607"},
    CodeRow{Code::http, 5, "http", "CE604"},
    CodeRow{Code::checksum, 6, "checksum", "CE602"},
    CodeRow{Code::integrity, 6, "integrity", "CE603"},
    CodeRow{Code::damaged, 6, "damaged"},
    CodeRow{Code::space, 7, "space", "CE601"},
    CodeRow{Code::permission, 7, "permission"},
    CodeRow{Code::read_only, 7, "read_only"},
    CodeRow{Code::noexec, 7, "noexec", "CE608"},
    CodeRow{Code::files, 7, "files"},
    CodeRow{Code::locked, 8, "locked"},
    CodeRow{Code::offline, 10, "offline"},
    CodeRow{Code::not_executable, 126, "not_executable"},
    CodeRow{Code::no_command, 127, "no_command"},
    CodeRow{Code::interrupted, 130, "interrupted"},
    CodeRow{Code::terminated, 143, "terminated"},
};

// The table is in the order of the enumeration: a look-up is an index.
constexpr bool is_in_order() {
    for (std::size_t i = 0; i < kCodes.size(); ++i)
        if (static_cast<std::size_t>(kCodes[i].code) != i) return false;
    return kCodes.size() == static_cast<std::size_t>(Code::terminated) + 1;
}
static_assert(is_in_order());

constexpr const CodeRow& row_of(Code code) {
    return kCodes[static_cast<std::size_t>(code)];
}
constexpr int exit_code(Code code) {
    return row_of(code).exit;
}

}  // namespace cudaenv::cli
