// SPDX-License-Identifier: MIT
// Where things lie outside any root, as far as more than one program of ours has to know.
#pragma once

#include <string>
#include <string_view>

namespace cudaenv::base {

inline constexpr std::string_view kSystemConfig = "/etc/cudaenv/config.toml";
// Counts as a system root where it is there.
inline constexpr std::string_view kSharedRoot = "/opt/cudaenv";
// The root below HOME, unless XDG folders are asked for.
inline constexpr std::string_view kRootInHome = "/.cudaenv";

// The user's config file by XDG_CONFIG_HOME and HOME; empty if neither says where.
inline std::string user_config(std::string_view xdg_config_home, std::string_view home) {
    constexpr std::string_view kFile = "/cudaenv/config.toml";
    if (xdg_config_home.starts_with('/')) return std::string(xdg_config_home).append(kFile);
    if (home.empty()) return {};
    return std::string(home).append("/.config").append(kFile);
}

}  // namespace cudaenv::base
