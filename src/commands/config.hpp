// SPDX-License-Identifier: MIT
// config.toml (cli.md section 10): option, then environment, then the user's file, then the
// system's. Everything has a default. Sizes in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "hot/conf.hpp"
#include "sys/env.hpp"
#include "sys/lock.hpp"

namespace cudaenv::commands {

struct Config {
    std::string root;  // as configured; empty = default
    bool use_xdg = false;
    std::string auto_install = "ask";  // never, always
    std::string default_profile = "devel";
    std::string source = "auto";
    std::vector<std::string> catalogs;
    std::vector<std::string> mirrors;
    hot::Conf hot;  // mode, system_roots, ceiling_paths, read_tool_versions, ccbin, [env]
    struct Cache {
        std::string dir;
        std::uint64_t max_size_bytes = 20ULL << 30U;
        bool keep_archives = true;
    } cache;
    struct Net {
        unsigned jobs = 4, timeout_s = 30, retries = 5;
        std::string ca_file;
    } net;
    struct LockSettings {
        sys::LockMode mode = sys::LockMode::automatic;
        unsigned timeout_s = 600;
    } lock;
    struct Check {
        std::string driver = "refuse", gpu = "refuse", compiler = "warn", glibc = "warn";
    } check;
    struct Data {
        std::string update = "weekly", unreviewed = "allow", catalog_url, catalog_key;
    } data;
};

// Reads the system's and the user's file, then the environment's CUDAENV_* variables. Errors:
// usage, naming file, line and key (unknown keys with near names).
Result<Config> load_config(const sys::Env& env, const std::optional<std::string>& file,
                           bool no_config);

// The user's config file: $CUDAENV_CONFIG, else $XDG_CONFIG_HOME/cudaenv/config.toml.
std::string config_path(const sys::Env& env);

// One key in dotted form (`net.jobs`). Values as TOML writes them, strings without quotes.
Result<std::string> config_value(const Config& config, std::string_view key);
std::vector<std::string> config_keys();
// Writes the key into the user's file (made if absent), keeping everything else of it.
Result<void> write_config_value(const std::string& file, std::string_view key,
                                const std::optional<std::string>& value);

}  // namespace cudaenv::commands
