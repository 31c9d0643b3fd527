// SPDX-License-Identifier: MIT
// hot.conf and aliases: what the hot path needs of the config, as small line files in the root
// (cli.md section 19). An absent file means defaults.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace cudaenv::hot {

enum class LibraryPathMode { automatic, always, never };

struct Conf {
    std::uint64_t generation = 0;
    std::string mode = "hook";              // or "shims"
    std::vector<std::string> system_roots;  // read-only roots behind the person's own
    std::vector<std::string> ceilings;      // the walk stops at these folders
    bool read_tool_versions = false;
    LibraryPathMode ld_library_path = LibraryPathMode::automatic;
    bool cuda_home = true, cmake = true, cudacxx = true, pkg_config = true, build_paths = false;
    std::string ccbin;

    friend bool operator==(const Conf&, const Conf&) = default;
};

// Keys that are not known are skipped; a first line that is not known is Code::damaged.
Result<Conf> parse_conf(std::string_view text);
std::string to_text(const Conf& conf);
Result<Conf> read_conf(const std::string& path);  // absent file: defaults

using Aliases = std::vector<std::pair<std::string, std::string>>;  // NAME, REQUEST, in file order
Result<Aliases> parse_aliases(std::string_view text);
std::string to_text(const Aliases& aliases);
Result<Aliases> read_aliases(const std::string& path);  // absent file: none

}  // namespace cudaenv::hot
